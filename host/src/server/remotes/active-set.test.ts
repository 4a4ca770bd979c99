/** @jest-environment node */
import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getOwners } from '@site/releases/path-ownership';
import { createReleaseStore } from '@site/releases/release-store';
import { LIMITS } from '@site/shared/domain/limits';
import type { FastifyBaseLogger } from 'fastify';
import { type ActiveSet, createActiveSet, findOwningRemote, getPageStyles } from './active-set.ts';
import { createServedWatch } from './served-watch.ts';
import { createVariantSet } from './variant-set.ts';

let folder: string;
const log = { error: jest.fn(), warn: jest.fn(), info: jest.fn() };
const hostLog = log as unknown as FastifyBaseLogger;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'active-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const store = () => createReleaseStore(join(folder, 'releases'));

const release = async (content: string, contract = 2, links?: readonly object[], styles = { file: 'list.0a.css', css: '.list{}' }) => {
  const dist = join(folder, 'dist');
  for (const side of ['browser', 'server']) mkdirSync(join(dist, side), { recursive: true });
  writeFileSync(join(dist, 'browser/remote_gallery_0a.js'), content);
  writeFileSync(join(dist, 'browser', styles.file), styles.css);
  writeFileSync(
    join(dist, 'browser/build.json'),
    JSON.stringify({ contract, entry: 'remote_gallery_0a.js', chunks: { list: { js: [], css: [styles.file] } }, paths: ['/gallery'], isPrivate: false, links }),
  );
  writeFileSync(join(dist, 'server/routes.cjs'), content);
  const published = await store().publish('gallery', '1.0.0', dist);
  await store().activate(published);
  return published;
};

/** Reads the registry once, as the host does every second. */
const read = async (probe: (file: string) => Promise<void> = async () => undefined, contracts?: readonly number[]) => {
  const source = createActiveSet({
    store: store(),
    buildId: 'build',
    probe: ({ file }) => probe(file),
    ...(contracts && { contracts }),
    log: hostLog,
  });
  await source.start();
  source.stop();
  return source.current();
};

describe('active set', () => {
  it('serves the active version, with the last good one as the fallback', async () => {
    const old = await release('one');
    const active = await release('two');
    const set = await read();

    expect(set.browserSet.remotes.gallery?.versions.map(({ version }) => version)).toEqual([active.version, old.version]);
    expect(set.browserSet.remotes.gallery?.versions[0]).toMatchObject({
      entry: `/_mf/gallery/${active.version}/remote_gallery_0a.js`,
      integrity: `sha256-${active.files['browser/remote_gallery_0a.js']}`,
    });
    expect(findOwningRemote(set, '/gallery/photo')?.release.version).toBe(active.version);
    expect(findOwningRemote(set, '/galleryx')).toBeUndefined();
  });

  it.each<[string, () => Promise<unknown>]>([
    ['nothing changes', async () => undefined],
    [
      'a version is still rejected',
      async () => {
        const bad = await release('bad');
        rmSync(join(folder, 'releases/gallery', bad.version, 'browser', bad.entry));
      },
    ],
    ['a remote is still unavailable', async () => rmSync(join(folder, 'releases/gallery'), { recursive: true })],
    ['the registry is still missing', async () => rmSync(join(folder, 'releases/registry'), { recursive: true })],
  ])('stays the same object while %s, so that caches stay valid', async (_what, prepare) => {
    await release('one');
    await prepare();
    const source = createActiveSet({ store: store(), buildId: 'build', probe: async () => undefined, log: hostLog });
    const sets: ActiveSet[] = [];
    for (const step of ['first', 'second', 'third']) {
      if (step === 'third') await release('two');
      await source.start();
      sets.push(source.current());
    }
    source.stop();

    expect(sets[1]).toBe(sets[0]);
    expect(sets[2]?.browserSet.id).not.toBe(sets[0]?.browserSet.id);
  });

  it('returns the stylesheets of a page, with the marks by which the browser recognises loaded ones', async () => {
    const { version, files } = await release('one');
    expect(getPageStyles(findOwningRemote(await read(), '/gallery'), ['list'])).toEqual([
      {
        href: `/_mf/gallery/${version}/list.0a.css`,
        integrity: `sha256-${files['browser/list.0a.css']}`,
        mark: 'remote_gallery_0a:chunk-list',
        css: '.list{}',
      },
    ]);
  });

  it.each([
    ['list.0b.css', 'a{}</style><script>'],
    ['list.0b.js', 'a{}'],
  ])('REL-01 stays on the last good version if the styles of the new one cannot be inlined: %s with %s', async (file, css) => {
    const good = await release('good');
    const bad = await release('bad', 2, undefined, { file, css });

    expect((await read()).remotes.get('gallery')).toMatchObject({
      release: { version: good.version },
      rejected: `${bad.version}: the styles of its chunk list cannot be inlined`,
    });
  });

  it('REL-01 stays on the last good version if the new styles exceed limits that the release checks of 1.0.0 did not have', async () => {
    const good = await release('good');
    const bad = await release('bad', 2, undefined, { file: 'list.0b.css', css: `.list{content:"${'x'.repeat(LIMITS.stylesheetBytes)}"}` });

    expect((await read()).remotes.get('gallery')).toMatchObject({
      release: { version: good.version },
      rejected: expect.stringMatching(`^${bad.version}: .*the limit of a stylesheet is 128 KB`),
    });
  });

  it('stays on the last good version if the new one does not load, needs another contract or has lost a file', async () => {
    const good = await release('good');
    const bad = await release('bad');
    const rejectBadVersion = async (file: string) => {
      if (file.includes(bad.version)) throw new Error('it throws');
    };
    expect((await read(rejectBadVersion)).remotes.get('gallery')).toMatchObject({ release: { version: good.version }, rejected: `${bad.version}: it throws` });

    const nextContractRelease = await release('foreign', 3);
    expect((await read(rejectBadVersion)).remotes.get('gallery')?.rejected).toContain(
      `${nextContractRelease.version}: it was built for version 3 of the contract, this host serves 2`,
    );

    const lost = await release('lost');
    rmSync(join(folder, 'releases/gallery', lost.version, 'browser/remote_gallery_0a.js'));
    expect((await read(rejectBadVersion)).remotes.get('gallery')?.release.version).toBe(good.version);
  });

  it('RLS-09 serves versions of both contracts, with the older one as the fallback', async () => {
    const [older, newer] = [await release('one', 2), await release('two', 3)];
    const { browserSet, remotes } = await read(undefined, [2, 3]);

    expect(browserSet.remotes.gallery?.versions.map(({ version }) => version)).toEqual([newer.version, older.version]);
    expect(remotes.get('gallery')?.rejected).toBeUndefined();
  });

  it('RLS-09 rolls back to the older contract only while the host serves both', async () => {
    const olderRelease = await release('one', 2);
    await release('two', 3);
    await store().rollBack('gallery');
    expect((await read(undefined, [2, 3])).remotes.get('gallery')?.release.version).toBe(olderRelease.version);

    expect((await read(undefined, [3, 4])).unavailable.get('gallery')).toContain('it was built for version 2 of the contract, this host serves 3 and 4');
  });

  it("RLS-02 X-04 shows a remote's links to its own pages once an administrator allows them", async () => {
    await release('one', 2, [
      { label: 'Stories', to: '/gallery/stories?all=1' },
      { label: 'Stories again', to: '/gallery/stories?all=1' },
      { label: 'Gallery', to: '/gallery' },
      { label: 'Staff', to: '/admin' },
    ]);
    const before = (await read()).browserSet;
    expect(before.links).toBeUndefined();

    await store().setLinks('gallery', 'allow');
    const setWithLinks = (await read()).browserSet;
    expect(setWithLinks.links).toEqual([{ label: 'Stories', to: '/gallery/stories?all=1' }]);
    expect(setWithLinks.id).not.toBe(before.id);

    await store().setLinks('gallery', 'hide');
    expect((await read()).browserSet).toEqual(before);
  });

  it('checks a version once, whether it is accepted or rejected, until its files change', async () => {
    await release('good');
    const bad = await release('bad');
    const probedFiles: string[] = [];
    const source = createActiveSet({
      store: store(),
      buildId: 'build',
      probe: async ({ file }) => {
        probedFiles.push(file);
        if (file.includes(bad.version)) throw new Error('it throws');
      },
      log: hostLog,
    });
    for (let second = 0; second < 3; second += 1) {
      await source.start();
      source.stop();
    }
    expect(probedFiles).toHaveLength(2);
    expect(source.current().remotes.get('gallery')?.rejected).toContain('it throws');
  });

  it('RLS-03 reads the registry immediately after a local change, and checks each version only once', async () => {
    await release('one');
    const probedFiles: string[] = [];
    const probe = async ({ file }: { readonly file: string }) => void probedFiles.push(file);
    const source = createActiveSet({ store: { ...store(), registryIntervalMs: 60_000 }, buildId: 'build', probe, log: hostLog });
    await source.start();
    const whenServed = createServedWatch(source);
    for (const content of ['two', 'three']) {
      await release(content);
      expect(await whenServed('gallery', (await store().readRegistry()).generation)).toEqual({ isServed: true });
    }
    const { generation, remotes } = await store().rollBack('gallery');
    expect(await whenServed('gallery', generation)).toEqual({ isServed: true });
    source.stop();
    expect(
      source
        .current()
        .remotes.get('gallery')
        ?.versions.map(({ version }) => version),
    ).toEqual(remotes.gallery?.history);
    expect(probedFiles).toHaveLength(3);
  });

  it('knows the owner of a path even if every file is missing, and recovers when the files are back', async () => {
    const onlyRelease = await release('one');
    const releaseFolder = join(folder, 'releases/gallery', onlyRelease.version);
    renameSync(releaseFolder, `${folder}/away`);
    const setWithoutGallery = await read();
    expect(findOwningRemote(setWithoutGallery, '/gallery')).toBeNull();
    expect(setWithoutGallery.unavailable.get('gallery')).toBeDefined();

    renameSync(`${folder}/away`, releaseFolder);
    expect(findOwningRemote(await read(), '/gallery')?.release.version).toBe(onlyRelease.version);
  });

  it('REL-05 routes by the paths in the registry, whatever the release declares', async () => {
    await release('one');
    await store().setPaths('gallery', 'add', '/albums');
    await store().setPaths('gallery', 'remove', '/gallery');
    const set = await read();

    expect(set.browserSet.remotes.gallery?.paths).toEqual(['/albums']);
    expect(findOwningRemote(set, '/albums')?.bundle.paths).toEqual(['/albums']);
    expect(findOwningRemote(set, '/gallery')).toBeUndefined();
  });

  it('RLS-07 loads a published version for another set once, and rejects an unusable one', async () => {
    const active = await release('active');
    const other = await release('other');
    await store().activate(active);
    const probe = jest.fn(async () => undefined);
    const onChange = jest.fn();
    const source = createActiveSet({ store: store(), buildId: 'build', probe, onChange, log: hostLog });
    await source.start();
    source.stop();
    probe.mockClear();

    const usableVersion = await source.getVersion('gallery', other.version);
    expect(await source.getVersion('gallery', other.version)).toBe(usableVersion);
    expect(usableVersion.release.version).toBe(other.version);
    expect(onChange).toHaveBeenLastCalledWith(source.current(), [usableVersion]);
    await source.start();
    const [today = ''] = readdirSync(join(folder, 'releases/served'));
    expect(readdirSync(join(folder, 'releases/served', today, 'gallery')).sort()).toEqual([active.version, other.version].sort());
    await expect(source.getVersion('gallery', '9.9.9-none')).rejects.toThrow('the manifest of gallery 9.9.9-none cannot be used');

    const variant = createVariantSet({ base: source.current(), owners: getOwners(source.released()), versions: [usableVersion], hasFallback: true });
    expect(variant.browserSet.remotes.gallery?.versions.map(({ version }) => version)).toEqual([other.version, active.version]);
    expect(findOwningRemote(variant, '/gallery')?.release.version).toBe(other.version);
    expect(variant.browserSet.id).not.toBe(source.current().browserSet.id);
  });

  it('REL-08 logs a release, a rollback, a rejection and a recovery once, at a default log level', async () => {
    const one = await release('one');
    const source = createActiveSet({
      store: store(),
      buildId: 'build',
      probe: async () => undefined,
      log: hostLog,
    });
    const lines = (): unknown[] => {
      const written = [...log.error.mock.calls, ...log.warn.mock.calls];
      jest.clearAllMocks();
      return written;
    };
    const refresh = async () => {
      for (let second = 0; second < 2; second += 1) {
        await source.start();
        source.stop();
      }
      return lines();
    };
    const changed = 'active version changed';
    jest.clearAllMocks();
    expect(await refresh()).toEqual([]);

    const two = await release('two');
    expect(await refresh()).toMatchObject([[{ remote: 'gallery', from: one.version, to: two.version, reason: 'released' }, changed]]);

    await store().rollBack('gallery', 'it breaks the lightbox');
    expect(await refresh()).toMatchObject([[{ from: two.version, to: one.version, reason: 'it breaks the lightbox' }, changed]]);

    const three = await release('three');
    await refresh();
    const entry = join(folder, 'releases/gallery', three.version, 'browser/remote_gallery_0a.js');
    renameSync(entry, `${folder}/away`);
    const rejection = expect.stringContaining(three.version);
    expect(await refresh()).toMatchObject([
      [{ remote: 'gallery', reason: rejection }, 'release rejected'],
      [{ from: three.version, to: one.version, reason: rejection }, changed],
    ]);
    renameSync(`${folder}/away`, entry);
    expect(await refresh()).toMatchObject([[{ from: one.version, to: three.version, reason: 'usable again' }, changed]]);

    rmSync(join(folder, 'releases/registry'), { recursive: true });
    expect(await refresh()).toMatchObject([[{ state: 'missing' }, 'registry unusable; serving its last valid generation']]);
    expect(source.current().registry).toMatchObject({ state: 'missing', since: expect.stringMatching(/^20/) });
    await store().remove('gallery');
    expect(await refresh()).toMatchObject([
      [{ state: 'current' }, 'registry usable again'],
      [{ from: three.version, to: undefined, reason: 'removed' }, changed],
    ]);
    expect(findOwningRemote(source.current(), '/gallery')).toBeNull();
  });
});
