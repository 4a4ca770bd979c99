import type { Kysely } from 'kysely';
import type { Place } from '../content/trash.ts';
import type { Tables } from '../database/tables.ts';

const selectPrograms = (db: Kysely<Tables>, place: Place = 'kept') =>
  db
    .selectFrom('programs')
    .leftJoin('pictures', 'pictures.id', 'programs.picture_id')
    .selectAll('programs')
    .select(['pictures.version', 'pictures.format', 'pictures.focal_x', 'pictures.focal_y'])
    .where('programs.deleted_at', place === 'kept' ? 'is' : 'is not', null);

export type ProgramRow = Awaited<ReturnType<ReturnType<typeof selectPrograms>['execute']>>[number];

export const listProgramRows = (db: Kysely<Tables>): Promise<ProgramRow[]> =>
  selectPrograms(db).orderBy('programs.position').orderBy('programs.slug').execute();

export const findProgramRow = async (db: Kysely<Tables>, idOrSlug: string, place: Place = 'kept'): Promise<ProgramRow | undefined> =>
  (await selectPrograms(db, place).where('programs.slug', '=', idOrSlug).executeTakeFirst()) ??
  (await selectPrograms(db, place).where('programs.id', '=', idOrSlug).executeTakeFirst());
