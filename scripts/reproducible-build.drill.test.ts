/** @jest-environment node */
import { appendFileSync, cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { buildWorkspace } from '@site/releases/release-client';
import { hashBuildInputs } from '@site/shared/build/build-inputs';
import { buildManifestSchema } from '@site/shared/build/build-manifest';
import * as v from 'valibot';

const root = resolve(__dirname, '..');
const BUILD_LIMIT_MS = 60_000;
const EXCLUDED_FOLDERS = new Set(['node_modules', 'dist']);

const copies: string[] = [];
const copyWorkspaces = (): string => {
  const copy = mkdtempSync(join(tmpdir(), 'checkout-'));
  copies.push(copy);
  for (const name of ['remote-gallery', 'shared', 'releases', 'package.json', 'package-lock.json'])
    cpSync(join(root, name), join(copy, name), { recursive: true, filter: (source) => !EXCLUDED_FOLDERS.has(basename(source)) });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  return copy;
};
afterAll(() => {
  for (const copy of copies) rmSync(copy, { recursive: true, force: true });
});

const hashGallery = (copy: string): string =>
  hashBuildInputs({ folders: [join(copy, 'remote-gallery'), join(copy, 'shared')], files: [join(copy, 'package-lock.json')] });

const readBuild = (copy: string): ReadonlyMap<string, string> => {
  const dist = join(copy, 'remote-gallery/dist');
  const files = readdirSync(dist, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return new Map(files.map((entry) => [join(entry.parentPath, entry.name).slice(dist.length), readFileSync(join(entry.parentPath, entry.name), 'base64')]));
};
const readManifest = (copy: string) => v.parse(buildManifestSchema, JSON.parse(readFileSync(join(copy, 'remote-gallery/dist/browser/build.json'), 'utf8')));

describe('the build of a remote', () => {
  it(
    'REL-02 RLS-05 has the same bytes and the same runtime name in two folders with the same sources, and contains no path of either',
    async () => {
      const [first, second] = [copyWorkspaces(), copyWorkspaces()];
      await Promise.all([first, second].map((copy) => buildWorkspace(join(copy, 'remote-gallery'))));

      const build = readBuild(first);
      expect(build.size).toBeGreaterThan(5);
      expect([...readBuild(second)].filter(([file, content]) => build.get(file) !== content).map(([file]) => file)).toEqual([]);
      // RLS-05: the list of packages contains no date, no serial number and no path.
      const sbom = JSON.parse(Buffer.from(build.get('/server/sbom.cdx.json') ?? '', 'base64').toString('utf8'));
      expect(sbom).toMatchObject({
        bomFormat: 'CycloneDX',
        specVersion: '1.6',
        metadata: { component: { name: '@site/remote-gallery', type: 'application' } },
      });
      expect(sbom.components).toContainEqual(
        expect.objectContaining({ purl: expect.stringMatching(/^pkg:npm\/valibot@\d/), licenses: [{ expression: 'MIT' }] }),
      );
      for (const [file, content] of build) expect([file, Buffer.from(content, 'base64').includes('/checkout-')]).toEqual([file, false]);
    },
    BUILD_LIMIT_MS,
  );

  it(
    "REL-02 is named after its inputs, as are its entry, its chunks' global and its classes; its Trusted Types policy is named after the remote",
    async () => {
      const copy = copyWorkspaces();
      await buildWorkspace(join(copy, 'remote-gallery'));

      const { runtimeName = '', inputs, entry, chunks } = readManifest(copy);
      const read = (file = ''): string => readFileSync(join(copy, 'remote-gallery/dist/browser', file), 'utf8');
      expect(inputs).toBe(hashGallery(copy));
      expect(runtimeName).toBe(`remote_gallery_${inputs?.slice(0, 10)}`);
      expect(entry).toBe(`${runtimeName}.js`);
      expect(read(chunks.gallery?.js[0])).toContain(`globalThis.rspackChunk${runtimeName}`);
      for (const file of chunks.gallery?.css ?? []) expect(read(file)).toContain(`.${runtimeName}-`);
      expect(readFileSync(join(copy, 'remote-gallery/dist/server/routes.cjs'), 'utf8')).toContain(`${runtimeName}-`);
      expect(read(entry)).toContain('createPolicy("remote",');
    },
    BUILD_LIMIT_MS,
  );
});

describe('hashBuildInputs', () => {
  it('REL-02 changes with a source, the recipe and the lock file, but not with a test or a document', () => {
    const copy = copyWorkspaces();
    const before = hashGallery(copy);
    const changesIt = (file: string): boolean => {
      const path = join(copy, file);
      const content = readFileSync(path);
      appendFileSync(path, '\n');
      const isChanged = hashGallery(copy) !== before;
      writeFileSync(path, content);
      return isChanged;
    };

    for (const file of [
      'remote-gallery/src/routes.tsx',
      'remote-gallery/rspack.config.ts',
      'shared/src/remote/router.ts',
      'shared/build/base.ts',
      'package-lock.json',
    ])
      expect([file, changesIt(file)]).toEqual([file, true]);
    for (const file of ['remote-gallery/README.md', 'releases/src/release-store.ts', 'shared/src/testing/fixtures.ts'])
      expect([file, changesIt(file)]).toEqual([file, false]);
    expect(hashGallery(copy)).toBe(before);
  });
});
