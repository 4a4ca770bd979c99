import { createProgram, deleteProgram, getProgram, listPrograms, type ProgramForm, restoreProgram, updateProgram } from '@site/shared/contracts/program';
import { mountTrash } from '../../content/mount-trash.ts';
import { findFreeSlug, toSlug } from '../../content/slugs.ts';
import { checkUnchanged, nextMoment } from '../../content/write-rules.ts';
import { isUniqueViolation } from '../../database/engine-errors.ts';
import { createId } from '../../database/ids.ts';
import { hasWords, sanitiseHtml } from '../../html/sanitise-html.ts';
import type { Mount } from '../../http/mount-endpoint.ts';
import type { UploadedFile } from '../../http/read-form.ts';
import { conflict, invalid, notFound } from '../../http/refusal.ts';
import { type PictureChange, planPictureChange, writeWithPicture } from '../../images/change-picture.ts';
import { findProgramRow, listProgramRows, type ProgramRow } from '../../repositories/programs.ts';
import type { Services } from '../../services.ts';
import { toProgram } from './program-answer.ts';

const SLUG_TAKEN = 'Another program has this address already';

const explainConflict = (reason: unknown): never => {
  throw isUniqueViolation(reason) ? conflict(`${SLUG_TAKEN}.`, { slug: SLUG_TAKEN }) : reason;
};

const planPicture = (services: Services, form: ProgramForm, files: readonly UploadedFile[], current: ProgramRow | undefined): Promise<PictureChange> =>
  planPictureChange(services, {
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
  const hasPicture =
    files.some((file) => file.field === 'coverImage') || (current !== undefined && current.picture_id !== null && form.removeCoverImage !== true);
  const errors = {
    ...(title === '' ? { title: 'Enter a title' } : {}),
    ...(hasWords(content) ? {} : { content: 'Write something about the program' }),
    ...(hasPicture && alt === '' ? { coverImageAlt: 'Say what the picture shows' } : {}),
  };
  if (Object.keys(errors).length > 0) throw invalid(errors);
  const isTaken = async (slug: string): Promise<boolean> => (await findProgramRow(db, slug)) !== undefined;
  const slug = form.slug !== undefined && form.slug !== '' ? form.slug : (current?.slug ?? (await findFreeSlug(toSlug(title), isTaken)));
  return { title, slug, content, picture_alt: alt, is_sample: 0 as const, updated_at: nextMoment(now(), current?.updated_at) };
};

const mountProgramWrites = (mount: Mount, services: Services): void => {
  const { db, addresses, now } = services;

  const find = async (id: string | undefined): Promise<ProgramRow> => {
    const row = await findProgramRow(db, id ?? '');
    if (row === undefined) throw notFound('Program');
    return row;
  };

  mount(createProgram, async ({ body, files }) => {
    const columns = await mergeProgram(services, body, files, undefined);
    const change = await planPicture(services, body, files, undefined);
    const id = createId();
    await writeWithPicture(services, change, async (transaction) => {
      const last = await transaction
        .selectFrom('programs')
        .select((expression) => expression.fn.max('position').as('position'))
        .executeTakeFirst();
      await transaction
        .insertInto('programs')
        .values({ id, ...columns, position: (last?.position ?? -1) + 1, picture_id: change.pictureId, created_at: now().toISOString() })
        .execute();
    }).catch(explainConflict);
    return toProgram(await find(id), addresses);
  });

  mount(updateProgram, async ({ params, body, files, request }) => {
    const current = await find(params.id);
    checkUnchanged(request, body.updatedAt, current);
    const columns = await mergeProgram(services, body, files, current);
    const change = await planPicture(services, body, files, current);
    await writeWithPicture(services, change, async (transaction) => {
      const result = await transaction
        .updateTable('programs')
        .set({ ...columns, picture_id: change.pictureId })
        .where('id', '=', current.id)
        .where('updated_at', '=', current.updated_at)
        .executeTakeFirst();
      if (result.numUpdatedRows === 0n) throw conflict('Someone else has changed this in the meantime. Please load it again.');
    }).catch(explainConflict);
    return toProgram(await find(current.id), addresses);
  });

  mountTrash(mount, services, {
    table: 'programs',
    name: 'Program',
    remove: deleteProgram,
    restore: restoreProgram,
    find: (id, place) => findProgramRow(db, id, place),
    answer: (row) => toProgram(row, addresses),
  });
};

export const mountPrograms = (mount: Mount, services: Services): void => {
  const { db, addresses } = services;

  mount(listPrograms, async () => (await listProgramRows(db)).map((row) => toProgram(row, addresses)), { isCached: true });

  mount(
    getProgram,
    async ({ params }) => {
      const row = await findProgramRow(db, params.slug ?? '');
      if (row === undefined) throw notFound('Program');
      return toProgram(row, addresses);
    },
    { isCached: true },
  );

  mountProgramWrites(mount, services);
};
