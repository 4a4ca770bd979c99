/** @jest-environment node */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeBuild } from './release-files.ts';
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
  writeFileSync(join(dist, 'browser/build.json'), JSON.stringify({ contract: 2, entry: 'entry.js', chunks: {}, paths: [`/${name}`], isPrivate: false }));
  writeFileSync(join(dist, 'server/routes.cjs'), content);
  return dist;
};
const open = () => createReleaseStore(join(folder, 'releases'));

describe('release store', () => {
  it('derives the version from the content of the build', async () => {
    const store = open();
    const first = await store.publish('gallery', '1.0.0', build('gallery', 'one'));
    const republished = await store.publish('gallery', '1.0.0', build('gallery', 'one'));
    const changed = await store.publish('gallery', '1.0.0', build('gallery', 'two'));

    expect(republished.version).toBe(first.version);
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

  it('rejects a changed file, and the fingerprint of the version changes too', async () => {
    const store = open();
    const release = await store.publish('gallery', '1.0.0', build('gallery', 'a longer content'));
    const before = store.fingerprint(release);
    truncateSync(join(folder, 'releases/gallery', release.version, 'browser/entry.js'), 3);

    await expect(store.readVerifiedFile(release, 'browser/entry.js')).rejects.toThrow('is not the published file');
    expect(store.fingerprint(release)).not.toBe(before);
  });

  it('REL-04 publishes files only: a link in a build is rejected', async () => {
    const dist = build('gallery', 'one');
    symlinkSync('/etc/hostname', join(dist, 'browser/linked.js'));
    await expect(open().publish('gallery', '1.0.0', dist)).rejects.toThrow('"linked.js" is a link or a device');

    rmSync(join(dist, 'browser/linked.js'));
    renameSync(join(dist, 'server'), join(folder, 'moved'));
    symlinkSync(join(folder, 'moved'), join(dist, 'server'));
    await expect(open().publish('gallery', '1.0.0', dist)).rejects.toThrow('is not a folder');
    expect(await open().listReleases('gallery')).toEqual([]);
  });

  it('REL-04 rejects a build whose manifest names a missing file', async () => {
    const dist = build('gallery', 'one');
    rmSync(join(dist, 'browser/entry.js'));
    await expect(open().publish('gallery', '1.0.0', dist)).rejects.toThrow('lacks a file that it names: browser/entry.js');
  });

  it('REL-04 rejects a build that has changed since it was described', async () => {
    const dist = build('gallery', 'one');
    const described = await describeBuild('gallery', '1.0.0', dist);
    writeFileSync(join(dist, 'server/routes.cjs'), 'two');
    await expect(open().publishBuild(described, dist)).rejects.toThrow('server/routes.cjs has changed since it was checked. Release it again.');
    expect(await open().listReleases('gallery')).toEqual([]);
  });

  it.each([
    ['a file that its manifest does not list', (versionFolder: string) => writeFileSync(join(versionFolder, 'browser/added.js'), 'added')],
    ['a changed file', (versionFolder: string) => writeFileSync(join(versionFolder, 'browser/entry.js'), 'changed')],
    ['no manifest', (versionFolder: string) => rmSync(join(versionFolder, 'release.json'))],
  ])('REL-04 replaces a published version with %s when it is published again', async (_name, damage) => {
    const release = await open().publish('gallery', '1.0.0', build('gallery', 'one'));
    const versionFolder = join(folder, 'releases/gallery', release.version);
    damage(versionFolder);
    expect(await open().isIntact(release)).toBe(false);

    await open().publish('gallery', '1.0.0', build('gallery', 'one'));
    expect(await open().isIntact(release)).toBe(true);
    expect(readdirSync(join(folder, 'releases/gallery'))).toEqual([release.version]);
  });

  it('REL-04 reads no file through a link or outside the folder of its release', async () => {
    const release = await open().publish('gallery', '1.0.0', build('gallery', 'one'));
    const entry = join(folder, 'releases/gallery', release.version, 'browser/entry.js');
    renameSync(entry, join(folder, 'entry.js'));
    symlinkSync(join(folder, 'entry.js'), entry);
    await expect(open().readVerifiedFile(release, 'browser/entry.js')).rejects.toThrow('is a link');

    const manifest = join(folder, 'releases/gallery', release.version, 'release.json');
    writeFileSync(manifest, JSON.stringify({ ...release, files: { 'browser/../../../secret': '' } }));
    await expect(open().readRelease('gallery', release.version)).rejects.toThrow('cannot be used');
  });

  describe('signatures', () => {
    const inStore = (...names: string[]): string => join(folder, 'releases', ...names);
    const write = (path: string, content: object): void => writeFileSync(path, JSON.stringify(content));
    /** Removes the keys, as if they were lost or this were another machine. */
    const forgetKeys = (): void => {
      for (const name of ['keys', 'accepted-registry']) rmSync(join(folder, name), { recursive: true, force: true });
    };

    it('RLS-05 rejects an unsigned generation and an unsigned manifest', async () => {
      const release = await open().publish('gallery', '1.0.0', build('gallery', 'one'));
      await open().activate(release);
      const registry = await open().readRegistry();
      rmSync(inStore('registry/00000001.json'));
      write(inStore('registry/00000009.json'), { ...registry, generation: 9, remotes: {} });
      expect(await open().inspectRegistry()).toMatchObject({ state: 'damaged', reason: 'generation 9: it is not signed', registry: { generation: 1 } });

      write(inStore('gallery', release.version, 'release.json'), release);
      await expect(open().readRelease('gallery', release.version)).rejects.toThrow('it is not signed');
    });

    it('RLS-05 accepts no unsigned store at the first start', async () => {
      const release = await open().publish('gallery', '1.0.0', build('gallery', 'one'));
      await open().activate(release);
      const registry = await open().readRegistry();
      forgetKeys();
      write(inStore('registry/00000001.json'), registry);
      write(inStore('gallery', release.version, 'release.json'), release);

      await open().prepare();
      expect(await open().inspectRegistry()).toMatchObject({ state: 'damaged', reason: 'generation 1: it is not signed', registry: { remotes: {} } });
      await expect(open().activate(release)).rejects.toThrow('The registry cannot be used');
      await expect(open().readRelease('gallery', release.version)).rejects.toThrow('it is not signed');
    });

    it('RLS-05 does not take over a store that another machine has signed', async () => {
      const release = await open().publish('gallery', '1.0.0', build('gallery', 'one'));
      await open().activate(release);
      forgetKeys();
      await expect(open().prepare()).rejects.toThrow('was signed on another machine');
      await expect(open().remove('gallery')).rejects.toThrow('was signed on another machine');
      await expect(open().publish('gallery', '1.0.0', build('gallery', 'one'))).rejects.toThrow('was signed on another machine');
      expect(readdirSync(inStore('registry'))).toEqual(['00000001.json']);
    });

    it('RLS-05 starts with older keys of the site that have signed only older generations', async () => {
      await open().activate(await open().publish('gallery', '1.0.0', build('gallery', 'one')));
      const newest = readFileSync(inStore('registry/00000001.json'), 'utf8').replace(/"key": "[0-9a-f]+"/, '"key": "0123456789abcdef"');
      writeFileSync(inStore('registry/00000002.json'), newest);
      rmSync(join(folder, 'accepted-registry'), { recursive: true });

      await open().prepare();
      expect(await open().inspectRegistry()).toMatchObject({ state: 'damaged', registry: { generation: 1 } });
    });

    it('RLS-05 continues with new keys after the loss of all keys, once every remote is released again', async () => {
      const release = await open().publish('gallery', '1.0.0', build('gallery', 'one'));
      await open().activate(release);
      forgetKeys();
      rmSync(inStore('registry'), { recursive: true });

      await open().prepare();
      await open().activate(await open().publish('gallery', '1.0.0', build('gallery', 'one')));
      expect(await open().inspectRegistry()).toMatchObject({ state: 'current', registry: { remotes: { gallery: { history: [release.version] } } } });
      expect(await open().isIntact(release)).toBe(true);
    });
  });

  it('REL-03 backs the registry up again when the backup is missing or damaged', async () => {
    const backup = join(folder, 'accepted-registry/releases');
    await open().activate(await open().publish('gallery', '1.0.0', build('gallery', 'one')));
    expect(readdirSync(backup)).toEqual(['00000001.json']);

    const host = open();
    await host.inspectRegistry();
    rmSync(backup, { recursive: true });
    await host.backUpRegistry();
    expect(readdirSync(backup)).toEqual(['00000001.json']);

    writeFileSync(join(backup, '00000001.json'), 'garbage');
    const restartedStore = open();
    expect(await restartedStore.inspectRegistry()).toMatchObject({ state: 'current' });
    await restartedStore.backUpRegistry();
    rmSync(join(folder, 'releases/registry'), { recursive: true });
    expect(await open().inspectRegistry()).toMatchObject({ state: 'missing', registry: { generation: 1 } });
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
