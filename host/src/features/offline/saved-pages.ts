import { pause } from '../../scheduling/pause.ts';

/** Cache-name prefix of each page saved on this device, followed by the page's URL. The worker and the quick exit use it too. */
export const SAVED_PREFIX = 'saved ';
/** Path where the worker lists the saved pages and accepts requests to save a page. Below it, the host serves the signed copy of each page and file. */
export const SAVED_PAGES_PATH = '/saved-pages';

const getCacheName = (url: string): string => `${SAVED_PREFIX}${url}`;

export const isSaved = (url: string): Promise<boolean> => caches.has(getCacheName(url));

export const removePage = (url: string): Promise<boolean> => caches.delete(getCacheName(url));

const isSameOrigin = (url: string): boolean => URL.canParse(url, document.baseURI) && new URL(url, document.baseURI).origin === window.location.origin;

/**
 * Lists the fonts and images that the page shows now; the worker adds the stylesheets. Scripts are left out, because the saved page is complete without them.
 */
const listFiles = (): string[] => {
  const images = [...document.images].flatMap(({ complete, naturalWidth, currentSrc }) => (complete && naturalWidth > 0 ? currentSrc : []));
  const fonts = performance.getEntriesByType('resource').flatMap(({ name }) => (name.endsWith('.woff2') ? name : []));
  return [...images, ...fonts].filter(isSameOrigin).map((url) => {
    const { pathname, search } = new URL(url, document.baseURI);
    return `${pathname}${search}`;
  });
};

/** Body of a request to save a page. The member names must not change, because a worker from an earlier release may read them. */
export interface SavePageRequest {
  readonly address: string;
  /** Paths of the images and fonts that the page displays. */
  readonly files: readonly string[];
}

const IMAGES_LIMIT_MS = 10_000;

/** Requests images that otherwise load only when in view, in the same way as before printing (`defer-images.inline.ts`). */
const loadWaitingImages = async (): Promise<void> => {
  const waiting = [...document.querySelectorAll<HTMLImageElement>('img[data-src]')];
  dispatchEvent(new Event('beforeprint'));
  await Promise.race([Promise.allSettled(waiting.map((image) => image.decode())), pause(IMAGES_LIMIT_MS)]);
};

/** Asks the worker to save the page (`saved-copies.ts`). Throws if the page cannot be loaded, the device is full or no worker controls this page. */
export const savePage = async (url: string): Promise<void> => {
  await loadWaitingImages();
  const body: SavePageRequest = { address: url, files: listFiles() };
  const response = await fetch(SAVED_PAGES_PATH, { method: 'POST', body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`The request to save the page failed with status ${response.status}.`);
};
