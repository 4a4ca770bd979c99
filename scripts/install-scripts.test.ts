import { readFileSync } from 'node:fs';
import path from 'node:path';

/** Packages with an install script. None of them needs it, because their programs are prebuilt. Review a package before adding it here. */
const REVIEWED_PACKAGES = ['@parcel/watcher', '@swc/core', 'esbuild'];

const root = path.join(__dirname, '..');
const lock: { readonly packages: Readonly<Record<string, { readonly hasInstallScript?: boolean }>> } = JSON.parse(
  readFileSync(path.join(root, 'package-lock.json'), 'utf8'),
);

describe('install scripts', () => {
  it('SEC-33 do not run, and belong to reviewed packages', () => {
    const names = Object.entries(lock.packages)
      .filter(([, { hasInstallScript }]) => hasInstallScript === true)
      .map(([folder]) => folder.split('node_modules/').at(-1));

    expect(readFileSync(path.join(root, '.npmrc'), 'utf8').split('\n')).toContain('ignore-scripts=true');
    expect([...new Set(names)].sort()).toEqual(REVIEWED_PACKAGES);
  });
});
