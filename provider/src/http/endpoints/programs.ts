import { createProgram, deleteProgram, getProgram, listPrograms, type ProgramForm, restoreProgram, updateProgram } from '@site/shared/contracts/program';
import { isUniqueViolation } from '../../database/engine-errors.ts';
import { findProgramRow, listProgramRows, type ProgramRow } from '../../database/program-queries.ts';
import { checkVersion, createEditConflict, nextTimestamp } from '../../domain/edit-conflicts.ts';
import { ConflictError, NotFoundError, ValidationError } from '../../domain/errors.ts';
import { createId } from '../../domain/ids.ts';
import { hasVisibleContent, sanitiseHtml } from '../../domain/sanitise-html.ts';
import { findFreeSlug, toSlug } from '../../domain/slugs.ts';
import type { UploadedFile } from '../../images/accept-upload.ts';
import { type ImageChange, planImageChange, writeWithImage } from '../../images/change-image.ts';
import type { Mount } from '../mount-endpoint.ts';
import { mountTrash } from '../mount-trash.ts';
import type { Services } from '../services.ts';
import { toProgram } from './program-serializer.ts';

const SLUG_TAKEN = 'Another program has this address already';

const explainConflict = (reason: unknown): never => {
  throw isUniqueViolation(reason) ? new ConflictError(`${SLUG_TAKEN}.`, { slug: SLUG_TAKEN }) : reason;
};

const planImage = (services: Services, form: ProgramForm, files: readonly UploadedFile[], current: ProgramRow | undefined): Promise<ImageChange> =>
  planImageChange(services, {
    currentId: current?.picture_id ?? null,
    file: files.find((file) => file.field === 'coverImage'),
    isRemoved: form.removeCoverImage === true,
    focalX: form.focalX,
    focalY: form.focalY,
  });

/** What is stored with what the form says over it; programs are public as soon as they are saved. */
const mergeProgram = async ({ db, now }: Services, form: ProgramForm, files: readonly UploadedFile[], current: ProgramRow | undefined) => {
  const title = form.title ?? current?.title ?? '';
  const content = form.content === undefined ? (current?.content ?? '') : sanitiseHtml(form.content);
  const alt = form.coverImageAlt ?? current?.picture_alt ?? '';
  const hasImage =
    files.some((file) => file.field === 'coverImage') || (current !== undefined && current.picture_id !== null && form.removeCoverImage !== true);
  const errors = {
    ...(title === '' ? { title: 'Enter a title' } : {}),
    ...(hasVisibleContent(content) ? {} : { content: 'Write something about the program' }),
    ...(hasImage && alt === '' ? { coverImageAlt: 'Say what the picture shows' } : {}),
  };
  if (Object.keys(errors).length > 0) throw new ValidationError(errors);
  const isTaken = async (slug: string): Promise<boolean> => (await findProgramRow(db, slug)) !== undefined;
  const slug = form.slug !== undefined && form.slug !== '' ? form.slug : (current?.slug ?? (await findFreeSlug(toSlug(title), isTaken)));
  return { title, slug, content, picture_alt: alt, is_sample: 0 as const, updated_at: nextTimestamp(now(), current?.updated_at) };
};

const mountProgramWrites = (mount: Mount, services: Services): void => {
  const { db, imageUrls, now } = services;

  const find = async (id: string | undefined): Promise<ProgramRow> => {
    const row = await findProgramRow(db, id ?? '');
    if (row === undefined) throw new NotFoundError('Program');
    return row;
  };

  mount(createProgram, async ({ body, files }) => {
    const columns = await mergeProgram(services, body, files, undefined);
    const change = await planImage(services, body, files, undefined);
    const id = createId();
    await writeWithImage(services, change, async (transaction) => {
      const last = await transaction
        .selectFrom('programs')
        .select((expression) => expression.fn.max('position').as('position'))
        .executeTakeFirst();
      await transaction
        .insertInto('programs')
        .values({ id, ...columns, position: (last?.position ?? -1) + 1, picture_id: change.imageId, created_at: now().toISOString() })
        .execute();
    }).catch(explainConflict);
    return toProgram(await find(id), imageUrls);
  });

  mount(updateProgram, async ({ params, body, files, request }) => {
    const current = await find(params.id);
    checkVersion({ ifMatch: request.headers['if-match'], updatedAt: body.updatedAt }, current.updated_at);
    const columns = await mergeProgram(services, body, files, current);
    const change = await planImage(services, body, files, current);
    await writeWithImage(services, change, async (transaction) => {
      const result = await transaction
        .updateTable('programs')
        .set({ ...columns, picture_id: change.imageId })
        .where('id', '=', current.id)
        .where('updated_at', '=', current.updated_at)
        .executeTakeFirst();
      if (result.numUpdatedRows === 0n) throw createEditConflict();
    }).catch(explainConflict);
    return toProgram(await find(current.id), imageUrls);
  });

  mountTrash(mount, services, {
    table: 'programs',
    name: 'Program',
    remove: deleteProgram,
    restore: restoreProgram,
    find: (id, place) => findProgramRow(db, id, place),
    answer: (row) => toProgram(row, imageUrls),
  });
};

export const mountPrograms = (mount: Mount, services: Services): void => {
  const { db, imageUrls } = services;

  mount(listPrograms, async () => (await listProgramRows(db)).map((row) => toProgram(row, imageUrls)), { isCached: true });

  mount(
    getProgram,
    async ({ params }) => {
      const row = await findProgramRow(db, params.slug ?? '');
      if (row === undefined) throw new NotFoundError('Program');
      return toProgram(row, imageUrls);
    },
    { isCached: true },
  );

  mountProgramWrites(mount, services);
};
