const { parseSync } = require('@swc/core');

const DECLARING = new Set(['CallExpression', 'ObjectExpression']);

/**
 * Lets a page's script omit the schemas and endpoints that the page does not use. A resource's schemas share a file, and a minifier must keep every
 * `const x = v.object(…)`, because it is a call. In contracts and domain, all top-level calls are declarations without side effects. Each call becomes
 * `const x = /*#__PURE__*\/ (() => v.object(…))()`, which the minifier removes if `x` is not used.
 */
module.exports = function markDeclarationsAsPure(source) {
  // Positions count the bytes of all files parsed so far. The added statement `0;` shows where this file starts.
  const bytes = Buffer.from(`0;${source}`);
  const { body, span } = parseSync(bytes.toString(), { syntax: 'typescript', target: 'es2022' });
  const calls = body
    .map((item) => (item.type === 'ExportDeclaration' ? item.declaration : item))
    .filter((item) => item.type === 'VariableDeclaration' && item.kind === 'const')
    .flatMap((item) => item.declarations.flatMap(({ init }) => (DECLARING.has(init?.type) ? [init.span] : [])));
  let position = 2;
  const parts = [];
  for (const { start, end } of calls) {
    parts.push(bytes.subarray(position, start - span.start), '/*#__PURE__*/ (() => (', bytes.subarray(start - span.start, end - span.start), '))()');
    position = end - span.start;
  }
  return [...parts, bytes.subarray(position)].map(String).join('');
};
