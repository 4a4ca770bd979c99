import { LRUCache } from 'lru-cache';
import { findImageAudience, findStoredImage, type ImageAudience, type StoredImage } from '../database/image-queries.ts';
import type { Revision } from '../database/revision.ts';
import type { Database } from '../database/schema/tables.ts';
import type { ImageStores } from '../storage/image-stores.ts';
import type { ImageUrls } from './image-urls.ts';
import { renderImage } from './render-image.ts';
import { createRenderQueue, RENDER_LIMITS, type RenderClient } from './render-queue.ts';
import { describeTransformation, isAvailable, type OutputFormat, type Transformation } from './transformation.ts';

export interface Requester {
  readonly client: RenderClient;
  readonly signal: AbortSignal;
}

interface ImageRequest extends Requester {
  readonly id: string;
  readonly version: number;
  readonly extension: string;
  readonly transformation: Transformation;
  readonly accept: string;
  readonly key: string | undefined;
  readonly isStaff: () => Promise<boolean>;
  readonly hasCopy: (etag: string) => boolean;
}

/**
 * How long copies may be used without revalidation.
 * `forever`: the pages' own images, which cannot be withdrawn. `public`: a public image in this version, until it is withdrawn.
 * `outdated`: a public image whose version differs from the URL. `staff`: an image that is not public.
 */
type CachePolicy = 'forever' | 'public' | 'outdated' | 'staff';

interface Rendering {
  readonly result: Promise<Buffer | null>;
  readonly controller: AbortController;
  waiting: number;
}

const CONTENT_TYPES: Readonly<Record<string, string>> = { webp: 'image/webp', avif: 'image/avif', jpg: 'image/jpeg', png: 'image/png' };
const EXTENSIONS: Readonly<Record<string, OutputFormat>> = { webp: 'webp', avif: 'avif', jpg: 'jpg', jpeg: 'jpg', png: 'png' };
const MAX_AUDIENCES = 5000;
const BACKGROUND_LIMITS = { ...RENDER_LIMITS, concurrency: 1, maxPending: 20 };

/** Whether pages refer to the image by a fixed id (team, ebook, programs). Such images are always public. */
const isSlotImage = (id: string): boolean => id.startsWith('samples-');

export const getStorageKey = ({ id, version, format }: Pick<StoredImage, 'id' | 'version' | 'format'>): string => `${id}/v${version}.${format}`;

const getDerivedKey = ({ id, version }: StoredImage, transformation: Transformation, format: OutputFormat): string =>
  `${id}/v${version}/${describeTransformation(transformation)}.${format}`;

/** Serves originals and derived images. Concurrent requests for a derived image share one rendering, which is cancelled when all of them have been aborted. */
export const createImageServer = (db: Database, revision: Revision, imageUrls: ImageUrls, stores: ImageStores, now: () => Date) => {
  const queue = createRenderQueue(RENDER_LIMITS, now);
  const backgroundQueue = createRenderQueue(BACKGROUND_LIMITS, now);
  const renderingsInFlight = new Map<string, Rendering>();
  const audiences = new LRUCache<string, { readonly audience: ImageAudience; readonly revision: number }>({ max: MAX_AUDIENCES });

  const getAudience = async (image: StoredImage): Promise<ImageAudience> => {
    const { id } = image;
    if (isSlotImage(id)) return 'everyone';
    const { number, visible } = await revision.state();
    const cachedAudience = audiences.get(id);
    // A change to a draft may affect whether staff can see an image, but never an image on the site.
    if (cachedAudience !== undefined && cachedAudience.revision === (cachedAudience.audience === 'everyone' ? visible : number)) return cachedAudience.audience;
    const audience = await findImageAudience(db, image);
    audiences.set(id, { audience, revision: audience === 'everyone' ? visible : number });
    return audience;
  };

  const render = async (image: StoredImage, transformation: Transformation, format: OutputFormat, key: string): Promise<Buffer | null> => {
    const original = await stores.originals.get(getStorageKey(image));
    if (original === null) return null;
    const focalPoint = image.focal_x === null || image.focal_y === null ? null : { x: image.focal_x, y: image.focal_y };
    const bytes = await renderImage(original, transformation, format, focalPoint);
    // Ignore a failed write to the cache: later visitors only wait longer, and the storage has already recorded the cause.
    await stores.derived.put(key, bytes).catch(() => undefined);
    // If the image was deleted during rendering, delete the file here, because no later deletion would.
    if ((await findStoredImage(db, image.id)) === undefined) await stores.derived.removeAll(image.id);
    return bytes;
  };

  const start = (key: string, runQueue: typeof queue, client: RenderClient, job: () => Promise<Buffer | null>): Rendering => {
    const controller = new AbortController();
    const result = runQueue.run(client, controller.signal, job).finally(() => {
      if (renderingsInFlight.get(key)?.controller === controller) renderingsInFlight.delete(key);
    });
    const rendering = { result, controller, waiting: 0 };
    renderingsInFlight.set(key, rendering);
    return rendering;
  };

  const wait = async (key: string, rendering: Rendering, signal: AbortSignal): Promise<Buffer | null> => {
    rendering.waiting += 1;
    const stopWaiting = (): void => {
      rendering.waiting -= 1;
      if (rendering.waiting > 0) return;
      rendering.controller.abort();
      if (renderingsInFlight.get(key) === rendering) renderingsInFlight.delete(key);
    };
    signal.addEventListener('abort', stopWaiting, { once: true });
    try {
      return await rendering.result;
    } catch (reason) {
      if (signal.aborted) return null;
      throw reason;
    } finally {
      signal.removeEventListener('abort', stopWaiting);
    }
  };

  /**
   * Returns a derived file from the cache, or renders it. Concurrent requests share one rendering, which waits in the same queue as other renderings. Returns
   * null if the client has disconnected.
   */
  const derive = async (key: string, { client, signal }: Requester, job: () => Promise<Buffer | null>): Promise<Buffer | null> => {
    const cachedImage = await stores.derived.get(key).catch(() => null);
    if (cachedImage !== null || signal.aborted) return cachedImage;
    return wait(key, renderingsInFlight.get(key) ?? start(key, queue, client, job), signal);
  };

  const deriveImage = (image: StoredImage, format: OutputFormat, request: ImageRequest): Promise<Buffer | null> => {
    const key = getDerivedKey(image, request.transformation, format);
    return derive(key, request, () => render(image, request.transformation, format, key));
  };

  /** Renders AVIF in the background for the next visitor, because encoding AVIF takes ten times as long. */
  const prepareAvif = (image: StoredImage, { transformation, client }: ImageRequest): void => {
    const key = getDerivedKey(image, transformation, 'avif');
    if (!queue.isIdle() || renderingsInFlight.has(key)) return;
    start(key, backgroundQueue, client, () => render(image, transformation, 'avif', key)).result.catch(() => undefined);
  };

  const negotiateFormat = async (image: StoredImage, request: ImageRequest): Promise<OutputFormat> => {
    const { transformation, accept } = request;
    if (accept.includes('image/avif') && transformation.resize !== null) {
      if (await stores.derived.has(getDerivedKey(image, transformation, 'avif'))) return 'avif';
      prepareAvif(image, request);
    }
    return accept.includes('image/webp') ? 'webp' : 'jpg';
  };

  const getCachePolicy = async (image: StoredImage, { id, version, key, isStaff }: ImageRequest): Promise<CachePolicy | null> => {
    const audience = await getAudience(image);
    if (audience === 'nobody') return null;
    if (audience === 'staff') return (key !== undefined && imageUrls.isValidKey(id, key)) || (await isStaff()) ? 'staff' : null;
    if (version !== image.version) return 'outdated';
    return isSlotImage(id) ? 'forever' : 'public';
  };

  return {
    derive,
    isIdle: (): boolean => queue.isIdle() && backgroundQueue.isIdle(),
    getLoad: (): { readonly running: number; readonly waiting: number } => {
      const [foreground, background] = [queue.getLoad(), backgroundQueue.getLoad()];
      return { running: foreground.running + background.running, waiting: foreground.waiting + background.waiting };
    },
    /**
     * Returns null if the image does not exist, if this caller may not see it, or if the caller has disconnected. Returns no bytes if the client's copy is
     * current.
     */
    serve: async (request: ImageRequest) => {
      const { id, version, extension, transformation } = request;
      const image = await findStoredImage(db, id);
      const requestedFormat = EXTENSIONS[extension];
      // Return nothing for a future version. A cached page may request a version that has since been replaced; serve the current image in that case.
      if (image === undefined || version > image.version || requestedFormat === undefined) return null;
      const cachePolicy = await getCachePolicy(image, request);
      if (cachePolicy === null) return null;
      const variesByAccept = transformation.format === 'auto';
      const format = transformation.format === 'auto' ? await negotiateFormat(image, request) : (transformation.format ?? requestedFormat);
      const isOriginal = transformation.resize === null && format === EXTENSIONS[image.format];
      if (!isOriginal && !isAvailable(transformation.resize, format)) return null;
      // The entity tag is weak, because another version of the renderer may encode the same image differently.
      const etag = `W/"${getDerivedKey(image, transformation, format)}"`;
      const response = { contentType: CONTENT_TYPES[format] ?? 'application/octet-stream', etag, cachePolicy, variesByAccept };
      if (request.hasCopy(etag)) return { ...response, bytes: null };
      const bytes = isOriginal ? await stores.originals.get(getStorageKey(image)) : await deriveImage(image, format, request);
      return bytes === null ? null : { ...response, bytes };
    },
  };
};

export type ImageServer = ReturnType<typeof createImageServer>;
