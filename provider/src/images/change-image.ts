import type { PhotoConsent } from '@site/shared/domain/photo-consent';
import { sql } from 'kysely';
import { recordPhotoConsent } from '../database/consent-queries.ts';
import { findStoredImage, type StoredImage } from '../database/image-queries.ts';
import { setImageAlt } from '../database/library-queries.ts';
import type { ChangeKind, Revision } from '../database/revision.ts';
import type { Flag } from '../database/schema/columns.ts';
import { UPLOAD_LOCATIONS } from '../database/schema/content.ts';
import type { Database } from '../database/schema/tables.ts';
import { ConflictError } from '../domain/errors.ts';
import { createId } from '../domain/ids.ts';
import type { Staff } from '../domain/permissions.ts';
import type { ImageStores } from '../storage/image-stores.ts';
import { acceptUpload, type UploadedFile } from './accept-upload.ts';
import { getStorageKey } from './image-server.ts';

export interface ContentServices {
  readonly db: Database;
  readonly revision: Revision;
  readonly stores: ImageStores;
  readonly now: () => Date;
}

export interface ImageIntent {
  readonly currentId: string | null;
  readonly file: UploadedFile | undefined;
  /** Focal point. Null lets the image server choose the point. Undefined keeps the stored point. */
  readonly focalX: number | null | undefined;
  readonly focalY: number | null | undefined;
}

/** A planned change to an image. The new file is on disk before a row refers to it, and the old file is deleted once no row refers to it. */
export interface ImageChange {
  readonly imageId: string | null;
  /** Whether an image, or its current version, will no longer be readable. */
  readonly removesImage: boolean;
  /** Call this within the transaction that writes the content, then call `settle` after the commit or `undo` after a failure. */
  apply(transaction: Database): Promise<void>;
  settle(): Promise<void>;
  undo(): Promise<void>;
}

const doNothing = async (): Promise<void> => undefined;

const NO_IMAGE_CHANGE: Pick<ImageChange, 'apply' | 'settle' | 'undo'> = { apply: doNothing, settle: doNothing, undo: doNothing };

const getFocalColumns = ({ focalX, focalY }: ImageIntent) => (focalX === undefined || focalY === undefined ? undefined : { focal_x: focalX, focal_y: focalY });

export const deleteImageFiles = async (stores: ImageStores, id: string): Promise<void> => {
  await stores.derived.removeAll(id);
  await stores.originals.removeAll(id);
};

interface NextFile {
  readonly bytes: Buffer;
  readonly format: string;
  readonly width: number;
  readonly height: number;
  readonly color: string | null;
  readonly is_sample: Flag;
}

/**
 * Reserves a unique version number. Concurrent uploads therefore write separate files, and each one deletes only its own file after a failure. The number has
 * its own column, because `version` is the public version. Throws a ConflictError if the image has been deleted.
 */
const reserveVersion = async (db: Database, id: string): Promise<number> => {
  const reservedImage = await db
    .updateTable('pictures')
    .set({ reserved_version: sql<number>`(case when reserved_version > version then reserved_version else version end) + 1` })
    .where('id', '=', id)
    .returning('reserved_version')
    .executeTakeFirst();
  if (reservedImage === undefined) throw createImageConflict();
  return reservedImage.reserved_version;
};

const createImageConflict = (): ConflictError => new ConflictError('Someone else has just changed this photo. Please load it again.');

const planVersion = async (services: ContentServices, intent: ImageIntent, current: StoredImage | undefined, next: NextFile): Promise<ImageChange> => {
  const { db, stores, now } = services;
  const { bytes, ...columns } = next;
  const id = current?.id ?? createId();
  const version = current === undefined ? 1 : await reserveVersion(db, id);
  const key = getStorageKey({ id, version, format: next.format });
  await stores.originals.put(key, bytes);
  const row = { ...columns, version, bytes: bytes.length, ...(getFocalColumns(intent) ?? { focal_x: null, focal_y: null }) };
  return {
    imageId: id,
    removesImage: current !== undefined,
    apply: async (transaction) => {
      if (current === undefined) {
        await transaction
          .insertInto('pictures')
          .values({ id, ...row, created_at: now().toISOString() })
          .execute();
        return;
      }
      const updateResult = await transaction.updateTable('pictures').set(row).where('id', '=', id).where('version', '=', current.version).executeTakeFirst();
      if (updateResult.numUpdatedRows === 0n) throw createImageConflict();
    },
    settle: async () => {
      if (current === undefined) return;
      await stores.derived.removeAll(id);
      await stores.originals.remove(getStorageKey(current));
    },
    undo: () => stores.originals.remove(key),
  };
};

/**
 * Plans a change to an image. A new file keeps the image's id and gets the next version. A new focal point also needs a new version, because derived images are
 * cached by version.
 */
export const planImageChange = async (services: ContentServices, intent: ImageIntent): Promise<ImageChange> => {
  const { currentId, file } = intent;
  const acceptedImage = file === undefined ? undefined : await acceptUpload(file.field, file.bytes);
  const current = currentId === null ? undefined : await findStoredImage(services.db, currentId);
  if (acceptedImage !== undefined) return planVersion(services, intent, current, { ...acceptedImage, is_sample: 0 });
  const focalColumns = getFocalColumns(intent);
  const isUnchanged =
    current === undefined || focalColumns === undefined || (focalColumns.focal_x === current.focal_x && focalColumns.focal_y === current.focal_y);
  const bytes = isUnchanged ? null : await services.stores.originals.get(getStorageKey(current));
  if (isUnchanged || bytes === null) return { ...NO_IMAGE_CHANGE, imageId: currentId, removesImage: false };
  const { format, width, height, color, is_sample } = current;
  return planVersion(services, intent, current, { bytes, format, width, height, color, is_sample });
};

/** Writes content and its image in one transaction, as one content revision. */
export const writeWithImage = async <T>(
  { revision }: ContentServices,
  change: ImageChange,
  write: (transaction: Database, recordEffect: (kind: ChangeKind) => void) => Promise<T>,
  kind?: ChangeKind,
): Promise<T> => {
  let value: T;
  try {
    value = await revision.write(async (transaction, recordEffect) => {
      await change.apply(transaction);
      return write(transaction, recordEffect);
    }, kind);
  } catch (reason) {
    await change.undo();
    throw reason;
  }
  await change.settle();
  return value;
};

interface NewImage {
  readonly file: UploadedFile;
  readonly uploadedIn: (typeof UPLOAD_LOCATIONS)['text' | 'library'];
  readonly alt: string;
  readonly isDecorative: boolean;
  readonly consent: PhotoConsent;
  readonly by: Staff;
  readonly uploadHash?: string | null;
}

export const addImage = async (services: ContentServices, image: NewImage): Promise<string> => {
  const { file, uploadedIn, alt, isDecorative, consent, by, uploadHash = null } = image;
  const change = await planImageChange(services, { currentId: null, file, focalX: undefined, focalY: undefined });
  const id = change.imageId ?? '';
  await writeWithImage(
    services,
    change,
    async (transaction) => {
      await transaction
        .updateTable('pictures')
        .set({ is_in_text: uploadedIn, is_decorative: isDecorative ? 1 : 0, uploaded_by: by.id, upload_hash: uploadHash })
        .where('id', '=', id)
        .execute();
      await setImageAlt(transaction, id, alt);
      await recordPhotoConsent(transaction, id, { consent, by: by.name, at: services.now() });
    },
    // No document shows the image yet.
    'internal',
  );
  return id;
};

/** Plans a copy of an image that is about to be replaced, for the versions that show the image. Returns null if its file is missing. */
export const planKeptImage = async (
  { db, stores }: ContentServices,
  currentId: string,
): Promise<(Pick<ImageChange, 'apply' | 'undo'> & { readonly imageId: string }) | null> => {
  const current = await findStoredImage(db, currentId);
  const bytes = current === undefined ? null : await stores.originals.get(getStorageKey(current));
  if (current === undefined || bytes === null) return null;
  const copy = {
    ...current,
    id: createId(),
    version: 1,
    reserved_version: 0,
    is_copy: 1 as const,
    origin_id: current.origin_id ?? current.id,
    // Only versions show the copy. Once no version shows it, the copy is deleted.
    is_in_text: UPLOAD_LOCATIONS.document,
    uploaded_by: null,
    upload_hash: null,
    trashed_at: null,
  };
  const key = getStorageKey(copy);
  await stores.originals.put(key, bytes);
  return {
    imageId: copy.id,
    apply: async (transaction: Database) => {
      await transaction.insertInto('pictures').values(copy).execute();
    },
    undo: () => stores.originals.remove(key),
  };
};
