import { LIMITS } from '@site/shared/domain/limits';
import { CssSyntaxError, parse, type Root } from 'postcss';

/** Returns the nesting depth of blocks: 1 for a plain rule. Does not recurse, because another team's text could nest too deeply. */
const measureDepth = (root: Root): number => {
  let maxDepth = 0;
  const open: { readonly nodes: Root['nodes']; readonly depth: number }[] = [{ nodes: root.nodes, depth: 0 }];
  for (let level = open.pop(); level !== undefined; level = open.pop()) {
    maxDepth = Math.max(maxDepth, level.depth);
    for (const node of level.nodes) if ('nodes' in node && node.nodes !== undefined) open.push({ nodes: node.nodes, depth: level.depth + 1 });
  }
  return maxDepth;
};

/**
 * Parses a remote's stylesheet. The release checks and the host share this function, so both accept the same stylesheets. Throws a readable error if the
 * stylesheet cannot be parsed, or is larger or more deeply nested than `LIMITS` allows.
 */
export const parseStylesheet = (css: string): Root => {
  const bytes = Buffer.byteLength(css);
  if (bytes > LIMITS.stylesheetBytes)
    throw new Error(`It has ${Math.ceil(bytes / 1024)} KB; the limit of a stylesheet is ${LIMITS.stylesheetBytes / 1024} KB.`);
  let root: Root;
  try {
    root = parse(css);
  } catch (error) {
    if (error instanceof CssSyntaxError) throw new Error(`It cannot be parsed: ${error.message}`);
    throw error;
  }
  if (measureDepth(root) > LIMITS.stylesheetDepth) throw new Error(`It has rules nested more than ${LIMITS.stylesheetDepth} deep.`);
  return root;
};
