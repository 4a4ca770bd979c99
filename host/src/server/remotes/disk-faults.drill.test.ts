/** @jest-environment node */
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createReleaseStore } from '@site/releases/release-store';
import type { FastifyBaseLogger } from 'fastify';
import { type ActiveSetSource, createActiveSet, findOwningRemote } from './active-set.ts';

let folder: string;
let hosts: ActiveSetSource[];
const log = { error: jest.fn(), warn: jest.fn(), info: jest.fn() } as unknown as FastifyBaseLogger;

/** Opens a new store each time, because each command runs in a separate process. */
const store = () => createReleaseStore(join(folder, 'releases'));

const build = (remote: string, content: string): string => {
  const dist = join(folder, 'builds', remote, content);
  for (const side of ['browser', 'server']) mkdirSync(join(dist, side), { recursive: true });
  writeFileSync(join(dist, 'browser/entry.js'), `browser ${content}`);
  writeFileSync(join(dist, 'browser/build.json'), JSON.stringify({ contract: 2, entry: 'entry.js', chunks: {}, paths: [`/${remote}`], isPrivate: false }));
  writeFileSync(join(dist, 'server/routes.cjs'), `server ${content}`);
  return dist;
};

const deploy = async (remote: string, content: string): Promise<string> => {
  const release = await store().publish(remote, '1.0.0', build(remote, content));
  await store().activate(release);
  return release.version;
};

/** Starts a host that has read the registry once. `refresh` reads it again, as the host does every second. */
const startHost = async (): Promise<ActiveSetSource> => {
  const host = createActiveSet({ store: store(), buildId: 'build', probe: async () => undefined, log });
  hosts.push(host);
  await refresh(host);
  return host;
};
const refresh = async (host: ActiveSetSource): Promise<void> => {
  await host.start();
  host.stop();
};

/** What a host serves at a path: the version, 503 if it knows the owner but no usable version, 404 if it knows no owner. */
const getOutcome = (host: ActiveSetSource, path: string): string => {
  const owner = findOwningRemote(host.current(), path);
  return owner === undefined ? '404' : (owner?.release.version ?? '503');
};

interface Versions {
  readonly first: string;
  readonly active: string;
  /** Released after `active` and rolled back. */
  readonly bad: string;
  readonly news: string;
}

const registryFolder = (): string => join(folder, 'releases/registry');
const getNewest = (): string => join(registryFolder(), readdirSync(registryFolder()).sort().at(-1) ?? '');
const editNewest = (edit: (registry: { generation: number; remotes: Record<string, { history: string[] }> }) => void): void => {
  const registry = JSON.parse(readFileSync(getNewest(), 'utf8'));
  edit(registry);
  writeFileSync(getNewest(), JSON.stringify(registry));
};
const getReleasePath = (version: string, file: string): string => join(folder, 'releases/gallery', version, file);

const REGISTRY_FAULTS: readonly [name: string, apply: () => void][] = [
  ['the folder is missing', () => rmSync(registryFolder(), { recursive: true })],
  ['the newest file is empty', () => truncateSync(getNewest())],
  ['the newest file is truncated', () => truncateSync(getNewest(), 60)],
  ['the newest file is garbage', () => writeFileSync(getNewest(), '\u0000garbage')],
  ['the newest file has another schema', () => writeFileSync(getNewest(), '{"remotes":[]}')],
  ['the newest file has the content of another generation', () => cpSync(join(registryFolder(), '00000003.json'), getNewest())],
  [
    'the newest file cannot be read',
    () => {
      const file = getNewest();
      rmSync(file);
      mkdirSync(file);
    },
  ],
  ['the newest file is missing', () => rmSync(getNewest())],
  [
    'older files have replaced the newer ones',
    () => {
      for (const file of readdirSync(registryFolder()).sort().slice(2)) rmSync(join(registryFolder(), file));
    },
  ],
  ["a remote's line is missing", () => editNewest(({ remotes }) => delete remotes.gallery)],
  ['every line is missing', () => editNewest((registry) => Object.assign(registry, { remotes: {} }))],
  ['a history is empty', () => editNewest(({ remotes }) => Object.assign(remotes.gallery ?? {}, { history: [] }))],
  [
    'a next generation lacks a remote',
    () => {
      const next = JSON.parse(readFileSync(getNewest(), 'utf8'));
      writeFileSync(join(registryFolder(), '00000099.json'), JSON.stringify({ generation: 99, remotes: { news: next.remotes.news } }));
    },
  ],
  [
    'a version of before is active again in the newest file',
    () => {
      editNewest(({ remotes }) => remotes.gallery?.history.reverse());
    },
  ],
  ['drafts are left over', () => writeFileSync(join(registryFolder(), '.draft'), '{')],
  ['the backup is missing', () => rmSync(join(folder, 'accepted-registry'), { recursive: true, force: true })],
];

const replaceWithLink = (file: string): void => {
  const linkTarget = join(mkdtempSync(join(folder, 'elsewhere-')), 'moved');
  renameSync(file, linkTarget);
  symlinkSync(linkTarget, file);
};

const RELEASE_FAULTS: readonly [name: string, apply: (versions: Versions) => void][] = [
  ['its manifest is missing', ({ active }) => rmSync(getReleasePath(active, 'release.json'))],
  ['its manifest is damaged', ({ active }) => truncateSync(getReleasePath(active, 'release.json'), 40)],
  [
    'its manifest is that of another remote',
    ({ active, news }) => cpSync(join(folder, 'releases/news', news, 'release.json'), getReleasePath(active, 'release.json')),
  ],
  ['its server bundle is missing', ({ active }) => rmSync(getReleasePath(active, 'server/routes.cjs'))],
  ['its server bundle is changed', ({ active }) => writeFileSync(getReleasePath(active, 'server/routes.cjs'), 'changed')],
  ['a browser file is missing', ({ active }) => rmSync(getReleasePath(active, 'browser/entry.js'))],
  ['a browser file is changed', ({ active }) => writeFileSync(getReleasePath(active, 'browser/entry.js'), 'changed')],
  ['a browser file is a link', ({ active }) => replaceWithLink(getReleasePath(active, 'browser/entry.js'))],
  ['its folder is a link', ({ active }) => replaceWithLink(getReleasePath(active, ''))],
  ['its folder is renamed', ({ active }) => renameSync(getReleasePath(active, ''), `${getReleasePath(active, '')}-renamed`)],
];

let versions: Versions;
let template: string;
beforeAll(async () => {
  template = mkdtempSync(join(tmpdir(), 'faults-template-'));
  folder = template;
  const news = await deploy('news', 'one');
  const first = await deploy('gallery', 'one');
  const active = await deploy('gallery', 'two');
  const bad = await deploy('gallery', 'bad');
  await store().rollBack('gallery');
  versions = { news, first, active, bad };
});
afterAll(() => rmSync(template, { recursive: true, force: true }));
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'faults-'));
  hosts = [];
  cpSync(template, folder, { recursive: true });
});
afterEach(() => {
  for (const host of hosts) host.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Checks the host that ran during the fault, and one that starts afterwards. */
const expectBothHosts = async (running: ActiveSetSource, expected: { readonly gallery: string; readonly news: string }): Promise<void> => {
  await refresh(running);
  for (const host of [running, await startHost()]) {
    expect({ gallery: getOutcome(host, '/gallery/photo'), news: getOutcome(host, '/news'), unknown: getOutcome(host, '/nope') }).toEqual({
      ...expected,
      unknown: '404',
    });
    expect(host.current().browserSet.remotes.gallery?.versions.map(({ version }) => version)).not.toContain(versions.bad);
  }
};

describe('REL-03 a fault of the registry', () => {
  it.each(REGISTRY_FAULTS)('%s: the set stays active, even after a restart, and the next release repairs the registry', async (_name, apply) => {
    const running = await startHost();
    apply();
    await expectBothHosts(running, { gallery: versions.active, news: versions.news });

    const next = await deploy('gallery', 'three');
    await expectBothHosts(running, { gallery: next, news: versions.news });
    expect(running.current().registry.state).toBe('current');

    await store().rollBack('gallery');
    await expectBothHosts(running, { gallery: versions.active, news: versions.news });
  });

  it.each(REGISTRY_FAULTS)('%s while no host runs: a new host serves the set, and a rollback works', async (_name, apply) => {
    apply();
    const host = await startHost();
    expect([getOutcome(host, '/gallery'), getOutcome(host, '/news')]).toEqual([versions.active, versions.news]);

    await store().rollBack('gallery');
    await expectBothHosts(host, { gallery: versions.first, news: versions.news });
    expect(host.current().registry.state).toBe('current');
  });
});

describe('REL-03 a fault of the active release', () => {
  it.each(RELEASE_FAULTS)('%s: the last good version is served, even after a restart, and a release repairs it', async (_name, apply) => {
    const running = await startHost();
    apply(versions);
    await expectBothHosts(running, { gallery: versions.first, news: versions.news });

    expect(await deploy('gallery', 'two')).toBe(versions.active);
    await expectBothHosts(running, { gallery: versions.active, news: versions.news });
  });

  it.each(RELEASE_FAULTS)('%s, and no other version exists: its paths respond with 503, and a release repairs them', async (_name, apply) => {
    const running = await startHost();
    apply(versions);
    apply({ ...versions, active: versions.first });
    await expectBothHosts(running, { gallery: '503', news: versions.news });

    const next = await deploy('gallery', 'three');
    await expectBothHosts(running, { gallery: next, news: versions.news });
  });
});

describe('REL-03 a disk that cannot be written', () => {
  it('OPS-10 does not stop a host from serving the next release, and is logged once with the reason', async () => {
    const running = await startHost();
    const next = await deploy('gallery', 'three');
    const writeFileSpy = jest.spyOn(jest.requireActual<typeof import('node:fs/promises')>('node:fs/promises'), 'writeFile');
    writeFileSpy.mockRejectedValue(Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC', syscall: 'write' }));
    const error = jest.mocked(log.error).mockClear();
    await refresh(running);
    await refresh(running);

    expect([getOutcome(running, '/gallery'), getOutcome(running, '/news')]).toEqual([next, versions.news]);
    expect(error.mock.calls).toEqual([[{ reason: 'ENOSPC: no space left on device' }, 'registry watch failed']]);
    writeFileSpy.mockRestore();
  });

  it('fails the release with the reason, keeps the set, and allows the release once there is space', async () => {
    const running = await startHost();
    const writeFileSpy = jest.spyOn(jest.requireActual<typeof import('node:fs/promises')>('node:fs/promises'), 'writeFile');
    writeFileSpy.mockRejectedValue(Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC', syscall: 'write' }));

    await expect(deploy('gallery', 'three')).rejects.toThrow('no space left on device');
    await expect(store().rollBack('gallery')).rejects.toThrow('no space left on device');
    await expectBothHosts(running, { gallery: versions.active, news: versions.news });

    writeFileSpy.mockRestore();
    const next = await deploy('gallery', 'three');
    await expectBothHosts(running, { gallery: next, news: versions.news });
    expect(readdirSync(join(folder, 'releases/gallery')).filter((name) => name.startsWith('.'))).toEqual([]);
  });
});
