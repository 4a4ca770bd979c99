const { createHash } = require('node:crypto');
const { resolve } = require('node:path');
const { minifySync } = require('@swc/core');
const { buildSync } = require('esbuild');

/** Compiles `*.inline.ts` and `*.inline.css` files, which pages embed as text. The bundler uses this file as a loader, and Jest as a transform. */

/** Oldest browsers that the styles support, as in `shared/build/base.ts`. */
const BROWSERS = ['chrome90', 'edge90', 'firefox90', 'safari14.1', 'ios14.5', 'opera76'];
/** ECMAScript version of the inline scripts. Those in the head also run in browsers that are too old for the site. */
const ECMA = 2020;

/** Minifies a script with the minifier that the host's script uses, whose output is a tenth smaller than esbuild's. */
const minify = (program) => minifySync(program, { ecma: ECMA, compress: { passes: 3 }, mangle: true, format: { comments: false } }).code;

/** Returns the minified text of a file and its imports: CSS rules, or one expression that can be embedded in a larger script. */
const compile = (file) => {
  const kind = file.endsWith('.css') ? { minify: true, target: BROWSERS } : { format: 'iife', target: `es${ECMA}`, tsconfigRaw: {} };
  const { outputFiles, metafile } = buildSync({ ...kind, entryPoints: [file], bundle: true, write: false, metafile: true, legalComments: 'none' });
  const [{ text }] = outputFiles;
  return {
    text: (kind.minify ? text : minify(text)).replace(/;?\n?$/, ''),
    inputs: Object.keys(metafile.inputs).map((input) => resolve(input)),
  };
};

module.exports = function inlineText() {
  const { text, inputs } = compile(this.resourcePath);
  for (const input of inputs) this.addDependency(input);
  return `export default ${JSON.stringify(text)};`;
};

module.exports.process = (_source, file) => ({ code: `module.exports = { __esModule: true, default: ${JSON.stringify(compile(file).text)} };` });

/** Returns a key that changes with every imported file. Jest's default key depends only on the file itself. */
module.exports.getCacheKey = (_source, file) => createHash('sha256').update(compile(file).text).digest('hex');
