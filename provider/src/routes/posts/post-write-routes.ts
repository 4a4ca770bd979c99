import { createPost, deletePost, type PostForm, restorePost, updatePost } from '@site/shared/contracts/post';
import { mountTrash } from '../../content/mount-trash.ts';
import { checkMayWrite, checkUnchanged, requireStaff } from '../../content/write-rules.ts';
import { isUniqueViolation } from '../../database/engine-errors.ts';
import { createId } from '../../database/ids.ts';
import type { Mount } from '../../http/mount-endpoint.ts';
import type { UploadedFile } from '../../http/read-form.ts';
import { conflict, notFound } from '../../http/refusal.ts';
import { type PictureChange, planPictureChange, writeWithPicture } from '../../images/change-picture.ts';
import { findPostRow, type PostRow } from '../../repositories/posts.ts';
import type { Services } from '../../services.ts';
import { toPost } from './post-answer.ts';
import { checkPost, mergePost, newPostColumns } from './write-post.ts';

const SLUG_TAKEN = 'Another post has this address already';

const explainConflict = (reason: unknown): unknown => (isUniqueViolation(reason) ? conflict(`${SLUG_TAKEN}.`, { slug: SLUG_TAKEN }) : reason);

const planPicture = (services: Services, form: PostForm, files: readonly UploadedFile[], current: PostRow | undefined): Promise<PictureChange> =>
  planPictureChange(services, {
    currentId: current?.picture_id ?? null,
    file: files.find((file) => file.field === 'featuredImage'),
    isRemoved: form.removeFeaturedImage === true,
    focalX: form.focalX,
    focalY: form.focalY,
  });

const willHavePicture = (form: PostForm, files: readonly UploadedFile[], current: PostRow | undefined): boolean =>
  files.some((file) => file.field === 'featuredImage') || (current !== undefined && current.picture_id !== null && form.removeFeaturedImage !== true);

export const mountPostWrites = (mount: Mount, services: Services): void => {
  const { db, addresses, now } = services;

  const answer = async (id: string) => {
    const row = await findPostRow(db, id);
    if (row === undefined) throw notFound('Post');
    return toPost(row, addresses);
  };

  mount(createPost, async ({ body, files, staff: caller }) => {
    const staff = requireStaff(caller);
    checkMayWrite(staff, null, body.status ?? 'draft');
    const columns = await mergePost(db, body, undefined, now());
    checkPost(columns, willHavePicture(body, files, undefined), now());
    const change = await planPicture(services, body, files, undefined);
    const id = createId();
    await writeWithPicture(services, change, (transaction) =>
      transaction
        .insertInto('posts')
        .values({ id, ...columns, ...newPostColumns(staff, now()), picture_id: change.pictureId })
        .execute(),
    ).catch((reason: unknown) => {
      throw explainConflict(reason);
    });
    return answer(id);
  });

  mount(updatePost, async ({ params, body, files, staff: caller, request }) => {
    const staff = requireStaff(caller);
    const current = await findPostRow(db, params.id ?? '');
    if (current === undefined) throw notFound('Post');
    checkMayWrite(staff, current, body.status ?? current.status);
    checkUnchanged(request, body.updatedAt, current);
    const columns = await mergePost(db, body, current, now());
    checkPost(columns, willHavePicture(body, files, current), now());
    const change = await planPicture(services, body, files, current);
    await writeWithPicture(services, change, async (transaction) => {
      const result = await transaction
        .updateTable('posts')
        .set({ ...columns, picture_id: change.pictureId, is_sample: 0 })
        .where('id', '=', current.id)
        // What was judged is what is written over: a save in between is a conflict.
        .where('updated_at', '=', current.updated_at)
        .executeTakeFirst();
      if (result.numUpdatedRows === 0n) throw conflict('Someone else has changed this in the meantime. Please load it again.');
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
    checkMay: (staff, row) => checkMayWrite(staff, row, row.status),
    answer: (row) => toPost(row, addresses),
  });
};
