import { createImage, deleteImage, type GalleryImageForm, moveToAlbum, restoreImage, updateImage } from '@site/shared/contracts/gallery';
import { type Kysely, sql } from 'kysely';
import { findAlbumRow, findGalleryImageRow, type GalleryImageRow } from '../../database/gallery-queries.ts';
import type { Tables } from '../../database/schema.ts';
import { checkVersion, createEditConflict, nextTimestamp } from '../../domain/edit-conflicts.ts';
import { ForbiddenError, NotFoundError, ValidationError } from '../../domain/errors.ts';
import { foldText } from '../../domain/fold-text.ts';
import { createId } from '../../domain/ids.ts';
import { isAtLeast, requireStaff, type Staff } from '../../domain/permissions.ts';
import type { UploadedFile } from '../../images/accept-upload.ts';
import { planImageChange, writeWithImage } from '../../images/change-image.ts';
import type { Mount } from '../mount-endpoint.ts';
import { mountTrash } from '../mount-trash.ts';
import type { Services } from '../services.ts';
import { toGalleryImage } from './gallery-serializer.ts';

const findFile = (files: readonly UploadedFile[]): UploadedFile | undefined => files.find((file) => file.field === 'image') ?? files[0];

/** NS-08: contributors hand in their own images, and editors publish them. */
const checkMayWriteImage = (staff: Staff, current: GalleryImageRow | null, isPublished: boolean): void => {
  if (isAtLeast(staff, 'editor')) return;
  const isOwnDraft = current === null || (current.author_id === staff.id && current.is_published === 0);
  if (!isOwnDraft || isPublished) throw new ForbiddenError();
};

const checkAlbum = async (db: Kysely<Tables>, albumId: string | null): Promise<void> => {
  if (albumId !== null && (await findAlbumRow(db, albumId)) === undefined) throw new ValidationError({ album: 'This album does not exist (any more)' });
};

const chooseAlbum = (form: GalleryImageForm, current: GalleryImageRow | undefined): string | null => {
  if (form.album === undefined) return current?.album_id ?? null;
  return form.album === '' ? null : form.album;
};

/** An image that comes into another album has no place in it yet. */
const movedTo = (albumId: string | null) => ({
  album_id: albumId,
  position: albumId === null ? 0 : sql<number>`case when album_id = ${albumId} then position else 0 end`,
});

export const mountImageWrites = (mount: Mount, services: Services): void => {
  const { db, imageUrls, now } = services;

  const find = async (id: string | undefined): Promise<GalleryImageRow> => {
    const row = await findGalleryImageRow(db, id ?? '');
    if (row === undefined) throw new NotFoundError('Image');
    return row;
  };

  mount(createImage, async ({ body, files, staff: caller }) => {
    const staff = requireStaff(caller);
    const isPublished = body.published ?? isAtLeast(staff, 'editor');
    checkMayWriteImage(staff, null, isPublished);
    const file = findFile(files);
    if (file === undefined) throw new ValidationError({ image: 'Choose an image' });
    const albumId = chooseAlbum(body, undefined);
    await checkAlbum(db, albumId);
    const change = await planImageChange(services, { currentId: null, file, isRemoved: false, focalX: body.focalX, focalY: body.focalY });
    const { imageId: pictureId } = change;
    if (pictureId === null) throw new Error('A new image has a picture.');
    const id = createId();
    const moment = now().toISOString();
    await writeWithImage(services, change, (transaction) =>
      transaction
        .insertInto('gallery_images')
        .values({
          id,
          title: body.title ?? '',
          search_key: foldText(body.title ?? ''),
          alt: body.alt ?? '',
          picture_id: pictureId,
          album_id: albumId,
          is_published: isPublished ? 1 : 0,
          author_id: staff.id,
          is_sample: 0,
          created_at: moment,
          updated_at: moment,
        })
        .execute(),
    );
    return toGalleryImage(await find(id), imageUrls);
  });

  mount(updateImage, async ({ params, body, files, staff: caller, request }) => {
    const staff = requireStaff(caller);
    const current = await find(params.id);
    const isPublished = body.published ?? current.is_published === 1;
    checkMayWriteImage(staff, current, isPublished);
    checkVersion({ ifMatch: request.headers['if-match'], updatedAt: body.updatedAt }, current.updated_at);
    const albumId = chooseAlbum(body, current);
    await checkAlbum(db, albumId);
    const change = await planImageChange(services, {
      currentId: current.picture_id,
      file: findFile(files),
      isRemoved: false,
      focalX: body.focalX,
      focalY: body.focalY,
    });
    await writeWithImage(services, change, async (transaction) => {
      const result = await transaction
        .updateTable('gallery_images')
        .set({
          title: body.title ?? current.title,
          search_key: foldText(body.title ?? current.title),
          alt: body.alt ?? current.alt,
          ...movedTo(albumId),
          is_published: isPublished ? 1 : 0,
          is_sample: 0,
          updated_at: nextTimestamp(now(), current.updated_at),
        })
        .where('id', '=', current.id)
        .where('updated_at', '=', current.updated_at)
        .executeTakeFirst();
      if (result.numUpdatedRows === 0n) throw createEditConflict();
    });
    return toGalleryImage(await find(current.id), imageUrls);
  });

  mountTrash(mount, services, {
    table: 'gallery_images',
    name: 'Image',
    remove: deleteImage,
    restore: restoreImage,
    find: (id, place) => findGalleryImageRow(db, id, place),
    checkAllowed: (staff, row) => checkMayWriteImage(staff, row, row.is_published === 1),
    answer: (row) => toGalleryImage(row, imageUrls),
  });

  mount(moveToAlbum, async ({ body }) => {
    const ids = [...new Set(body.imageIds)];
    await services.revision.write(async (transaction) => {
      if (body.albumId !== null && (await findAlbumRow(transaction, body.albumId)) === undefined) throw new NotFoundError('Album');
      const moved = await transaction
        .updateTable('gallery_images')
        .set({ ...movedTo(body.albumId), updated_at: now().toISOString() })
        .where('id', 'in', ids)
        .where('deleted_at', 'is', null)
        .executeTakeFirst();
      // Thrown inside the transaction: with one unknown image none is moved (API-15).
      if (moved.numUpdatedRows !== BigInt(ids.length)) throw new NotFoundError('', 'One of the images does not exist (any more). Nothing was moved.');
    });
    const rows = await Promise.all(ids.map((id) => findGalleryImageRow(db, id)));
    return rows.filter((row) => row !== undefined).map((row) => toGalleryImage(row, imageUrls));
  });
};
