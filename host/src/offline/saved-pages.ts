import { pause } from '../scheduling/pause.ts';

/** A cache for each page that is kept on this device, with its address; the worker and the quick exit know it too. */
export const SAVED_PREFIX = 'saved ';
/** Where the worker lists them, and takes requests to save one. Below it the host has the signed copy of each page and file. */
export const SAVED_PAGES_PATH = '/saved-pages';

const getCacheName = (address: string): string => `${SAVED_PREFIX}${address}`;

export const isSaved = (address: string): Promise<boolean> => caches.has(getCacheName(address));

export const removePage = (address: string): Promise<boolean> => caches.delete(getCacheName(address));

const isOwn = (address: string): boolean => URL.canParse(address, document.baseURI) && new URL(address, document.baseURI).origin === window.location.origin;

/** The fonts and images that the page shows now; the worker adds the stylesheets. Scripts are left out: a page is complete without. */
const listFiles = (): string[] => {
  const images = [...document.images].flatMap(({ complete, naturalWidth, currentSrc }) => (complete && naturalWidth > 0 ? currentSrc : []));
  const fonts = performance.getEntriesByType('resource').flatMap(({ name }) => (name.endsWith('.woff2') ? name : []));
  return [...images, ...fonts].filter(isOwn).map((address) => {
    const { pathname, search } = new URL(address, document.baseURI);
    return `${pathname}${search}`;
  });
};

/** For how long a copy waits for images that have not been in view. */
const IMAGES_LIMIT_MS = 10_000;

/** Images that wait until they are in view are requested, as for printing (`image-waiting-script.ts`). */
const loadWaitingImages = async (): Promise<void> => {
  const waiting = [...document.querySelectorAll<HTMLImageElement>('img[data-src]')];
  dispatchEvent(new Event('beforeprint'));
  await Promise.race([Promise.allSettled(waiting.map((image) => image.decode())), pause(IMAGES_LIMIT_MS)]);
};

/** Has the worker keep the page (`saved-pages-script.ts`). Throws when it cannot be loaded, the device has no room, or no worker has this page. */
export const savePage = async (address: string): Promise<void> => {
  await loadWaitingImages();
  const response = await fetch(SAVED_PAGES_PATH, { method: 'POST', body: JSON.stringify({ address, files: listFiles() }) });
  if (!response.ok) throw new Error(`Saving the page responded with ${response.status}.`);
};
