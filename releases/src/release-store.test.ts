/** @jest-environment node */
import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createReleaseStore } from './release-store.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'releases-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const build = (name: string, content: string): string => {
  const dist = join(folder, 'builds', name);
  mkdirSync(join(dist, 'browser'), { recursive: true });
  mkdirSync(join(dist, 'server'), { recursive: true });
  writeFileSync(join(dist, 'browser/entry.js'), content);
  writeFileSync(join(dist, 'browser/build.json'), JSON.stringify({ contract: 1, entry: 'entry.js', chunks: {}, paths: [`/${name}`] }));
  writeFileSync(join(dist, 'server/routes.cjs'), content);
  return dist;
};
const open = () => createReleaseStore(join(folder, 'releases'));

describe('release store', () => {
  it('derives the version from the content of the build', async () => {
    const store = open();
    const first = await store.publish('gallery', '1.0.0', build('gallery', 'one'));
    const again = await store.publish('gallery', '1.0.0', build('gallery', 'one'));
    const changed = await store.publish('gallery', '1.0.0', build('gallery', 'two'));

    expect(again.version).toBe(first.version);
    expect(changed.version).not.toBe(first.version);
    expect(first.version).toMatch(/^1\.0\.0-[0-9a-f]{10}$/);
  });

  it('activates a version, with the previous one as the last good one, and rolls back to it', async () => {
    const store = open();
    const one = await store.publish('gallery', '1.0.0', build('gallery', 'one'));
    const two = await store.publish('gallery', '1.0.0', build('gallery', 'two'));
    await store.activate(one);
    await store.activate(two);
    expect((await store.readRegistry()).remotes.gallery).toEqual({ paths: ['/gallery'], history: [two.version, one.version], bad: [] });

    await store.rollBack('gallery');
    expect((await store.readRegistry()).remotes.gallery).toMatchObject({ history: [one.version], bad: [{ version: two.version, reason: 'rolled back' }] });
    await expect(store.rollBack('gallery')).rejects.toThrow('There is no version of gallery to go back to.');
  });

  it('loses no release when many teams release concurrently', async () => {
    const names = Array.from({ length: 12 }, (_, index) => `part${index}`);
    const releases = await Promise.all(names.map((name) => open().publish(name, '1.0.0', build(name, name))));
    await Promise.all(releases.map((release) => open().activate(release)));

    const registry = await open().readRegistry();
    expect(Object.keys(registry.remotes).sort()).toEqual([...names].sort());
    expect(registry.generation).toBe(names.length);
  });

  it('rejects a changed file, and its fingerprint changes too', async () => {
    const store = open();
    const release = await store.publish('gallery', '1.0.0', build('gallery', 'a longer content'));
    const before = await store.fingerprint(release);
    truncateSync(join(folder, 'releases/gallery', release.version, 'browser/entry.js'), 3);

    await expect(store.readVerified(release, 'browser/entry.js')).rejects.toThrow('is not the published file');
    expect(await store.fingerprint(release)).not.toBe(before);
  });

  it('treats a build without `isPrivate` as public', async () => {
    expect((await open().publish('gallery', '1.0.0', build('gallery', 'one'))).isPrivate).toBe(false);
  });

  it('is empty before the first release and lists the newest first after it', async () => {
    const store = open();
    expect(await store.readRegistry()).toEqual({ generation: 0, remotes: {}, removed: {} });
    expect(await store.listReleases('gallery')).toEqual([]);
    await store.publish('gallery', '1.0.0', build('gallery', 'one'));
    expect(await store.listReleases('gallery')).toHaveLength(1);
  });
});
