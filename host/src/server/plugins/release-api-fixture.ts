import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createCallLog } from '@site/releases/call-log';
import { createReleaseApi } from '@site/releases/release-api';
import { openHistory } from '@site/releases/release-history';
import { createReleaseStore, type ReleaseStore } from '@site/releases/release-store';
import { createTokenStore } from '@site/releases/release-tokens';
import fastify, { type LightMyRequestResponse } from 'fastify';
import { releaseApiRoutes } from './release-api.ts';

/** Finds one route, and no fault unless the bundle contains `broken`. The real probe has its own tests. */
const PROBE = `
let text = '';
process.stdin.on('data', (data) => { text += data; }).on('end', () => {
  const { secret, code } = JSON.parse(text);
  const send = (message) => require('node:fs').writeSync(3, secret + ' ' + JSON.stringify(message) + '\\n');
  send({ type: 'step', name: 'start' });
  if (code.includes('broken')) send({ type: 'finding', where: 'the bundle', what: 'is broken.', fix: 'Fix it.', check: 'server' });
  send({ type: 'routes', routes: [{ pattern: '/gallery', kind: 'page', render: 'content', shell: true }] });
  send({ type: 'done' });
});`;

export const sha256 = (content: string | Buffer): string => createHash('sha256').update(content).digest('base64');

const RUNTIME_NAME = 'remote_gallery_0a';
export const ENTRY = `${RUNTIME_NAME}.js`;

export type Files = Record<string, string | Buffer>;
/** A build whose version depends on its text. */
export const build = (text: string, manifest: object = {}): Files => ({
  'browser/build.json': JSON.stringify({
    contract: 2,
    entry: ENTRY,
    chunks: {},
    paths: ['/gallery'],
    isPrivate: false,
    runtimeName: RUNTIME_NAME,
    shared: { react: '19.0.0' },
    assets: [ENTRY],
    ...manifest,
  }),
  [`browser/${ENTRY}`]: text,
  'server/routes.cjs': `// ${text}`,
});
export const hashAll = (files: Files): Record<string, string> => Object.fromEntries(Object.entries(files).map(([path, content]) => [path, sha256(content)]));
export const getVersion = (files: Files): string =>
  `1.0.0-${createHash('sha256')
    .update(JSON.stringify(hashAll(files)))
    .digest('hex')
    .slice(0, 10)}`;

export type Part = readonly [name: string, content: string | Buffer];
export const encode = async (parts: readonly Part[]): Promise<{ headers: Record<string, string>; payload: Buffer }> => {
  const form = new FormData();
  for (const [name, content] of parts) {
    if (name === 'release') form.append(name, String(content));
    else form.append(name, new Blob([new Uint8Array(Buffer.from(content))]), 'a file');
  }
  const response = new Response(form);
  return { headers: { 'content-type': response.headers.get('content-type') ?? '' }, payload: Buffer.from(await response.arrayBuffer()) };
};
export const describeFiles = (files: Files, changes: object = {}): Part => [
  'release',
  JSON.stringify({ packageVersion: '1.0.0', files: hashAll(files), browser: 'skipped', ...changes }),
];

/** Publishes and activates without the API, as `npm start` does. */
const createPublisher = (store: ReleaseStore, folder: string) => ({
  publish: async (remote: string, text: string, manifest: object = {}): Promise<string> => {
    const dist = mkdtempSync(join(folder, 'dist-'));
    for (const [path, content] of Object.entries(build(text, manifest))) {
      mkdirSync(dirname(join(dist, path)), { recursive: true });
      writeFileSync(join(dist, path), content);
    }
    return (await store.publish(remote, '1.0.0', dist)).version;
  },
  activate: async (remote: string, version: string): Promise<void> => void (await store.activate(await store.readRelease(remote, version))),
});

/** Publishes two good versions of the gallery, one of each other kind, and one version of the news. */
const publishVersions = async (store: ReleaseStore, folder: string) => {
  const { publish, activate } = createPublisher(store, folder);
  const first = await publish('gallery', 'first');
  await activate('gallery', first);
  const bad = await publish('gallery', 'bad');
  await activate('gallery', bad);
  await store.rollBack('gallery', 'it breaks the lightbox');
  const second = await publish('gallery', 'second');
  await activate('gallery', second);
  const damaged = await publish('gallery', 'damaged');
  writeFileSync(join(folder, 'releases/gallery', damaged, `browser/${ENTRY}`), 'changed on the disk');
  const broken = await publish('gallery', 'broken');
  const news = await publish('news', 'news', { paths: ['/news'] });
  await activate('news', news);
  return { first, second, bad, damaged, broken, news };
};

const DAY_MS = 86_400_000;

/** Creates one token of each kind, keyed by the name that tests use. */
const createTokens = async (store: ReleaseStore) => {
  const log = store.openLog('tokens');
  const tokens = createTokenStore(log);
  const create = async (name: string, { remote = 'gallery', scopes = ['publish', 'activate'] as ('publish' | 'activate')[], ago = 0 } = {}) =>
    (await createTokenStore(log, () => Date.now() - ago * DAY_MS).create({ remote, name, scopes, days: 30 })).text;
  const token = {
    gallery: await create('gallery-ci'),
    publish: await create('gallery-publisher', { scopes: ['publish'] }),
    activate: await create('gallery-operator', { scopes: ['activate'] }),
    foreign: await create('news-ci', { remote: 'news' }),
    unregistered: await create('weather-ci', { remote: 'weather' }),
    expired: await create('gallery-old', { ago: 90 }),
    revoked: await create('gallery-lost'),
  };
  await tokens.revoke('gallery-lost');
  return { tokens, token };
};

interface Call {
  readonly method?: 'GET' | 'POST' | 'PUT';
  readonly url: string;
  readonly authorization?: string | undefined;
  readonly headers?: Record<string, string>;
  readonly payload?: string | Buffer | undefined;
}

/** Starts a server with only the release API, over a store with releases and tokens. */
export const startReleaseApiSite = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'release-api-'));
  const temporaryFolder = join(folder, 'tmp');
  mkdirSync(temporaryFolder);
  const store = createReleaseStore(join(folder, 'releases'));
  const history = openHistory(store);
  const versions = await publishVersions(store, folder);
  const { tokens, token } = await createTokens(store);
  const lines: object[] = [];
  let onRecorded = (): void => undefined;
  const callLog = createCallLog({
    history: { append: async (entry) => history.append(entry).then(() => onRecorded()) },
    onEntry: (entry) => void lines.push(entry),
    onFailure: (reason) => {
      throw new Error(reason);
    },
  });
  const app = fastify();
  const api = createReleaseApi({
    store,
    tokens,
    startProbe: () => spawn(process.execPath, ['-e', PROBE], { stdio: ['pipe', 'ignore', 'pipe', 'pipe'] }),
    buildId: 'host-1',
    whenServed: async () => ({ isServed: true }),
    hmacKey: Buffer.alloc(32, 1),
    temporaryFolder,
  });
  await app.register(releaseApiRoutes, { api, history, callLog });

  let address = 0;
  /** Sends each call from a different address, so that the limit on failed tokens does not hide another rejection. */
  const call = ({ method = 'POST', url, authorization, headers = {}, payload }: Call): Promise<LightMyRequestResponse> => {
    address += 1;
    return app.inject({
      method,
      url,
      remoteAddress: `10.0.${address >> 8}.${address & 255}`,
      headers: { ...(authorization === undefined ? {} : { authorization }), ...headers },
      ...(payload === undefined ? {} : { payload }),
    });
  };
  const put = async (parts: readonly Part[], { version = 'any', authorization = `Bearer ${token.gallery}`, remote = 'gallery' } = {}) =>
    call({ method: 'PUT', url: `/releases/${remote}/versions/${version}`, authorization, ...(await encode(parts)) });

  return {
    folder,
    temporaryFolder,
    app,
    store,
    history,
    versions,
    tokens,
    token,
    lines,
    /** Resolves when the next entry has been added to the history. */
    whenRecorded: (): Promise<void> =>
      new Promise((resolve) => {
        onRecorded = resolve;
      }),
    call,
    post: (url: string, body: object, text = token.gallery) =>
      call({ url: `/releases${url}`, authorization: `Bearer ${text}`, headers: { 'content-type': 'application/json' }, payload: JSON.stringify(body) }),
    get: (url: string, text = token.gallery) => call({ method: 'GET', url: `/releases${url}`, authorization: `Bearer ${text}` }),
    put,
    upload: (files: Files, options: { version?: string; authorization?: string; remote?: string; description?: object } = {}) =>
      put([describeFiles(files, options.description), ...Object.entries(files)], { version: getVersion(files), ...options }),
    close: async (): Promise<void> => {
      await app.close();
      rmSync(folder, { recursive: true });
    },
  };
};
