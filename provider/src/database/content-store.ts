import type { SlugKind } from '@site/shared/domain/kinds';
import { toSlug } from '@site/shared/domain/slug';
import { type Insertable, type RawBuilder, sql } from 'kysely';
import { EditConflictError } from '../domain/edit-conflicts.ts';
import { findFreeSlug } from '../domain/text.ts';
import { getDerivedColumns } from './derived-columns.ts';
import { type ContentTable, DOCUMENT_KINDS } from './document-kinds.ts';
import { findIdByFormerSlug } from './former-slugs.ts';
import type { Database, Tables } from './schema/tables.ts';

export type ColumnsOf<Table extends ContentTable> = {
  readonly [Column in keyof Insertable<Tables[Table]>]?: Insertable<Tables[Table]>[Column] | RawBuilder<unknown>;
};

export type WrittenColumns = Readonly<Record<string, string | number | null | RawBuilder<unknown>>>;

/** Converts columns for storage. Gallery images store `is_published`, as in earlier releases, and the database derives their status from it. */
const toStored = (table: ContentTable, { status, ...others }: WrittenColumns): WrittenColumns => {
  if (status === undefined) return others;
  return { ...others, ...(table === 'gallery_images' ? { is_published: status === 'published' ? 1 : 0 } : { status }) };
};

export const insertContent = async (db: Database, table: ContentTable, values: WrittenColumns): Promise<void> => {
  const columns = toStored(table, { ...values, ...getDerivedColumns(table, values) });
  const names = Object.keys(columns).map((column) => sql.ref(column));
  await sql`insert into ${sql.table(table)} (${sql.join(names)}) values (${sql.join(Object.values(columns))})`.execute(db);
};

/** Overwrites a row only if it has not changed since it was read (compare-and-set). A save, deletion or restore in the meantime is a conflict. */
export const updateContent = async (
  db: Database,
  table: ContentTable,
  before: { readonly id: string; readonly updated_at: string; readonly deleted_at?: string | number | null },
  columns: WrittenColumns,
): Promise<void> => {
  const assignments = Object.entries(toStored(table, { ...columns, ...getDerivedColumns(table, { ...before, ...columns }) })).map(
    ([column, value]) => sql`${sql.ref(column)} = ${value}`,
  );
  const result = await sql`
    update ${sql.table(table)} set ${sql.join(assignments)} where id = ${before.id} and updated_at = ${before.updated_at}
    and ${(before.deleted_at ?? null) === null ? sql`deleted_at is null` : sql`deleted_at is not null`}`.execute(db);
  if (result.numAffectedRows !== 1n) throw new EditConflictError();
};

/** Returns the first free slug for a text, for a save without a slug. Current and former slugs of the row `exceptId` count as free. */
export const chooseFreeSlug = (db: Database, kind: SlugKind, text: string, exceptId = ''): Promise<string> =>
  findFreeSlug(toSlug(text), async (slug) => {
    const existingRow = await db.selectFrom(DOCUMENT_KINDS[kind].table).select('id').where('slug', '=', slug).where('id', '!=', exceptId).executeTakeFirst();
    if (existingRow !== undefined) return true;
    const formerOwnerId = await findIdByFormerSlug(db, kind, slug);
    return formerOwnerId !== undefined && formerOwnerId !== exceptId;
  });
