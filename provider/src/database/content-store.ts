import { toSlug } from '@site/shared/domain/slug';
import { type Insertable, type Kysely, type RawBuilder, sql } from 'kysely';
import { EditConflictError } from '../domain/edit-conflicts.ts';
import { findFreeSlug } from '../domain/text.ts';
import { getSearchColumns } from './derived-columns.ts';
import { findFormerId } from './former-slugs.ts';
import type { Tables } from './schema.ts';
import type { TrashTable } from './trash-queries.ts';

/** Tables of the kinds of content that staff write in forms. */
export type ContentTable = Extract<TrashTable, 'posts' | 'events' | 'gallery_images' | 'programs'>;
type SlugTable = Extract<ContentTable, 'posts' | 'programs'>;

export const isSlugTable = (table: ContentTable): table is SlugTable => table === 'posts' || table === 'programs';

/** Some columns of one table: values, or expressions that the database computes. */
export type ColumnsOf<Table extends ContentTable> = {
  readonly [Column in keyof Insertable<Tables[Table]>]?: Insertable<Tables[Table]>[Column] | RawBuilder<unknown>;
};

export type WrittenColumns = Readonly<Record<string, string | number | null | RawBuilder<unknown>>>;

export const insertContent = async (db: Kysely<Tables>, table: ContentTable, values: WrittenColumns): Promise<void> => {
  const columns: WrittenColumns = { ...values, ...getSearchColumns(table, values) };
  const names = Object.keys(columns).map((column) => sql.ref(column));
  await sql`insert into ${sql.table(table)} (${sql.join(names)}) values (${sql.join(Object.values(columns))})`.execute(db);
};

/** Compare and set: overwrites only the version that was checked; a save or a deletion in between is a conflict. */
export const updateContent = async (
  db: Kysely<Tables>,
  table: ContentTable,
  checked: { readonly id: string; readonly updated_at: string },
  columns: WrittenColumns,
): Promise<void> => {
  const assignments = Object.entries({ ...columns, ...getSearchColumns(table, { ...checked, ...columns }) }).map(
    ([column, value]) => sql`${sql.ref(column)} = ${value}`,
  );
  const result = await sql`
    update ${sql.table(table)} set ${sql.join(assignments)} where id = ${checked.id} and updated_at = ${checked.updated_at} and deleted_at is null`.execute(db);
  if (result.numAffectedRows !== 1n) throw new EditConflictError();
};

/** The first free slug for a text: the value of an empty slug on a save. `exceptId`: the row whose own slugs, former ones too, count as free. */
export const chooseFreeSlug = (db: Kysely<Tables>, table: SlugTable, text: string, exceptId = ''): Promise<string> =>
  findFreeSlug(toSlug(text), async (slug) => {
    const taken = await db.selectFrom(table).select('id').where('slug', '=', slug).where('id', '!=', exceptId).executeTakeFirst();
    if (taken !== undefined) return true;
    const formerId = await findFormerId(db, table, slug);
    return formerId !== undefined && formerId !== exceptId;
  });
