import type { TransferKind } from '@site/shared/contracts/transfer';
import { mapKinds, SLUG_KINDS } from '@site/shared/domain/kinds';
import { type Selectable, sql } from 'kysely';
import { ALL_KINDS, DOCUMENT_KINDS } from './document-kinds.ts';
import { IS_LISTED } from './library-queries.ts';
import type { Database, Tables } from './schema.ts';

/** Selects the library and the other images that documents show, which are drawings with a fixed id. */
const selectMedia = (db: Database) => {
  const shown = ALL_KINDS.map(({ table }) => sql`select picture_id from ${sql.table(table)} where deleted_at is null and picture_id is not null`);
  return db.selectFrom('pictures').where(sql<boolean>`(${IS_LISTED} or pictures.id in (${sql.join(shown, sql` union `)}))`);
};

/** Selects the slugs that redirect to a document outside the trash. */
const selectRedirects = (db: Database) =>
  db
    .selectFrom('former_slugs')
    .where((where) =>
      where.or(SLUG_KINDS.map((kind) => where('document_id', 'in', db.selectFrom(DOCUMENT_KINDS[kind].table).select('id').where('deleted_at', 'is', null)))),
    );

const TABLES = { ...mapKinds((name) => DOCUMENT_KINDS[name].table), album: 'albums' as const };

/** Returns the ids of everything outside the trash, in a fixed order. The id of a redirect consists of kind and slug. */
export const listTransferIds = async (db: Database, kind: TransferKind): Promise<string[]> => {
  if (kind === 'media') return (await selectMedia(db).select('id').orderBy('id').execute()).map(({ id }) => id);
  if (kind === 'redirect') {
    const rows = await selectRedirects(db).select(['kind', 'slug']).orderBy('kind').orderBy('slug').execute();
    return rows.map((row) => `${row.kind}-${row.slug}`);
  }
  const rows = await db.selectFrom(TABLES[kind]).select('id').where('deleted_at', 'is', null).orderBy('id').execute();
  return rows.map(({ id }) => id);
};

/** A stored row outside the trash. */
export type StoredRow = Readonly<Record<string, string | number | null>>;

export const findTransferRow = async (db: Database, kind: keyof typeof TABLES, id: string): Promise<StoredRow | undefined> => {
  const { rows } = await sql<StoredRow>`select * from ${sql.table(TABLES[kind])} where id = ${id} and deleted_at is null`.execute(db);
  return rows[0];
};

export const findRedirectRow = async (db: Database, id: string): Promise<Selectable<Tables['former_slugs']> | undefined> =>
  db.selectFrom('former_slugs').selectAll().where(sql`kind || '-' || slug`, '=', id).executeTakeFirst();

/** Returns the total bytes of all images in an export. */
export const sumMediaBytes = async (db: Database): Promise<number> => {
  const { bytes } = await selectMedia(db)
    .select((expression) => expression.fn.sum<string | number | null>('bytes').as('bytes'))
    .executeTakeFirstOrThrow();
  return Number(bytes ?? 0);
};
