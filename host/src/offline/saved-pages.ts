import { pause } from '../scheduling/pause.ts';

/** A cache for each page that is kept on this device, with its address; the worker and the quick exit know it too. */
export const SAVED_PREFIX = 'saved ';
/** Where the worker lists them. */
export const SAVED_PAGES_PATH = '/saved-pages';

const getCacheName = (address: string): string => `${SAVED_PREFIX}${address}`;

export const isSaved = (address: string): Promise<boolean> => caches.has(getCacheName(address));

export const removePage = (address: string): Promise<boolean> => caches.delete(getCacheName(address));

const isOwn = (address: string): boolean => URL.canParse(address, document.baseURI) && new URL(address, document.baseURI).origin === window.location.origin;

/** The stylesheets that the copy links, and the fonts and images that the page shows now. Scripts are left out: a page is complete without. */
const listResources = (html: string): string[] => {
  // Those of the open page may be of another version, or have been requested again under another address.
  const styles = [...html.matchAll(/<link rel="stylesheet"[^>]* href="([^"]+)"/g)].map(([, href = '']) => href);
  const images = [...document.images].flatMap(({ complete, naturalWidth, currentSrc }) => (complete && naturalWidth > 0 ? currentSrc : []));
  const fonts = performance.getEntriesByType('resource').flatMap(({ name }) => (name.endsWith('.woff2') ? name : []));
  return [...new Set([...styles, ...images, ...fonts])].filter(isOwn);
};

/** For how long a copy waits for images that have not been in view. */
const IMAGES_LIMIT_MS = 10_000;

/** Images that wait until they are in view are requested, as for printing (`image-waiting-script.ts`). */
const loadWaitingImages = async (): Promise<void> => {
  const waiting = [...document.querySelectorAll<HTMLImageElement>('img[data-src]')];
  dispatchEvent(new Event('beforeprint'));
  await Promise.race([Promise.allSettled(waiting.map((image) => image.decode())), pause(IMAGES_LIMIT_MS)]);
};

/** Throws when the page cannot be loaded, or the device has no room. */
export const savePage = async (address: string, title: string): Promise<void> => {
  const response = await fetch(address, { headers: { accept: 'text/html' } });
  if (!response.ok) throw new Error(`The page responded with ${response.status}.`);
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'x-title': encodeURIComponent(title),
  };
  // The worker leaves it no script that applies the stylesheets.
  const html = (await response.text()).replaceAll(' media="print"', '');
  try {
    const cache = await caches.open(getCacheName(address));
    await cache.put(address, new Response(html, { headers }));
    await loadWaitingImages();
    // A picture that is missing is no reason to lose the text.
    await Promise.allSettled(listResources(html).map((resource) => cache.add(resource)));
  } catch (error) {
    await removePage(address);
    throw error;
  }
};
