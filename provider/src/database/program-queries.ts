import type { Kysely } from 'kysely';
import type { Tables } from './schema.ts';
import type { TrashState } from './trash-queries.ts';

const selectPrograms = (db: Kysely<Tables>, place: TrashState = 'active') =>
  db
    .selectFrom('programs')
    .leftJoin('pictures', 'pictures.id', 'programs.picture_id')
    .selectAll('programs')
    .select(['pictures.version', 'pictures.format', 'pictures.focal_x', 'pictures.focal_y'])
    .where('programs.deleted_at', place === 'active' ? 'is' : 'is not', null);

export type ProgramRow = Awaited<ReturnType<ReturnType<typeof selectPrograms>['execute']>>[number];

export const listProgramRows = (db: Kysely<Tables>): Promise<ProgramRow[]> =>
  selectPrograms(db).orderBy('programs.position').orderBy('programs.slug').execute();

export const findProgramRow = async (db: Kysely<Tables>, idOrSlug: string, place: TrashState = 'active'): Promise<ProgramRow | undefined> =>
  (await selectPrograms(db, place).where('programs.slug', '=', idOrSlug).executeTakeFirst()) ??
  (await selectPrograms(db, place).where('programs.id', '=', idOrSlug).executeTakeFirst());
