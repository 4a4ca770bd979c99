import { sql } from 'kysely';
import type { Database } from './schema/tables.ts';
import type { TrashState } from './trash-queries.ts';

const selectPrograms = (db: Database, state: TrashState = 'active') =>
  db
    .selectFrom('programs')
    .leftJoin('pictures', 'pictures.id', 'programs.picture_id')
    .selectAll('programs')
    .select(['pictures.version', 'pictures.format', 'pictures.focal_x', 'pictures.focal_y', 'pictures.color', 'pictures.is_decorative'])
    .where('programs.deleted_at', state === 'active' ? 'is' : 'is not', null);

export type ProgramRow = Awaited<ReturnType<ReturnType<typeof selectPrograms>['execute']>>[number];

export const listProgramRows = (db: Database): Promise<ProgramRow[]> => selectPrograms(db).orderBy('programs.position').orderBy('programs.slug').execute();

export const findProgramRow = (db: Database, idOrSlug: string, state: TrashState = 'active'): Promise<ProgramRow | undefined> =>
  selectPrograms(db, state)
    .where((where) => where.or([where('programs.id', '=', idOrSlug), where('programs.slug', '=', idOrSlug)]))
    // An id takes precedence over another program's slug.
    .orderBy(sql`programs.id <> ${idOrSlug}`)
    .limit(1)
    .executeTakeFirst();
