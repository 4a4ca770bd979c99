import path from 'node:path';
import { type RawBuilder, type SqlBool, sql, type Transaction } from 'kysely';
import { isEmbedded, openDatabase } from '../database/connection.ts';
import type { Database, Tables } from '../database/schema/tables.ts';
import { BackupError, type SavedTable, TABLE_NAMES } from './backup-format.ts';

const PART_ROWS = 5000;
/** Maximum total size of the text columns in a part. A part contains at least one row, even if that row's texts are larger. */
const PART_BYTES = 4 * 1024 * 1024;

type KeyColumns = { readonly [Table in SavedTable as 'id' extends keyof Tables[Table] ? never : Table]: ReadonlyArray<keyof Tables[Table]> };

/** Primary keys of tables without an `id` column. */
const KEYS: { readonly [Table in SavedTable]?: readonly string[] } = {
  recovery_codes: ['code_hash'],
  account_settings: ['name'],
  former_slugs: ['kind', 'slug'],
  version_images: ['picture_id', 'version_id'],
  document_drafts: ['kind', 'document_id', 'user_id'],
  reviews: ['kind', 'document_id'],
  page_views: ['day', 'path'],
  audit_entries: ['number'],
  audit_details: ['number'],
  audit_sessions: ['kind', 'document_id', 'actor_id'],
} satisfies KeyColumns;

export const getKey = (table: SavedTable): readonly string[] => KEYS[table] ?? ['id'];

/** A consistent view of all tables, even while other connections write. */
export interface Snapshot {
  /** Runs queries. On PostgreSQL, `vacuum full` on a table waits for every transaction that has read the table, so read each table in a separate call. */
  read<T>(work: (transaction: Transaction<Tables>) => Promise<T>): Promise<T>;
}

/** Opens another connection to the embedded database, because the connection that reads the snapshot cannot write, and the lease must be extended meanwhile. */
const openSecondConnection = async (db: Database): Promise<Database> => {
  const { rows } = await sql<{ readonly file: string }>`select file from pragma_database_list where name = 'main'`.execute(db);
  return openDatabase({ databaseUrl: undefined, dataDir: path.dirname(rows[0]?.file ?? '') });
};

export const withSnapshot = async <T>(db: Database, work: (snapshot: Snapshot) => Promise<T>): Promise<T> => {
  if (isEmbedded(db)) {
    const connection = await openSecondConnection(db);
    try {
      // In SQLite, the first query of a transaction takes the snapshot.
      return await connection.transaction().execute((transaction) => work({ read: (query) => query(transaction) }));
    } finally {
      // During the snapshot, the write-ahead log could not be truncated, so it may still contain erased data.
      await sql`pragma wal_checkpoint(truncate)`.execute(connection).finally(() => connection.destroy());
    }
  }
  const begin = () => db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only');
  return begin().execute(async (exportingTransaction) => {
    const { rows } = await sql<{ readonly id: string }>`select pg_export_snapshot() as id`.execute(exportingTransaction);
    return work({
      read: (query) =>
        begin().execute(async (transaction) => {
          await sql`set transaction snapshot ${sql.lit(rows[0]?.id ?? '')}`.execute(transaction);
          return query(transaction);
        }),
    });
  });
};

export interface TableToSave {
  readonly name: SavedTable;
  readonly textColumns: readonly string[];
}

/** Lists the tables to save, in the order of `TABLE_NAMES`. The database of an earlier release may lack some of them. */
export const listTables = async (db: Database): Promise<readonly TableToSave[]> => {
  const columns = new Map((await db.introspection.getTables()).map((table) => [table.name, table.columns]));
  if (!columns.has('content_revision')) throw new BackupError('There is no content: the provider has not been started with this DATA_DIR or DATABASE_URL.');
  return TABLE_NAMES.filter((name) => columns.has(name)).map((name) => {
    const textColumns = columns.get(name)?.filter(({ dataType }) => dataType.toLowerCase() === 'text') ?? [];
    return { name, textColumns: textColumns.map((column) => column.name) };
  });
};

type Row = Readonly<Record<string, unknown>>;

const findPartEnds = (rows: readonly Row[]): Row[] => {
  let partBytes = 0;
  return rows.filter((row, index) => {
    partBytes += Number(row.bytes);
    const next = rows[index + 1];
    const isEnd = next === undefined || partBytes + Number(next.bytes) > PART_BYTES;
    if (isEnd) partBytes = 0;
    return isEnd;
  });
};

/** Reads a table in parts, ordered by primary key. The sizes of rows are read before the rows, so that no more than one part is in memory. */
export async function* readParts(db: Database, { name, textColumns }: TableToSave): AsyncGenerator<readonly Row[]> {
  const key = getKey(name);
  const keyColumns = sql.join(key.map((column) => sql.ref(column)));
  const compare = (operator: '>' | '<=', row: Row | undefined): RawBuilder<SqlBool> =>
    row === undefined ? sql`1 = 1` : sql`(${keyColumns}) ${sql.raw(operator)} (${sql.join(key.map((column) => row[column]))})`;
  const bytes = sql.join([sql`0`, ...textColumns.map((column) => sql`coalesce(octet_length(${sql.ref(column)}), 0)`)], sql` + `);
  let last: Row | undefined;
  let sizes: readonly Row[];
  do {
    const page = sql<Row>`select ${keyColumns}, ${bytes} as bytes from ${sql.table(name)} where ${compare('>', last)} order by ${keyColumns} limit ${PART_ROWS}`;
    sizes = (await page.execute(db)).rows;
    for (const end of findPartEnds(sizes)) {
      const part = sql<Row>`select * from ${sql.table(name)} where ${compare('>', last)} and ${compare('<=', end)} order by ${keyColumns}`;
      yield (await part.execute(db)).rows;
      last = end;
    }
  } while (sizes.length === PART_ROWS);
}
