import type { Database } from '../database/connection.ts';
import { findImageAudience, findStoredImage, type ImageAudience, type StoredImage } from '../database/image-queries.ts';
import type { Revision } from '../database/revision.ts';
import { createConcurrencyLimit } from '../domain/concurrency-limit.ts';
import type { ImageStores } from '../storage/image-stores.ts';
import type { ImageUrls } from './image-urls.ts';
import { renderImage } from './render-image.ts';
import { describeTransformation, type OutputFormat, type Transformation } from './transformation.ts';

export interface ImageRequest {
  readonly id: string;
  readonly version: number;
  readonly extension: string;
  readonly transformation: Transformation;
  readonly accept: string;
  readonly key: string | undefined;
}

export interface ImageResponse {
  readonly bytes: Buffer;
  readonly contentType: string;
  /** May be kept for ever: public, and never another picture under this address. */
  readonly isLasting: boolean;
  /** The format was chosen by what the browser accepts. */
  readonly variesByAccept: boolean;
}

export interface ImageServer {
  /** Null when there is no such picture, or none for this caller. */
  serve(request: ImageRequest): Promise<ImageResponse | null>;
  isIdle(): boolean;
}

const CONTENT_TYPES: Readonly<Record<string, string>> = { webp: 'image/webp', avif: 'image/avif', jpg: 'image/jpeg', png: 'image/png' };
const EXTENSIONS: Readonly<Record<string, OutputFormat>> = { webp: 'webp', avif: 'avif', jpg: 'jpg', jpeg: 'jpg', png: 'png' };

/** Pages themselves know these by a fixed id (team, ebook, programs): no post, event or image decides whether they may be seen. */
const isSlotImage = (id: string): boolean => id.startsWith('samples-');

export const getStorageKey = (picture: Pick<StoredImage, 'id' | 'version' | 'format'>): string => `${picture.id}/v${picture.version}.${picture.format}`;

/** Serves originals and derived pictures; each derived file is made once, however many ask for it. */
export const createImageServer = (db: Database, revision: Revision, imageUrls: ImageUrls, stores: ImageStores): ImageServer => {
  const queue = createConcurrencyLimit(2, 60);
  const background = createConcurrencyLimit(1, 20);
  const inFlight = new Map<string, Promise<Buffer | null>>();
  const audiences = new Map<string, ImageAudience>();
  let audiencesAt = -1;

  const getAudience = async ({ id, is_in_text: isInText }: StoredImage): Promise<ImageAudience> => {
    if (isSlotImage(id) || isInText === 1) return 'everyone';
    const number = await revision.current();
    if (number !== audiencesAt) {
      audiences.clear();
      audiencesAt = number;
    }
    const known = audiences.get(id);
    if (known !== undefined) return known;
    const found = await findImageAudience(db, id);
    if (number === audiencesAt && audiences.size < 5000) audiences.set(id, found);
    return found;
  };

  const make = async (picture: StoredImage, transformation: Transformation, format: OutputFormat, key: string): Promise<Buffer | null> => {
    const original = await stores.originals.get(getStorageKey(picture));
    if (original === null) return null;
    const focal = picture.focal_x === null || picture.focal_y === null ? null : { x: picture.focal_x, y: picture.focal_y };
    const bytes = await renderImage(original, transformation, format, focal);
    await stores.derived.put(key, bytes);
    return bytes;
  };

  const derive = async (picture: StoredImage, transformation: Transformation, format: OutputFormat, line = queue): Promise<Buffer | null> => {
    const key = derivedKey(picture, transformation, format);
    const kept = await stores.derived.get(key);
    if (kept !== null) return kept;
    let job = inFlight.get(key);
    if (job === undefined) {
      job = line.run(() => make(picture, transformation, format, key)).finally(() => inFlight.delete(key));
      inFlight.set(key, job);
    }
    return job;
  };

  /** AVIF takes ten times as long: it is made after the answer, for the next visitor. */
  const makeAvifLater = (picture: StoredImage, transformation: Transformation): void => {
    if (!queue.isIdle()) return;
    derive(picture, transformation, 'avif', background).catch(() => undefined);
  };

  const chooseAuto = async (picture: StoredImage, transformation: Transformation, accept: string): Promise<OutputFormat> => {
    if (accept.includes('image/avif')) {
      if (await stores.derived.has(derivedKey(picture, transformation, 'avif'))) return 'avif';
      makeAvifLater(picture, transformation);
    }
    return accept.includes('image/webp') ? 'webp' : 'jpg';
  };

  return {
    isIdle: () => queue.isIdle() && background.isIdle(),
    serve: async ({ id, version, extension, transformation, accept, key }) => {
      const picture = await findStoredImage(db, id);
      const wanted = EXTENSIONS[extension];
      // A page that was kept may ask for a version that has been replaced since: it gets the picture of now.
      if (picture === undefined || version > picture.version || wanted === undefined) return null;
      const isCurrent = version === picture.version;
      const audience = await getAudience(picture);
      const isOpen = audience === 'everyone';
      if (!isOpen && !(audience === 'staff' && key !== undefined && imageUrls.isValidKey(id, key))) return null;
      const variesByAccept = transformation.format === 'auto';
      const format = transformation.format === 'auto' ? await chooseAuto(picture, transformation, accept) : (transformation.format ?? wanted);
      const isOriginal = transformation.steps.length === 0 && transformation.quality === undefined && format === EXTENSIONS[picture.format];
      const bytes = isOriginal ? await stores.originals.get(getStorageKey(picture)) : await derive(picture, transformation, format);
      return bytes === null
        ? null
        : { bytes, contentType: CONTENT_TYPES[format] ?? 'application/octet-stream', isLasting: isOpen && isCurrent, variesByAccept };
    },
  };
};

const derivedKey = (picture: StoredImage, transformation: Transformation, format: OutputFormat): string =>
  `${picture.id}/v${picture.version}/${describeTransformation(transformation)}.${format}`;
