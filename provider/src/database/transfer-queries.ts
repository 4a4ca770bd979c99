import { setImmediate } from 'node:timers/promises';
import type { TransferKind } from '@site/shared/contracts/transfer';
import { mapKinds, SLUG_KINDS } from '@site/shared/domain/kinds';
import { sql } from 'kysely';
import { ALL_KINDS, DOCUMENT_KINDS } from './document-kinds.ts';
import type { StoredImage } from './image-queries.ts';
import { IS_LISTED } from './library-queries.ts';
import type { Database } from './schema/tables.ts';

/** Selects the images listed in the library, and all other images that documents show: drawings with fixed ids. */
const selectMedia = (db: Database) => {
  const shownImageIds = ALL_KINDS.map(({ table }) => sql`select picture_id from ${sql.table(table)} where deleted_at is null and picture_id is not null`);
  return db.selectFrom('pictures').where(sql<boolean>`(${IS_LISTED} or pictures.id in (${sql.join(shownImageIds, sql` union `)}))`);
};

const TABLES = { ...mapKinds((name) => DOCUMENT_KINDS[name].table), album: 'albums' as const };

const listIds = async (db: Database, kind: Exclude<TransferKind, 'redirect'>): Promise<string[]> => {
  if (kind === 'media') return (await selectMedia(db).select('id').orderBy('id').execute()).map(({ id }) => id);
  const rows = await db.selectFrom(TABLES[kind]).select('id').where('deleted_at', 'is', null).orderBy('id').execute();
  return rows.map(({ id }) => id);
};

export const listRedirects = (db: Database) =>
  db
    .selectFrom('former_slugs')
    .select(['kind', 'slug', 'document_id as documentId'])
    .where((where) =>
      where.or(SLUG_KINDS.map((kind) => where('document_id', 'in', db.selectFrom(DOCUMENT_KINDS[kind].table).select('id').where('deleted_at', 'is', null)))),
    )
    .orderBy('kind')
    .orderBy('slug')
    .execute();

export const countTransferRows = async (db: Database, kind: TransferKind): Promise<number> =>
  (kind === 'redirect' ? await listRedirects(db) : await listIds(db, kind)).length;

/** Rows per batch. Kept low, because a row may contain hundreds of kilobytes of text. */
const BATCH_ROWS = 100;

async function* readBatches<Row extends { readonly id: string }>(
  ids: readonly string[],
  read: (ids: readonly string[]) => Promise<readonly Row[]>,
): AsyncGenerator<Row> {
  for (let start = 0; start < ids.length; start += BATCH_ROWS) {
    const batch = ids.slice(start, start + BATCH_ROWS);
    const rows = new Map((await read(batch)).map((row) => [row.id, row]));
    yield* batch.flatMap((id) => rows.get(id) ?? []);
    // The embedded database blocks the process while it reads, so let other requests run after each batch.
    await setImmediate();
  }
}

export type StoredRow = Readonly<Record<string, string | number | null>> & { readonly id: string };

/** Reads all rows of a kind in batches. Reads the ids first, so that concurrent writes cannot make the export repeat or skip a row. */
export async function* readTransferRows(db: Database, kind: keyof typeof TABLES): AsyncGenerator<StoredRow> {
  yield* readBatches(await listIds(db, kind), async (ids) => {
    const { rows } = await sql<StoredRow>`select * from ${sql.table(TABLES[kind])} where id in (${sql.join(ids)}) and deleted_at is null`.execute(db);
    return rows;
  });
}

export async function* readTransferImages(db: Database): AsyncGenerator<StoredImage> {
  yield* readBatches(await listIds(db, 'media'), (ids) => db.selectFrom('pictures').selectAll().where('id', 'in', ids).execute());
}

export const sumMediaBytes = async (db: Database): Promise<number> => {
  const { bytes } = await selectMedia(db)
    .select((expression) => expression.fn.sum<string | number | null>('bytes').as('bytes'))
    .executeTakeFirstOrThrow();
  return Number(bytes ?? 0);
};
