/** @jest-environment node */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openReleaseStore } from '@site/releases/open-store';
import type { ReleaseStore } from '@site/releases/release-store';
import { type S3Stub, startS3Stub } from '@site/releases/s3-stub';
import type { FastifyBaseLogger } from 'fastify';
import { type ActiveSetSource, createActiveSet, findOwningRemote } from './active-set.ts';
import { readServerBundle } from './server-bundle.ts';

const log = { error: jest.fn(), warn: jest.fn(), info: jest.fn() } as unknown as FastifyBaseLogger;

let folder: string;
let objectStore: S3Stub;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'object-store-'));
  objectStore = await startS3Stub({ pageSize: 7 });
  await openReleaseStore(join(folder, 'team'), objectStore.settings).prepare();
});
afterEach(async () => {
  await objectStore.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Opens the store as a single machine would: with its own data folder, and the keys that all machines share. */
const openOn = (machine: string): ReleaseStore => {
  if (machine !== 'team') cpSync(join(folder, 'team/keys'), join(folder, machine, 'keys'), { recursive: true });
  return openReleaseStore(join(folder, machine), objectStore.settings);
};

const deploy = async (content: string): Promise<string> => {
  const dist = join(folder, 'dist');
  for (const side of ['browser', 'server']) mkdirSync(join(dist, side), { recursive: true });
  writeFileSync(join(dist, 'browser/entry.js'), `browser ${content}`);
  writeFileSync(join(dist, 'browser/build.json'), JSON.stringify({ contract: 2, entry: 'entry.js', chunks: {}, paths: ['/gallery'], isPrivate: false }));
  writeFileSync(join(dist, 'server/routes.cjs'), `server ${content}`);
  const store = openOn('team');
  const release = await store.publish('gallery', '1.0.0', dist);
  await store.activate(release);
  return release.version;
};

interface Host {
  readonly store: ReleaseStore;
  readonly source: ActiveSetSource;
}

const refresh = async ({ source }: Host): Promise<void> => {
  await source.start();
  source.stop();
};
const startHost = async (machine: string): Promise<Host> => {
  const store = openOn(machine);
  const host = { store, source: createActiveSet({ store, buildId: 'build', probe: async (bundle) => void (await readServerBundle(bundle)), log }) };
  await refresh(host);
  return host;
};
const getVersion = ({ source }: Host): string | undefined => findOwningRemote(source.current(), '/gallery')?.release.version;
const getState = ({ source }: Host): string => source.current().registry.state;

const readEntry = async ({ store }: Host, version: string): Promise<string | undefined> => {
  const browserFolder = await store.findBrowserFolder('gallery', version, 'entry.js');
  return browserFolder === undefined ? undefined : readFileSync(join(browserFolder, 'entry.js'), 'utf8');
};

describe('RLS-04 hosts that share an object store', () => {
  it('both serve a release and a rollback', async () => {
    const first = await deploy('one');
    const hosts = [await startHost('a'), await startHost('b')];
    expect(hosts.map(getVersion)).toEqual([first, first]);

    const second = await deploy('two');
    await Promise.all(hosts.map(refresh));
    expect(hosts.map(getVersion)).toEqual([second, second]);

    await hosts[0]?.store.rollBack('gallery');
    await Promise.all(hosts.map(refresh));
    expect(hosts.map(getVersion)).toEqual([first, first]);
  });

  it('serve the files of a version that only another host names, and ask once for a missing version', async () => {
    const host = await startHost('a');
    const version = await deploy('one');
    expect(await Promise.all([readEntry(host, version), readEntry(host, version)])).toEqual(['browser one', 'browser one']);

    objectStore.requests.length = 0;
    expect([await readEntry(host, '9.9.9-none'), await readEntry(host, '9.9.9-none')]).toEqual([undefined, undefined]);
    expect(objectStore.requests).toEqual(['GET /site/gallery/9.9.9-none/release.json']);
  });

  it('keep serving while the store is unavailable, even a new host from its cache', async () => {
    const first = await deploy('one');
    const second = await deploy('two');
    const running = await startHost('a');
    await objectStore.stop();

    for (const host of [running, await startHost('a')]) {
      await refresh(host);
      expect([getVersion(host), getState(host)]).toEqual([second, 'unavailable']);
      expect(
        host.source
          .current()
          .remotes.get('gallery')
          ?.versions.map(({ version }) => version),
      ).toEqual([second, first]);
      expect(await readEntry(host, first)).toBe('browser one');
    }
    const hostWithoutCache = await startHost('without a cache');
    expect(findOwningRemote(hostWithoutCache.source.current(), '/gallery')).toBeNull();
    await expect(running.store.rollBack('gallery')).rejects.toThrow('The release store cannot be reached');

    await objectStore.restart();
    const thirdVersion = await deploy('three');
    for (const host of [running, hostWithoutCache]) {
      await refresh(host);
      expect([getVersion(host), getState(host)]).toEqual([thirdVersion, 'current']);
    }
  });

  it('repair their caches from the store, and never use a damaged file of the store', async () => {
    const first = await deploy('one');
    const second = await deploy('two');
    const host = await startHost('a');
    for (const file of ['browser/entry.js', 'server/routes.cjs', 'release.json']) writeFileSync(join(host.store.getFolder('gallery', second), file), 'changed');
    await refresh(host);
    expect([getVersion(host), await readEntry(host, second)]).toEqual([second, 'browser two']);

    objectStore.objects.set(`gallery/${second}/server/routes.cjs`, { content: Buffer.from('changed'), modifiedAt: 0 });
    await refresh(host);
    expect(getVersion(host)).toBe(second);
    expect(getVersion(await startHost('b'))).toBe(first);
  });

  it('detect a registry that was replaced by an older one, even after a restart', async () => {
    await deploy('one');
    const newest = new Map(objectStore.objects);
    const second = await deploy('two');
    const host = await startHost('a');
    objectStore.objects.clear();
    for (const [key, object] of newest) objectStore.objects.set(key, object);
    await refresh(host);
    for (const instance of [host, await startHost('a')]) expect([getVersion(instance), getState(instance)]).toEqual([second, 'rewound']);
  });

  it('RLS-11 record what they serve in the store, and remove pruned versions from their caches', async () => {
    const version = await deploy('one');
    const host = await startHost('a');
    expect([...objectStore.objects.keys()]).toContain(`served/${new Date().toISOString().slice(0, 10)}/gallery/${version}`);

    const active = await deploy('two');
    await refresh(host);
    for (const key of [...objectStore.objects.keys()].filter((name) => name.startsWith(`gallery/${version}/`))) objectStore.objects.delete(key);
    await host.store.markBad('gallery', version);
    await host.store.prune({ days: 7 });
    expect(await readEntry(host, version)).toBeUndefined();
    expect(await readEntry(host, active)).toBe('browser two');
  });
});
