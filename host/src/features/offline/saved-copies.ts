import { SAVED_PREFIX, type SavePageRequest } from './saved-pages.ts';
import { COPY_HEADER } from './signed-copy.ts';
import { fetchCopy, isGone, isSigned } from './verify-copy.ts';
import { edition } from './worker-settings.ts';

/**
 * Saves pages and finds them again. It shows only copies that the host has signed for their URL, whichever script wrote them into the cache. After a release
 * and after a rollback, `refreshSavedPages` requests each saved page again, and deletes pages that the host no longer has.
 */

export const toAddress = (url: string): string => {
  const { pathname, search } = new URL(url, location.origin);
  return pathname + search;
};

/** Finds an entry of any saved page, or of the page that the options name. Entries that the host has not signed are ignored. */
export const findSigned = async (address: string, options?: MultiCacheQueryOptions): Promise<Response | undefined> => {
  const entry = await caches.match(address, { ignoreVary: true, ...options });
  return (await isSigned(address, entry)) ? entry : undefined;
};

export const findSavedPage = (address: string): Promise<Response | undefined> => findSigned(address, { cacheName: SAVED_PREFIX + address });

const listCacheNames = async (): Promise<string[]> => (await caches.keys()).filter((name) => name.startsWith(SAVED_PREFIX));

export const listSavedAddresses = async (): Promise<string[]> => (await listCacheNames()).map((name) => name.slice(SAVED_PREFIX.length));

const listStyles = (html: string): string[] => [...html.matchAll(/<link rel="stylesheet"[^>]* href="([^"]+)"/g)].flatMap(([, href]) => href ?? []);

const saveFile = async (cache: Cache, file: string): Promise<void> => cache.put(file, await fetchCopy(file, await fetch(file).catch(() => undefined)));

/** The text is saved even if some files are missing. */
const saveFiles = (cache: Cache, files: readonly string[]): Promise<unknown> => Promise.allSettled([...new Set(files)].map((file) => saveFile(cache, file)));

/** Number of quick exits, which delete everything. A page that was being saved at that moment must not stay. */
let exits = 0;
export const countExit = (): void => {
  exits += 1;
};

export const savePage = async (request: Request): Promise<Response> => {
  const exitsBefore = exits;
  const { address, files }: SavePageRequest = await request.json();
  const page = await fetchCopy(address);
  const html = await page.clone().text();
  const cacheName = SAVED_PREFIX + address;
  const cache = await caches.open(cacheName);
  try {
    await cache.put(address, page);
    await saveFiles(cache, [...listStyles(html), ...files]);
    if (exits !== exitsBefore || !(await caches.has(cacheName))) throw new Error('The page was deleted meanwhile.');
  } catch (error) {
    await caches.delete(cacheName);
    throw error;
  }
  return new Response(null, { status: 204 });
};

const refreshFiles = async (cache: Cache, address: string, html: string): Promise<void> => {
  const files = (await cache.keys()).map(({ url }) => toAddress(url)).filter((file) => file !== address);
  const unsignedFiles: string[] = [];
  for (const file of files) {
    if (!html.includes(file.replaceAll('&', '&amp;'))) await cache.delete(file);
    else if (!(await isSigned(file, await cache.match(file)))) unsignedFiles.push(file);
  }
  await saveFiles(cache, [...listStyles(html).filter((file) => !files.includes(file)), ...unsignedFiles]);
};

const isCurrent = async (address: string, page: Response): Promise<boolean> =>
  page.headers.get(COPY_HEADER)?.startsWith(`${edition} `) === true && (await isSigned(address, page));

const refreshPage = async (address: string): Promise<void> => {
  const cacheName = SAVED_PREFIX + address;
  // If the page is deleted from now on, writes to this cache are lost.
  const cache = await caches.open(cacheName);
  const saved = await cache.match(address);
  if (saved === undefined) {
    // The page was already deleted, and `open` has created an empty cache, which must not look like a saved page.
    await caches.delete(cacheName);
    return;
  }
  if (await isCurrent(address, saved)) return;
  let page: Response;
  try {
    page = await fetchCopy(address, saved);
  } catch (error) {
    if (isGone(error)) await caches.delete(cacheName);
    return;
  }
  await refreshFiles(cache, address, await page.clone().text());
  // Stored last, so that an interrupted refresh starts again.
  await cache.put(address, page);
};

let refresh: Promise<void> | undefined;

export const refreshSavedPages = (): Promise<void> => {
  const refreshAll = async (): Promise<void> => {
    for (const address of await listSavedAddresses()) await refreshPage(address);
  };
  refresh ??= refreshAll().finally(() => {
    refresh = undefined;
  });
  return refresh;
};
