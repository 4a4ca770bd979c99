import type { Database } from '../database/connection.ts';
import { findImageAudience, findStoredImage, type ImageAudience, type StoredImage } from '../database/image-queries.ts';
import type { Revision } from '../database/revision.ts';
import { createConcurrencyLimit } from '../domain/concurrency-limit.ts';
import type { ImageStores } from '../storage/image-stores.ts';
import type { ImageUrls } from './image-urls.ts';
import { renderImage } from './render-image.ts';
import { describeTransformation, type OutputFormat, type Transformation } from './transformation.ts';

interface ImageRequest {
  readonly id: string;
  readonly version: number;
  readonly extension: string;
  readonly transformation: Transformation;
  readonly accept: string;
  readonly key: string | undefined;
}

interface ImageResponse {
  readonly bytes: Buffer;
  readonly contentType: string;
  /** May be cached forever: public, and the content of the URL never changes. */
  readonly isImmutable: boolean;
  /** The format was negotiated. */
  readonly variesByAccept: boolean;
}

export interface ImageServer {
  /** Null when the image does not exist or is not visible to this caller. */
  serve(request: ImageRequest): Promise<ImageResponse | null>;
  isIdle(): boolean;
}

const CONTENT_TYPES: Readonly<Record<string, string>> = { webp: 'image/webp', avif: 'image/avif', jpg: 'image/jpeg', png: 'image/png' };
const EXTENSIONS: Readonly<Record<string, OutputFormat>> = { webp: 'webp', avif: 'avif', jpg: 'jpg', jpeg: 'jpg', png: 'png' };
const MAX_AUDIENCES = 5000;

/** Pages refer to these by a fixed id (team, ebook, programs), so they are always public. */
const isSlotImage = (id: string): boolean => id.startsWith('samples-');

export const getStorageKey = ({ id, version, format }: Pick<StoredImage, 'id' | 'version' | 'format'>): string => `${id}/v${version}.${format}`;

const getDerivedKey = ({ id, version }: StoredImage, transformation: Transformation, format: OutputFormat): string =>
  `${id}/v${version}/${describeTransformation(transformation)}.${format}`;

/** Serves originals and derived images; concurrent requests for one derived image share one rendering. */
export const createImageServer = (db: Database, revision: Revision, imageUrls: ImageUrls, stores: ImageStores): ImageServer => {
  const limit = createConcurrencyLimit(2, 60);
  const backgroundLimit = createConcurrencyLimit(1, 20);
  const inFlight = new Map<string, Promise<Buffer | null>>();
  const audiences = new Map<string, ImageAudience>();
  let audiencesRevision = -1;

  const getAudience = async ({ id, is_in_text: isInText }: StoredImage): Promise<ImageAudience> => {
    if (isSlotImage(id) || isInText === 1) return 'everyone';
    const currentRevision = await revision.current();
    if (currentRevision !== audiencesRevision) {
      audiences.clear();
      audiencesRevision = currentRevision;
    }
    const cached = audiences.get(id);
    if (cached !== undefined) return cached;
    const audience = await findImageAudience(db, id);
    if (currentRevision === audiencesRevision && audiences.size < MAX_AUDIENCES) audiences.set(id, audience);
    return audience;
  };

  const render = async (image: StoredImage, transformation: Transformation, format: OutputFormat, key: string): Promise<Buffer | null> => {
    const original = await stores.originals.get(getStorageKey(image));
    if (original === null) return null;
    const focal = image.focal_x === null || image.focal_y === null ? null : { x: image.focal_x, y: image.focal_y };
    const bytes = await renderImage(original, transformation, format, focal);
    await stores.derived.put(key, bytes);
    return bytes;
  };

  const derive = async (image: StoredImage, transformation: Transformation, format: OutputFormat, runLimit = limit): Promise<Buffer | null> => {
    const key = getDerivedKey(image, transformation, format);
    const cached = await stores.derived.get(key);
    if (cached !== null) return cached;
    let job = inFlight.get(key);
    if (job === undefined) {
      job = runLimit.run(() => render(image, transformation, format, key)).finally(() => inFlight.delete(key));
      inFlight.set(key, job);
    }
    return job;
  };

  /** AVIF takes ten times as long: it is rendered after the response, for the next visitor. */
  const prepareAvif = (image: StoredImage, transformation: Transformation): void => {
    if (!limit.isIdle()) return;
    derive(image, transformation, 'avif', backgroundLimit).catch(() => undefined);
  };

  const negotiateFormat = async (image: StoredImage, transformation: Transformation, accept: string): Promise<OutputFormat> => {
    if (accept.includes('image/avif')) {
      if (await stores.derived.has(getDerivedKey(image, transformation, 'avif'))) return 'avif';
      prepareAvif(image, transformation);
    }
    return accept.includes('image/webp') ? 'webp' : 'jpg';
  };

  return {
    isIdle: () => limit.isIdle() && backgroundLimit.isIdle(),
    serve: async ({ id, version, extension, transformation, accept, key }) => {
      const image = await findStoredImage(db, id);
      const requestedFormat = EXTENSIONS[extension];
      // A cached page may request a version that has been replaced since: it gets the current image.
      if (image === undefined || version > image.version || requestedFormat === undefined) return null;
      const isCurrent = version === image.version;
      const audience = await getAudience(image);
      const isPublic = audience === 'everyone';
      if (!isPublic && !(audience === 'staff' && key !== undefined && imageUrls.isValidKey(id, key))) return null;
      const variesByAccept = transformation.format === 'auto';
      const format = transformation.format === 'auto' ? await negotiateFormat(image, transformation, accept) : (transformation.format ?? requestedFormat);
      const isOriginal = transformation.steps.length === 0 && transformation.quality === undefined && format === EXTENSIONS[image.format];
      const bytes = isOriginal ? await stores.originals.get(getStorageKey(image)) : await derive(image, transformation, format);
      if (bytes === null) return null;
      return { bytes, contentType: CONTENT_TYPES[format] ?? 'application/octet-stream', isImmutable: isPublic && isCurrent, variesByAccept };
    },
  };
};
