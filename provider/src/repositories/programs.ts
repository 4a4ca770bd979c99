import type { Kysely } from 'kysely';
import type { Tables } from '../database/tables.ts';

const selectPrograms = (db: Kysely<Tables>) =>
  db.selectFrom('programs').leftJoin('pictures', 'pictures.id', 'programs.picture_id').selectAll('programs').select(['pictures.version', 'pictures.format']);

export type ProgramRow = Awaited<ReturnType<ReturnType<typeof selectPrograms>['execute']>>[number];

export const listProgramRows = (db: Kysely<Tables>): Promise<ProgramRow[]> =>
  selectPrograms(db).orderBy('programs.position').orderBy('programs.slug').execute();

export const findProgramRow = async (db: Kysely<Tables>, idOrSlug: string): Promise<ProgramRow | undefined> =>
  (await selectPrograms(db).where('programs.slug', '=', idOrSlug).executeTakeFirst()) ??
  (await selectPrograms(db).where('programs.id', '=', idOrSlug).executeTakeFirst());
