/** @jest-environment node */
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createReleaseStore, type ReleaseStore } from '@site/releases/release-store';
import { createRandom } from '@site/shared/testing/random';
import type { FastifyBaseLogger } from 'fastify';
import { type ActiveSetSource, createActiveSet, findOwningRemote } from './active-set.ts';
import { readServerBundle } from './server-bundle.ts';

const log = { error: jest.fn(), warn: jest.fn(), info: jest.fn() } as unknown as FastifyBaseLogger;
const FILES = ['browser/entry.js', 'browser/build.json', 'browser/page.0a.css', 'server/routes.cjs'];
const MUTATIONS = 200;

let folder: string;
let running: ActiveSetSource;
/** The store of a host that has already served every file. */
let servingStore: ReleaseStore;
/** The released server bundles and entries, as `<remote>/<version>`. */
const released = new Map<string, { readonly server: string; readonly browser: string }>();
/** The code that the hosts have executed, with the name of its version. */
let executedCode: (readonly [name: string, code: string])[];
let versions: Readonly<Record<'old' | 'active' | 'bad' | 'later' | 'news' | 'oldNews', string>>;

const openStore = (data = folder) => createReleaseStore(join(data, 'releases'));
const getStorePath = (...names: string[]): string => join(folder, 'releases', ...names);

const publish = async (remote: string, content: string, data = folder) => {
  const dist = join(data, 'dist');
  const build = { contract: 2, entry: 'entry.js', chunks: { page: { js: [], css: ['page.0a.css'] } }, paths: [`/${remote}`], isPrivate: false };
  const files = { 'browser/entry.js': `browser ${content}`, 'browser/build.json': JSON.stringify(build), 'browser/page.0a.css': '.a{}' };
  for (const [file, text] of Object.entries({ ...files, 'server/routes.cjs': `server ${content}` })) {
    mkdirSync(dirname(join(dist, file)), { recursive: true });
    writeFileSync(join(dist, file), text);
  }
  return openStore(data).publish(remote, '1.0.0', dist);
};
const deploy = async (remote: string, content: string): Promise<string> => {
  const release = await publish(remote, content);
  await openStore().activate(release);
  released.set(`${remote}/${release.version}`, { server: `server ${content}`, browser: `browser ${content}` });
  return release.version;
};

const createHost = (): ActiveSetSource =>
  createActiveSet({
    // Retention marks do not matter here, and each is flushed to the disk.
    store: { ...openStore(), recordServed: async () => undefined },
    buildId: 'build',
    probe: async (bundle) => void executedCode.push([`${bundle.remote}/${bundle.version}`, (await readServerBundle(bundle)).toString()]),
    log,
  });
const refresh = async (host: ActiveSetSource): Promise<ActiveSetSource> => {
  await host.start();
  host.stop();
  return host;
};

/** The files of the store, by path. */
let original: ReadonlyMap<string, Buffer>;
const readFiles = (): Map<string, Buffer> => {
  const files = readdirSync(getStorePath(), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return new Map(files.map((entry) => join(entry.parentPath, entry.name)).map((path) => [path, readFileSync(path)]));
};
const restore = (): void => {
  const found = readFiles();
  for (const path of found.keys()) if (!original.has(path)) rmSync(path);
  for (const [path, content] of original) {
    if (found.get(path)?.equals(content)) continue;
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  }
};

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'mutations-'));
  executedCode = [];
  const oldNews = await deploy('news', 'oldNews');
  const news = await deploy('news', 'news');
  const old = await deploy('gallery', 'old');
  const active = await deploy('gallery', 'active');
  const bad = await deploy('gallery', 'bad');
  await openStore().rollBack('gallery');
  released.delete(`gallery/${bad}`);
  const later = (await publish('gallery', 'later')).version;
  versions = { old, active, bad, later, news, oldNews };
  running = await refresh(createHost());
  servingStore = openStore();
  expect(await findProblems(running)).toEqual([]);
  original = readFiles();
});
afterAll(() => {
  running.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Seeded, so that every run gets the same numbers. */
const getRandom = createRandom(5);
const random = (limit: number): number => Math.floor(getRandom() * limit);
const pick = <T>(from: readonly T[]): T => from[random(from.length)] as T;

type Mutation = readonly [name: string, apply: () => void | Promise<void>];

const changeByte = (file: string): void => {
  const content = readFileSync(file);
  const at = random(content.length);
  content[at] = (content[at] ?? 0) ^ (1 + random(255));
  writeFileSync(file, content);
};
const swap = (one: string, other: string): void => {
  renameSync(one, `${one}.swapped`);
  renameSync(other, one);
  renameSync(`${one}.swapped`, other);
};
const listGenerations = (): string[] => readdirSync(getStorePath('registry')).sort();
const getNewestGeneration = (): string => getStorePath('registry', listGenerations().at(-1) ?? '');
const getOlderGeneration = (): string => getStorePath('registry', pick(listGenerations().slice(0, -1)));
const readJson = (file: string) => JSON.parse(readFileSync(file, 'utf8'));
const edit = (file: string, change: (content: ReturnType<typeof readJson>) => void, target = file): void => {
  const content = readJson(file);
  change(content);
  writeFileSync(target, JSON.stringify(content, null, 2));
};
const toGeneration = (generation: number): string => getStorePath('registry', `${String(generation).padStart(8, '0')}.json`);

const pickVersion = (): string => pick([`gallery/${versions.active}`, `gallery/${versions.old}`, `news/${versions.news}`, `news/${versions.oldNews}`]);
const getVersionPath = (file: string, version = pickVersion()): string => getStorePath(version, file);

/** Creates releases that are signed with another party's keys. */
const signWithForeignKeys = async (change: (data: string) => Promise<void>): Promise<string> => {
  const data = mkdtempSync(join(folder, 'elsewhere-'));
  await change(data);
  return join(data, 'releases');
};

const repeat = (count: number, name: string, apply: () => void | Promise<void>): Mutation[] =>
  Array.from({ length: count }, (_, index) => [`${name} ${index + 1}`, apply] as const);

const FORGERIES: readonly Mutation[] = [
  ['a version that was rolled back is active', () => edit(getNewestGeneration(), ({ remotes }) => remotes.gallery.history.unshift(versions.bad))],
  ['a published version is active', () => edit(getNewestGeneration(), ({ remotes }) => remotes.gallery.history.unshift(versions.later))],
  [
    'a canary for everybody',
    () =>
      edit(getNewestGeneration(), ({ remotes }) =>
        Object.assign(remotes.gallery, { canary: { version: versions.later, share: 100, since: '', limits: { faultRate: 0.1, views: 1, minutes: 0 } } }),
      ),
  ],
  ['a path moved', () => edit(getNewestGeneration(), ({ remotes }) => remotes.news.paths.push(remotes.gallery.paths.pop()))],
  [
    'a remote removed',
    () =>
      edit(getNewestGeneration(), ({ remotes, removed }) => {
        removed.gallery = { ...remotes.gallery, at: '' };
        delete remotes.gallery;
      }),
  ],
  ['no signature', () => edit(getNewestGeneration(), (content) => delete content.signature)],
  [
    'the signature of another generation',
    () => edit(getNewestGeneration(), (content) => Object.assign(content, { signature: readJson(getOlderGeneration()).signature })),
  ],
  [
    'the signature of a manifest',
    () => edit(getNewestGeneration(), (content) => Object.assign(content, { signature: readJson(getVersionPath('release.json')).signature })),
  ],
  [
    'an unsigned next generation',
    () =>
      edit(
        getNewestGeneration(),
        (content) => {
          delete content.signature;
          Object.assign(content, { generation: 90 });
          content.remotes.gallery.history.unshift(versions.later);
        },
        toGeneration(90),
      ),
  ],
  ['an older set under the next number', () => cpSync(toGeneration(5), toGeneration(90))],
  ['an older set, renumbered', () => edit(toGeneration(5), (content) => Object.assign(content, { generation: 90 }), toGeneration(90))],
  ['an older set in place of the newest', () => cpSync(toGeneration(5), getNewestGeneration())],
  [
    'older sets only',
    () => {
      for (const name of listGenerations().slice(4)) rmSync(getStorePath('registry', name));
    },
  ],
  ['no set', () => rmSync(getStorePath('registry'), { recursive: true })],
  [
    'a set of another site',
    async () => {
      const store = await signWithForeignKeys(async (data) => void (await openStore(data).activate(await publish('gallery', 'evil', data))));
      cpSync(join(store, 'registry/00000001.json'), toGeneration(90));
      edit(toGeneration(90), (content) => Object.assign(content, { generation: 90 }));
    },
  ],
  [
    'another set of another site, with its release',
    async () => {
      const store = await signWithForeignKeys(async (data) => {
        for (let generation = 0; generation < 9; generation += 1) await openStore(data).setLinks('gallery', generation % 2 ? 'hide' : 'allow');
        await openStore(data).activate(await publish('gallery', 'evil', data));
      });
      cpSync(join(store, 'gallery'), getStorePath('gallery'), { recursive: true });
      cpSync(join(store, 'registry/00000010.json'), toGeneration(10));
    },
  ],
  [
    'the key of another site, listed',
    async () => {
      const store = await signWithForeignKeys(async (data) => void (await openStore(data).setLinks('gallery', 'allow')));
      edit(getNewestGeneration(), (content) => Object.assign(content, { keys: readJson(join(store, 'registry/00000001.json')).keys }));
    },
  ],
  [
    'the manifest of another site for the active version',
    async () => {
      const { version } = await publish('gallery', 'evil', mkdtempSync(join(folder, 'elsewhere-')));
      const store = await signWithForeignKeys(async (data) => void (await publish('gallery', 'evil', data)));
      for (const file of FILES) cpSync(join(store, 'gallery', version, file), getStorePath('gallery', versions.active, file));
      edit(
        join(store, 'gallery', version, 'release.json'),
        (content) => Object.assign(content, { version: versions.active }),
        getStorePath('gallery', versions.active, 'release.json'),
      );
    },
  ],
  [
    'another bundle, with its hash in the manifest',
    () => {
      const manifest = getStorePath('gallery', versions.active, 'release.json');
      writeFileSync(getStorePath('gallery', versions.active, 'server/routes.cjs'), 'evil');
      edit(manifest, ({ files }) => Object.assign(files, { 'server/routes.cjs': 'TAeBh2BVBJDqN8U2jrK1pVL/4qIkQrh8jnPUDfHUpsQ=' }));
    },
  ],
  [
    'another bundle, and a manifest without a signature',
    () => {
      writeFileSync(getStorePath('gallery', versions.active, 'server/routes.cjs'), 'evil');
      edit(getStorePath('gallery', versions.active, 'release.json'), (content) => {
        delete content.signature;
      });
    },
  ],
  [
    'a manifest that says the same in another order',
    () =>
      edit(getStorePath('gallery', versions.active, 'release.json'), (content) => {
        const { entry } = content;
        delete content.entry;
        Object.assign(content, { entry });
      }),
  ],
  ['a manifest for another contract', () => edit(getVersionPath('release.json'), (content) => Object.assign(content, { contract: 3 }))],
  [
    'an entry of the same length, with its old times',
    () => {
      const file = getVersionPath('browser/entry.js');
      const { atime, mtime } = statSync(file);
      changeByte(file);
      utimesSync(file, atime, mtime);
    },
  ],
  ['the folder of the version that was rolled back', () => swap(getStorePath('gallery', versions.active), getStorePath('gallery', versions.bad))],
  ['the folder of a later version', () => swap(getStorePath('gallery', versions.old), getStorePath('gallery', versions.later))],
  ['the folder of another remote', () => swap(getStorePath('gallery', versions.active), getStorePath('news', versions.oldNews))],
];

const SWAPS: readonly Mutation[] = [
  ...repeat(8, 'two files of a version', () => {
    const version = pickVersion();
    const file = pick(FILES);
    swap(getVersionPath(file, version), getVersionPath(pick(FILES.filter((other) => other !== file)), version));
  }),
  ...repeat(8, 'the same file of two versions', () => {
    const file = pick(['browser/entry.js', 'server/routes.cjs', 'release.json']);
    swap(getVersionPath(file, `gallery/${pick([versions.active, versions.old])}`), getVersionPath(file, `gallery/${pick([versions.bad, versions.later])}`));
  }),
  ...repeat(4, 'the newest set and an older one', () => swap(getNewestGeneration(), getOlderGeneration())),
];

/** All mutations, with as many random ones as needed. */
const listMutations = (): Mutation[] => {
  const removals = [
    ...repeat(8, 'a file removed', () => rmSync(getVersionPath(pick(FILES)))),
    ...repeat(4, 'a manifest removed', () => rmSync(getVersionPath('release.json'))),
    ...repeat(4, 'a version removed', () => rmSync(getVersionPath(''), { recursive: true })),
    ...repeat(4, 'a set removed', () => rmSync(pick([getNewestGeneration(), getOlderGeneration()]))),
    ...repeat(6, 'a file truncated', () => {
      const file = pick([getVersionPath(pick(FILES)), getVersionPath('release.json'), getNewestGeneration()]);
      truncateSync(file, random(readFileSync(file).length));
    }),
  ];
  const named = [...FORGERIES, ...SWAPS, ...removals];
  const kinds = [() => getVersionPath(pick(FILES)), () => getVersionPath('release.json'), getNewestGeneration, getNewestGeneration, getOlderGeneration];
  const bytes = Array.from(
    { length: MUTATIONS - named.length },
    (_, index): Mutation => [`byte ${index + 1}`, () => changeByte((kinds[index % kinds.length] ?? getNewestGeneration)())],
  );
  return [...named, ...bytes];
};

/** Lists what is wrong with the host's current state, for example an altered file or a version that was never activated. */
const findProblems = async (host: ActiveSetSource): Promise<string[]> => {
  const wrong: string[] = [];
  for (const remote of ['gallery', 'news']) {
    const owner = findOwningRemote(host.current(), `/${remote}`);
    if (owner?.release.remote !== remote) wrong.push(`/${remote} is not served`);
    for (const { release, styles } of owner?.usableVersions ?? []) {
      const expected = released.get(`${remote}/${release.version}`);
      if (expected === undefined) wrong.push(`${remote} ${release.version} is active`);
      else if (styles.page?.[0]?.css !== '.a{}') wrong.push(`${remote} has other styles`);
    }
  }
  for (const [name, { browser }] of released) {
    const [remote = '', version = ''] = name.split('/');
    const served = await servingStore.findBrowserFolder(remote, version, 'entry.js');
    if (served !== undefined && readFileSync(join(served, 'entry.js'), 'utf8') !== browser) wrong.push(`another entry of ${name} is served`);
  }
  if (host.canaries().length > 0) wrong.push('a canary runs');
  for (const [name, code] of executedCode) if (released.get(name)?.server !== code) wrong.push(`executed ${code} as ${name}`);
  return wrong;
};

describe('RLS-05 a store that an attacker has changed', () => {
  it(`is never used unchecked, and every page stays available: ${MUTATIONS} changes of files, manifests, sets and signatures`, async () => {
    const mutations = listMutations();
    const failures: string[] = [];
    for (const [index, [name, apply]] of mutations.entries()) {
      executedCode = [];
      await apply();
      // The running host has already checked most files.
      const hosts = [await refresh(createHost()), ...(index % 4 === 0 ? [await refresh(running)] : [])];
      for (const host of hosts) for (const wrong of await findProblems(host)) failures.push(`${name}: ${wrong}`);
      restore();
    }
    expect(mutations).toHaveLength(MUTATIONS);
    expect(failures.slice(0, 20)).toEqual([]);
    expect((await refresh(running)).current().registry.state).toBe('current');
  });
});
