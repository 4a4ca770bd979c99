/** @jest-environment node */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Builds `main.js` in a separate process, because Jest cannot load the bundler. Prints the build errors, or the bundle's output. */
const PROGRAM = `
  import { join } from 'node:path';
  import { rspack } from '@rspack/core';
  import { ReplaceModulePlugin } from ${JSON.stringify(join(__dirname, 'replace-module-plugin.ts'))};
  const folder = process.env.FOLDER;
  const plugins = [new ReplaceModulePlugin(/[\\\\/]utils[\\\\/]ranges\\.js$/, join(folder, 'stub.js'))];
  const output = { path: join(folder, 'dist') };
  rspack({ mode: 'production', context: folder, target: 'node', entry: './main.js', output, plugins }, (error, stats) => {
    const errors = stats.toJson({ all: false, errors: true }).errors.map(({ message }) => message);
    if (error !== null || errors.length > 0) console.log(error ?? errors.join('\\n'));
    else import(join(folder, 'dist/main.js'));
  });`;

/** Builds a program that imports this file from a package, and returns the output of the build or of the program. */
const build = (file: string): string => {
  const folder = mkdtempSync(join(tmpdir(), 'replace-module-'));
  const packageFolder = join(folder, 'node_modules/ranges');
  mkdirSync(join(packageFolder, file, '..'), { recursive: true });
  writeFileSync(join(packageFolder, 'package.json'), '{ "name": "ranges", "main": "index.js" }');
  writeFileSync(join(packageFolder, 'index.js'), `export { text } from './${file}';`);
  writeFileSync(join(packageFolder, file), "export const text = 'the package';");
  writeFileSync(join(folder, 'stub.js'), "export const text = 'the replacement';");
  writeFileSync(join(folder, 'main.js'), "import { text } from 'ranges'; console.log(text);");
  try {
    return spawnSync(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', PROGRAM], {
      cwd: __dirname,
      encoding: 'utf8',
      env: { ...process.env, FOLDER: folder },
    }).stdout.trim();
  } finally {
    rmSync(folder, { recursive: true });
  }
};

describe('replacing a module of a package', () => {
  it('uses the replacement', () => {
    expect(build('utils/ranges.js')).toBe('the replacement');
  });

  it('fails the build if a new version of the package has moved the module', () => {
    expect(build('internal/ranges.js')).toContain('stub.js replaces nothing, because no module matches /[\\\\/]utils[\\\\/]ranges\\.js$/.');
  });
});
