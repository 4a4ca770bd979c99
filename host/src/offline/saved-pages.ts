import { pause } from '../scheduling/pause.ts';

/** Prefix of the cache for each page that is saved on this device, followed by the page's URL. The worker and the quick exit use it too. */
export const SAVED_PREFIX = 'saved ';
/** Path at which the worker lists the saved pages and takes requests to save a page. Below it, the host serves the signed copy of each page and file. */
export const SAVED_PAGES_PATH = '/saved-pages';

const getCacheName = (address: string): string => `${SAVED_PREFIX}${address}`;

export const isSaved = (address: string): Promise<boolean> => caches.has(getCacheName(address));

export const removePage = (address: string): Promise<boolean> => caches.delete(getCacheName(address));

const isOwn = (address: string): boolean => URL.canParse(address, document.baseURI) && new URL(address, document.baseURI).origin === window.location.origin;

/** Fonts and images that the page shows now; the worker adds the stylesheets. Scripts are left out, because the saved page is complete without them. */
const listFiles = (): string[] => {
  const images = [...document.images].flatMap(({ complete, naturalWidth, currentSrc }) => (complete && naturalWidth > 0 ? currentSrc : []));
  const fonts = performance.getEntriesByType('resource').flatMap(({ name }) => (name.endsWith('.woff2') ? name : []));
  return [...images, ...fonts].filter(isOwn).map((address) => {
    const { pathname, search } = new URL(address, document.baseURI);
    return `${pathname}${search}`;
  });
};

/** Maximum time that a copy waits for images that have not been in view. */
const IMAGES_LIMIT_MS = 10_000;

/** Requests images that load only in view, as for printing (`image-waiting-script.ts`). */
const loadWaitingImages = async (): Promise<void> => {
  const waiting = [...document.querySelectorAll<HTMLImageElement>('img[data-src]')];
  dispatchEvent(new Event('beforeprint'));
  await Promise.race([Promise.allSettled(waiting.map((image) => image.decode())), pause(IMAGES_LIMIT_MS)]);
};

/** Asks the worker to save the page (`saved-pages-script.ts`). Throws if the page cannot be loaded, the device is full, or no worker controls this page. */
export const savePage = async (address: string): Promise<void> => {
  await loadWaitingImages();
  const response = await fetch(SAVED_PAGES_PATH, { method: 'POST', body: JSON.stringify({ address, files: listFiles() }) });
  if (!response.ok) throw new Error(`Saving the page responded with ${response.status}.`);
};
