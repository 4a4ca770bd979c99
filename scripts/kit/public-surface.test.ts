/** @jest-environment node */
import { readdirSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join, relative } from 'node:path';
import { publicEntryPoints, resolveEntryPoint, root } from './entry-points.ts';
import { kitDependencies } from './kit-package.ts';

const SOURCE_FILE = /\.(?:tsx?|cjs|mjs)$/;
const EXCLUDED_FOLDERS = new Set(['node_modules', 'dist']);

const listFiles = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return EXCLUDED_FOLDERS.has(entry.name) ? [] : listFiles(path);
    return SOURCE_FILE.test(entry.name) || entry.name === 'tsconfig.json' ? [path] : [];
  });

/** Returns every import specifier of a module, and every other mention of a workspace or of a folder outside the remote. */
const findSpecifiers = (source: string): string[] => [
  ...[...source.matchAll(/(?:\bfrom|\bimport|\bimport\(|\brequire\(|\bmock\(|"extends":)\s*['"]([^'"\n]+)['"]/g)].map(([, specifier = '']) => specifier),
  ...[...source.matchAll(/['"` ](@site\/[^'"`\s]+)/g)].map(([, specifier = '']) => specifier),
];

interface Importer {
  readonly file: string;
  readonly declared: readonly string[];
}

/** Returns imports that would fail for a remote in its own repository. */
const findUnavailableImports = ({ file, declared }: Importer, source: string): string[] =>
  findSpecifiers(source).filter((specifier) => {
    if (specifier.startsWith('.')) return join(file, '..', specifier).startsWith('..');
    if (specifier.startsWith('@site/')) return !publicEntryPoints.some((entryPoint) => specifier === `@site/shared/${entryPoint}`);
    const [name = ''] = /^(?:@[^/]+\/)?[^/]+/.exec(specifier) ?? [];
    return !isBuiltin(specifier) && ![...declared, ...Object.keys(kitDependencies)].includes(name);
  });

const remotes = readdirSync(root).filter((folder) => folder.startsWith('remote-'));
const readDependencyNames = (remote: string): string[] => {
  const { dependencies = {}, devDependencies = {} }: Record<string, object> = JSON.parse(readFileSync(join(root, remote, 'package.json'), 'utf8'));
  return Object.keys({ ...dependencies, ...devDependencies });
};

describe('the public surface of the kit', () => {
  it('RLS-01 consists of files that exist', () => {
    expect(publicEntryPoints.map(resolveEntryPoint)).toHaveLength(new Set(publicEntryPoints).size);
  });

  it.each(remotes)('RLS-01 includes what %s imports besides its own dependencies, also in tests and configuration', (remote) => {
    const declared = readDependencyNames(remote);
    const files = listFiles(join(root, remote));
    expect(files.map((file) => relative(root, file))).toContain(`${remote}/rspack.config.ts`);

    const missing = files.flatMap((path) =>
      findUnavailableImports({ file: relative(join(root, remote), path), declared }, readFileSync(path, 'utf8')).map(
        (each) => `${relative(root, path)}: ${each}`,
      ),
    );

    expect(missing).toEqual([]);
  });

  const importer: Importer = { file: 'src/a.ts', declared: ['react'] };
  it.each([
    "import { createHttpClient } from '@site/shared/remote/http-client';",
    "const { singletons } = await import('@site/shared/remote/singletons');",
    "jest.mock('@site/shared/domain/environment');",
    '/** @jest-environment @site/shared/testing/other-environment */',
    "module.exports = require('../../jest.shared.cjs');",
    '{ "extends": "../../tsconfig.json" }',
    "import { createReleaseStore } from '@site/releases/release-store';",
    "import 'left-pad';",
  ])('RLS-01 excludes %s', (source) => {
    expect(findUnavailableImports(importer, source)).toHaveLength(1 + Number(source.includes("'@site")));
  });

  it.each([
    "import { Button } from '@site/shared/ui/button';",
    "import { useState } from 'react';",
    "import { render } from '@testing-library/react';",
    "import styles from './a.module.css';",
    "import { readFileSync } from 'node:fs';",
  ])('RLS-01 allows %s', (source) => {
    expect(findUnavailableImports(importer, source)).toEqual([]);
  });
});
