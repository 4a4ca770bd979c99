import type { Kysely } from 'kysely';
import { createId } from '../database/ids.ts';
import type { Flag, Tables } from '../database/tables.ts';
import type { UploadedFile } from '../http/read-form.ts';
import { conflict } from '../http/refusal.ts';
import { findPicture, type Picture } from '../repositories/pictures.ts';
import type { Services } from '../services.ts';
import { acceptUpload } from './accept-upload.ts';
import { storageKey } from './picture-server.ts';

export interface PictureWish {
  /** The picture that stands there now. */
  readonly currentId: string | null;
  readonly file: UploadedFile | undefined;
  readonly isRemoved: boolean;
  readonly focalX: number | undefined;
  readonly focalY: number | undefined;
}

/** One change of a picture in three acts: the new file is on the disk before the row names it, and the old file goes when no row does. */
export interface PictureChange {
  /** What the content's row should name. */
  readonly pictureId: string | null;
  /** Within the transaction that writes the content. */
  apply(transaction: Kysely<Tables>): Promise<void>;
  /** After the commit. */
  settle(): Promise<void>;
  /** After a failure. */
  undo(): Promise<void>;
}

const NOTHING = async (): Promise<void> => undefined;

const focusChange = ({ focalX, focalY }: PictureWish) => (focalX === undefined || focalY === undefined ? undefined : { focal_x: focalX, focal_y: focalY });

export const removePictureFiles = async ({ stores }: Pick<Services, 'stores'>, id: string): Promise<void> => {
  await stores.derived.removeAll(id);
  await stores.originals.removeAll(id);
};

const planRemoval = (services: Services, id: string): PictureChange => ({
  pictureId: null,
  apply: async (transaction) => {
    await transaction.deleteFrom('pictures').where('id', '=', id).execute();
  },
  settle: () => removePictureFiles(services, id),
  undo: NOTHING,
});

interface NextFile {
  readonly bytes: Buffer;
  readonly format: string;
  readonly width: number;
  readonly height: number;
  readonly is_sample: Flag;
}

/** The next version of a picture, or the first one of a new picture. */
const planVersion = async (services: Services, wish: PictureWish, current: Picture | undefined, next: NextFile): Promise<PictureChange> => {
  const { stores, now } = services;
  const { bytes, ...columns } = next;
  const id = current?.id ?? createId();
  const version = (current?.version ?? 0) + 1;
  const key = storageKey({ id, version, format: next.format });
  await stores.originals.put(key, bytes);
  const row = { ...columns, version, bytes: bytes.length, ...(focusChange(wish) ?? { focal_x: null, focal_y: null }) };
  return {
    pictureId: id,
    apply: async (transaction) => {
      if (current === undefined) {
        await transaction
          .insertInto('pictures')
          .values({ id, ...row, created_at: now().toISOString() })
          .execute();
        return;
      }
      const changed = await transaction.updateTable('pictures').set(row).where('id', '=', id).where('version', '=', current.version).executeTakeFirst();
      if (changed.numUpdatedRows === 0n) throw conflict('Someone else has just changed this picture. Please load it again.');
    },
    settle: async () => {
      if (current === undefined) return;
      await stores.derived.removeAll(id);
      await stores.originals.remove(storageKey(current));
    },
    undo: () => stores.originals.remove(key),
  };
};

const planFile = async (services: Services, wish: PictureWish, file: UploadedFile): Promise<PictureChange> => {
  const accepted = await acceptUpload(file.field, file.bytes);
  const current = wish.currentId === null ? undefined : await findPicture(services.db, wish.currentId);
  return planVersion(services, wish, current, { ...accepted, is_sample: 0 });
};

/** Another focal point cuts other pictures, and those are kept for ever under the address of their version: so it is a new version. */
const planFocus = async (services: Services, wish: PictureWish): Promise<PictureChange> => {
  const current = wish.currentId === null ? undefined : await findPicture(services.db, wish.currentId);
  const focus = focusChange(wish);
  const isSame = current === undefined || focus === undefined || (focus.focal_x === current.focal_x && focus.focal_y === current.focal_y);
  const bytes = isSame ? null : await services.stores.originals.get(storageKey(current));
  if (isSame || bytes === null) return { pictureId: wish.currentId, apply: NOTHING, settle: NOTHING, undo: NOTHING };
  const { format, width, height, is_sample } = current;
  return planVersion(services, wish, current, { bytes, format, width, height, is_sample });
};

/** Plans what the form asks for; a new file keeps the picture's id and gets the next version. */
export const planPictureChange = async (services: Services, wish: PictureWish): Promise<PictureChange> => {
  if (wish.file !== undefined) return planFile(services, wish, wish.file);
  return wish.isRemoved && wish.currentId !== null ? planRemoval(services, wish.currentId) : planFocus(services, wish);
};

/** Writes content and its picture together, and counts the change of content. */
export const writeWithPicture = async <T>(services: Services, change: PictureChange, write: (transaction: Kysely<Tables>) => Promise<T>): Promise<T> => {
  let value: T;
  try {
    value = await services.revision.write(async (transaction) => {
      await change.apply(transaction);
      return write(transaction);
    });
  } catch (reason) {
    await change.undo();
    throw reason;
  }
  await change.settle();
  return value;
};
