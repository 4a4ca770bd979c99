import { createPost, deletePost, type PostForm, restorePost, updatePost } from '@site/shared/contracts/post';
import { isUniqueViolation } from '../../database/engine-errors.ts';
import { findPostRow, type PostRow } from '../../database/post-queries.ts';
import { checkVersion, createEditConflict } from '../../domain/edit-conflicts.ts';
import { ConflictError, NotFoundError } from '../../domain/errors.ts';
import { createId } from '../../domain/ids.ts';
import { checkMayWrite, requireStaff } from '../../domain/permissions.ts';
import type { UploadedFile } from '../../images/accept-upload.ts';
import { type ImageChange, planImageChange, writeWithImage } from '../../images/change-image.ts';
import type { Mount } from '../mount-endpoint.ts';
import { mountTrash } from '../mount-trash.ts';
import type { Services } from '../services.ts';
import { checkPost, mergePost, newPostColumns } from './post-mapper.ts';
import { toPost } from './post-serializer.ts';

const SLUG_TAKEN = 'Another post has this address already';

const explainConflict = (reason: unknown): unknown => (isUniqueViolation(reason) ? new ConflictError(`${SLUG_TAKEN}.`, { slug: SLUG_TAKEN }) : reason);

const planImage = (services: Services, form: PostForm, files: readonly UploadedFile[], current: PostRow | undefined): Promise<ImageChange> =>
  planImageChange(services, {
    currentId: current?.picture_id ?? null,
    file: files.find((file) => file.field === 'featuredImage'),
    isRemoved: form.removeFeaturedImage === true,
    focalX: form.focalX,
    focalY: form.focalY,
  });

const willHaveImage = (form: PostForm, files: readonly UploadedFile[], current: PostRow | undefined): boolean =>
  files.some((file) => file.field === 'featuredImage') || (current !== undefined && current.picture_id !== null && form.removeFeaturedImage !== true);

export const mountPostWrites = (mount: Mount, services: Services): void => {
  const { db, imageUrls, now } = services;

  const answer = async (id: string) => {
    const row = await findPostRow(db, id);
    if (row === undefined) throw new NotFoundError('Post');
    return toPost(row, imageUrls);
  };

  mount(createPost, async ({ body, files, staff: caller }) => {
    const staff = requireStaff(caller);
    checkMayWrite(staff, null, body.status ?? 'draft');
    const columns = await mergePost(db, body, undefined, now());
    checkPost(columns, willHaveImage(body, files, undefined), now());
    const change = await planImage(services, body, files, undefined);
    const id = createId();
    await writeWithImage(services, change, (transaction) =>
      transaction
        .insertInto('posts')
        .values({ id, ...columns, ...newPostColumns(staff, now()), picture_id: change.imageId })
        .execute(),
    ).catch((reason: unknown) => {
      throw explainConflict(reason);
    });
    return answer(id);
  });

  mount(updatePost, async ({ params, body, files, staff: caller, request }) => {
    const staff = requireStaff(caller);
    const current = await findPostRow(db, params.id ?? '');
    if (current === undefined) throw new NotFoundError('Post');
    checkMayWrite(staff, { authorId: current.author_id, status: current.status }, body.status ?? current.status);
    checkVersion({ ifMatch: request.headers['if-match'], updatedAt: body.updatedAt }, current.updated_at);
    const columns = await mergePost(db, body, current, now());
    checkPost(columns, willHaveImage(body, files, current), now());
    const change = await planImage(services, body, files, current);
    await writeWithImage(services, change, async (transaction) => {
      const result = await transaction
        .updateTable('posts')
        .set({ ...columns, picture_id: change.imageId, is_sample: 0 })
        .where('id', '=', current.id)
        // What was judged is what is written over: a save in between is a conflict.
        .where('updated_at', '=', current.updated_at)
        .executeTakeFirst();
      if (result.numUpdatedRows === 0n) throw createEditConflict();
    }).catch((reason: unknown) => {
      throw explainConflict(reason);
    });
    return answer(current.id);
  });

  mountTrash(mount, services, {
    table: 'posts',
    name: 'Post',
    remove: deletePost,
    restore: restorePost,
    find: (id, place) => findPostRow(db, id, place),
    checkAllowed: (staff, row) => checkMayWrite(staff, { authorId: row.author_id, status: row.status }, row.status),
    answer: (row) => toPost(row, imageUrls),
  });
};
