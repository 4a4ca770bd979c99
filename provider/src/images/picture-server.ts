import type { Database } from '../database/open-database.ts';
import type { Revision } from '../database/revision.ts';
import { createBoundedQueue } from '../http/bounded-queue.ts';
import { findPicture, findPictureAudience, type Picture, type PictureAddresses, type PictureAudience } from '../repositories/pictures.ts';
import type { PictureStores } from '../storage/picture-stores.ts';
import { renderPicture } from './render-picture.ts';
import { describeTransformation, type OutputFormat, type Transformation } from './transformation.ts';

export interface PictureRequest {
  readonly id: string;
  readonly version: number;
  readonly extension: string;
  readonly transformation: Transformation;
  readonly accept: string;
  readonly key: string | undefined;
}

export interface PictureAnswer {
  readonly bytes: Buffer;
  readonly contentType: string;
  /** May be kept for ever: public, and never another picture under this address. */
  readonly isLasting: boolean;
  /** The format was chosen by what the browser accepts. */
  readonly variesByAccept: boolean;
}

export interface PictureServer {
  /** Null when there is no such picture, or none for this caller. */
  serve(request: PictureRequest): Promise<PictureAnswer | null>;
  isIdle(): boolean;
}

const CONTENT_TYPES: Readonly<Record<string, string>> = { webp: 'image/webp', avif: 'image/avif', jpg: 'image/jpeg', png: 'image/png' };
const EXTENSIONS: Readonly<Record<string, OutputFormat>> = { webp: 'webp', avif: 'avif', jpg: 'jpg', jpeg: 'jpg', png: 'png' };

/** Pages themselves know these by a fixed id (team, ebook, programs): no post, event or image decides whether they may be seen. */
const isSlotPicture = (id: string): boolean => id.startsWith('samples-');

export const storageKey = (picture: Pick<Picture, 'id' | 'version' | 'format'>): string => `${picture.id}/v${picture.version}.${picture.format}`;

/** Serves originals and derived pictures; each derived file is made once, however many ask for it. */
export const createPictureServer = (db: Database, revision: Revision, addresses: PictureAddresses, stores: PictureStores): PictureServer => {
  const queue = createBoundedQueue(2, 60);
  const background = createBoundedQueue(1, 20);
  const underway = new Map<string, Promise<Buffer | null>>();
  const audiences = new Map<string, PictureAudience>();
  let audiencesAt = -1;

  const audienceOf = async ({ id, is_in_text: isInText }: Picture): Promise<PictureAudience> => {
    if (isSlotPicture(id) || isInText === 1) return 'everyone';
    const number = await revision.current();
    if (number !== audiencesAt) {
      audiences.clear();
      audiencesAt = number;
    }
    const known = audiences.get(id);
    if (known !== undefined) return known;
    const found = await findPictureAudience(db, id);
    if (number === audiencesAt && audiences.size < 5000) audiences.set(id, found);
    return found;
  };

  const make = async (picture: Picture, transformation: Transformation, format: OutputFormat, key: string): Promise<Buffer | null> => {
    const original = await stores.originals.get(storageKey(picture));
    if (original === null) return null;
    const focal = picture.focal_x === null || picture.focal_y === null ? null : { x: picture.focal_x, y: picture.focal_y };
    const bytes = await renderPicture(original, transformation, format, focal);
    await stores.derived.put(key, bytes);
    return bytes;
  };

  const derive = async (picture: Picture, transformation: Transformation, format: OutputFormat, line = queue): Promise<Buffer | null> => {
    const key = derivedKey(picture, transformation, format);
    const kept = await stores.derived.get(key);
    if (kept !== null) return kept;
    let job = underway.get(key);
    if (job === undefined) {
      job = line.run(() => make(picture, transformation, format, key)).finally(() => underway.delete(key));
      underway.set(key, job);
    }
    return job;
  };

  /** AVIF takes ten times as long: it is made after the answer, for the next visitor. */
  const makeAvifLater = (picture: Picture, transformation: Transformation): void => {
    if (!queue.isIdle()) return;
    derive(picture, transformation, 'avif', background).catch(() => undefined);
  };

  const chooseAuto = async (picture: Picture, transformation: Transformation, accept: string): Promise<OutputFormat> => {
    if (accept.includes('image/avif')) {
      if (await stores.derived.has(derivedKey(picture, transformation, 'avif'))) return 'avif';
      makeAvifLater(picture, transformation);
    }
    return accept.includes('image/webp') ? 'webp' : 'jpg';
  };

  return {
    isIdle: () => queue.isIdle() && background.isIdle(),
    serve: async ({ id, version, extension, transformation, accept, key }) => {
      const picture = await findPicture(db, id);
      const wanted = EXTENSIONS[extension];
      // A page that was kept may ask for a version that has been replaced since: it gets the picture of now.
      if (picture === undefined || version > picture.version || wanted === undefined) return null;
      const isCurrent = version === picture.version;
      const audience = await audienceOf(picture);
      const isOpen = audience === 'everyone';
      if (!isOpen && !(audience === 'staff' && key !== undefined && addresses.isKeyRight(id, key))) return null;
      const variesByAccept = transformation.format === 'auto';
      const format = transformation.format === 'auto' ? await chooseAuto(picture, transformation, accept) : (transformation.format ?? wanted);
      const isOriginal = transformation.steps.length === 0 && transformation.quality === undefined && format === EXTENSIONS[picture.format];
      const bytes = isOriginal ? await stores.originals.get(storageKey(picture)) : await derive(picture, transformation, format);
      return bytes === null
        ? null
        : { bytes, contentType: CONTENT_TYPES[format] ?? 'application/octet-stream', isLasting: isOpen && isCurrent, variesByAccept };
    },
  };
};

const derivedKey = (picture: Picture, transformation: Transformation, format: OutputFormat): string =>
  `${picture.id}/v${picture.version}/${describeTransformation(transformation)}.${format}`;
