import { SAVED_PAGES_PATH, SAVED_PREFIX } from '../../offline/saved-pages.ts';
import { COPY_ALGORITHM, COPY_HEADER } from './copy-signer.ts';

interface SavedPagesOptions {
  /** The edition that the host signs copies with at present. */
  readonly edition: string;
  /** See `createCopySigner`. */
  readonly publicKey: string;
}

/**
 * Creates the part of the worker that saves pages and finds them again. It shows only copies that the host has signed for their URL, whichever script wrote
 * them into the cache. After a release and after a rollback, `refreshSaved` requests each saved page again, and deletes pages that the host no longer has.
 */
export const createSavedPagesScript = ({ edition, publicKey }: SavedPagesOptions): string => `
const PREFIX = ${JSON.stringify(SAVED_PREFIX)};
const COPIES = ${JSON.stringify(SAVED_PAGES_PATH)};
const EDITION = ${JSON.stringify(edition)};
const HEADER = ${JSON.stringify(COPY_HEADER)};
const ALGORITHM = ${JSON.stringify(COPY_ALGORITHM)};

const toBytes = (text) => Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
let publicKey;
const getKey = () => (publicKey = publicKey || crypto.subtle.importKey('raw', toBytes(${JSON.stringify(publicKey)}), ALGORITHM, false, ['verify']));

const isSigned = async (address, response) => {
  try {
    const [edition, signature] = response.headers.get(HEADER).split(' ');
    const digest = new Uint8Array(await crypto.subtle.digest(ALGORITHM.hash, await response.clone().arrayBuffer()));
    const text = [address, response.headers.get('content-type'), edition, btoa(String.fromCharCode(...digest))].join('\\n');
    return await crypto.subtle.verify(ALGORITHM, await getKey(), toBytes(signature), new TextEncoder().encode(text));
  } catch {
    return false;
  }
};

const toAddress = (url) => {
  const { pathname, search } = new URL(url, location.origin);
  return pathname + search;
};

// Finds an entry of any saved page, or of the page that the options name. Entries that the host has not signed are ignored.
const findSigned = async (address, options) => {
  const kept = await caches.match(address, { ignoreVary: true, ...options });
  return kept && (await isSigned(address, kept)) ? kept : undefined;
};
const findSaved = (address) => findSigned(address, { cacheName: PREFIX + address });
const listNames = async () => (await caches.keys()).filter((name) => name.startsWith(PREFIX));

const ask = async (address, method) => {
  const response = await fetch(COPIES + address, { method });
  if (!response.ok) throw Object.assign(new Error('The copy responded with ' + response.status + '.'), { isGone: response.status === 404 || response.status === 410 });
  return response;
};
const toEntry = (body, headers) => new Response(body, { headers: { 'content-type': headers.get('content-type'), [HEADER]: headers.get(HEADER) } });

// If the device already has the content, only its new signature is sent.
const fetchCopy = async (address, held) => {
  if (held) {
    const entry = toEntry(await held.blob(), (await ask(address, 'HEAD')).headers);
    if (await isSigned(address, entry)) return entry;
  }
  const copy = await ask(address, 'GET');
  return toEntry(await copy.blob(), copy.headers);
};

const listStyles = (html) => [...html.matchAll(/<link rel="stylesheet"[^>]* href="([^"]+)"/g)].map(([, href]) => href);
// The text is saved even if some files are missing.
const keepFiles = (cache, files) =>
  Promise.allSettled([...new Set(files)].map(async (file) => cache.put(file, await fetchCopy(file, await fetch(file).catch(() => undefined)))));

// Counts the quick exits, which delete everything. A page that was being saved at that moment must not stay.
let exits = 0;

const savePage = async (request) => {
  const began = exits;
  const { address, files } = await request.json();
  const page = await fetchCopy(address);
  const html = await page.clone().text();
  const cache = await caches.open(PREFIX + address);
  try {
    await cache.put(address, page);
    await keepFiles(cache, [...listStyles(html), ...files]);
    if (exits !== began || !(await caches.has(PREFIX + address))) throw new Error('The page was deleted meanwhile.');
  } catch (error) {
    await caches.delete(PREFIX + address);
    throw error;
  }
  return new Response(null, { status: 204 });
};

const refreshPage = async (name) => {
  const address = name.slice(PREFIX.length);
  // If the page is deleted from now on, writes to this cache are lost.
  const cache = await caches.open(name);
  const kept = await cache.match(address);
  // The page was already deleted, and \`open\` has created an empty cache, which must not look like a saved page.
  if (!kept) return void (await caches.delete(name));
  if ((kept.headers.get(HEADER) || '').startsWith(EDITION + ' ') && (await isSigned(address, kept))) return;
  let page;
  try {
    page = await fetchCopy(address, kept);
  } catch (error) {
    if (error.isGone) await caches.delete(name);
    return;
  }
  const html = await page.clone().text();
  const files = (await cache.keys()).map(({ url }) => toAddress(url)).filter((file) => file !== address);
  const unsigned = [];
  for (const file of files) {
    if (!html.includes(file.replaceAll('&', '&amp;'))) await cache.delete(file);
    else if (!(await isSigned(file, await cache.match(file)))) unsigned.push(file);
  }
  await keepFiles(cache, [...listStyles(html).filter((file) => !files.includes(file)), ...unsigned]);
  // Stored last, so that an interrupted refresh starts again.
  await cache.put(address, page);
};

let refreshing;
const refreshSaved = () => {
  const refresh = async () => {
    for (const name of await listNames()) await refreshPage(name);
  };
  return (refreshing = refreshing || refresh().finally(() => (refreshing = undefined)));
};
`;
