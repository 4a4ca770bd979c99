import { createContext, runInContext } from 'node:vm';
import { siteFixture } from '@site/shared/testing/fixtures';
import { createCopySigner } from './copy-signer.server.ts';
import { createOfflinePage } from './offline-page.server.ts';
import { createWorkerScript } from './service-worker.server.ts';
import { COPY_HEADER } from './signed-copy.ts';

export const ORIGIN = 'https://site.example';
export const signer = createCopySigner(Buffer.alloc(32, 1));
export const edition = signer.getEdition('set-1');
export const HEAD_SCRIPT = 'quickExit()';
export const workerOptions = {
  edition,
  publicKey: signer.publicKey,
  offlinePage: createOfflinePage(siteFixture(), HEAD_SCRIPT),
  savedPagePolicy: "script-src 'sha256-x'",
  privatePaths: ['/admin', '/login'],
  formPath: '/api/forms/volunteer',
};
export const script = createWorkerScript(workerOptions);

type Key = string | { readonly url: string };
export const getAddress = (key: Key): string => (typeof key === 'string' ? key : key.url).replace(ORIGIN, '');

/** Creates a fake `CacheStorage`. `kept` holds its caches by name, each with its entries by path. */
const createCaches = (kept: Record<string, Record<string, Response>> = {}) => ({
  keys: async () => Object.keys(kept),
  delete: async (name: string) => delete kept[name],
  has: async (name: string) => name in kept,
  open: async (name: string) => {
    const entries = kept[name] ?? {};
    kept[name] = entries;
    return {
      keys: async () => Object.keys(entries).map((address) => ({ url: `${ORIGIN}${address}` })),
      match: async (key: Key) => entries[getAddress(key)]?.clone(),
      put: async (key: Key, response: Response) => {
        entries[getAddress(key)] = response;
      },
      delete: async (key: Key) => delete entries[getAddress(key)],
    };
  },
  match: async (key: Key, { cacheName = '' } = {}) =>
    Object.entries(kept)
      .filter(([name]) => cacheName === '' || name === cacheName)
      .map(([, entries]) => entries[getAddress(key)]?.clone())
      .find((response) => response !== undefined),
});

interface Scope {
  readonly kept?: Record<string, Record<string, Response>>;
  readonly fetch?: (request: { url: string }, init?: RequestInit) => Promise<Response>;
}

export const failToFetch = () => Promise.reject(new TypeError('Failed to fetch'));

export const start = (code: string, { kept = {}, fetch = failToFetch }: Scope = {}) => {
  const listeners: Record<string, (event: object) => void> = {};
  const registration = { unregister: jest.fn(), navigationPreload: { enable: jest.fn() } };
  const clients = { claim: jest.fn() };
  const globals = {
    caches: createCaches(kept),
    fetch,
    registration,
    clients,
    skipWaiting: jest.fn(),
    location: { origin: ORIGIN },
    URL,
    Response,
    TextEncoder,
    atob,
    btoa,
    crypto,
  };
  runInContext(
    code,
    createContext({ ...globals, addEventListener: (name: string, listener: (event: object) => void) => Object.assign(listeners, { [name]: listener }) }),
  );
  const background: unknown[] = [];
  /** Resolves with the response, or with the work that the event passes to `waitUntil`. `settle` waits for all such work. */
  const dispatch = async (name: string, event: object = {}): Promise<unknown> => {
    let response: unknown;
    const firstIndex = background.length;
    listeners[name]?.({ ...event, waitUntil: (work: unknown) => background.push(work), respondWith: (work: unknown) => (response = work) });
    return response ?? background[firstIndex];
  };
  const settle = async (): Promise<void> => void (await Promise.allSettled(background));
  const get = (path: string, request: object = {}, preloadResponse?: Promise<Response>): Promise<unknown> =>
    dispatch('fetch', { preloadResponse, request: { url: new URL(path, ORIGIN).href, method: 'GET', mode: 'navigate', destination: 'document', ...request } });
  return { dispatch, get, settle, registration, clients, kept };
};

export const page = (text: string) => new Response(text);
export const HTML_TYPE = 'text/html; charset=utf-8';
/** Creates the signed copy that the host sends for a path. */
export const copy = (address: string, text: string, type = HTML_TYPE, signedAs = edition): Response => {
  const signature = signer.sign(signedAs, { address, type, body: Buffer.from(text) });
  return new Response(text, { headers: { 'content-type': type, [COPY_HEADER]: signature } });
};
/** Creates the cache of a saved page without files. */
export const saved = (address: string, text: string, signedAs = edition) => ({ [`saved ${address}`]: { [address]: copy(address, text, HTML_TYPE, signedAs) } });
export const read = async (response: unknown): Promise<string> => (response instanceof Response ? response.text() : '');
