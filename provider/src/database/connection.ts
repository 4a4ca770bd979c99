import { chmod, mkdir, open } from 'node:fs/promises';
import path from 'node:path';
import { SettingError } from '@site/shared/domain/environment';
import { getErrorCode, getErrorMessage } from '@site/shared/domain/error-code';
import {
  type CompiledQuery,
  Kysely,
  type LogEvent,
  PostgresDialect,
  PostgresQueryCompiler,
  type QueryId,
  type RootOperationNode,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  type SqliteStatement,
  sql,
} from 'kysely';
import Libsql from 'libsql';
import pg from 'pg';
import type { Database, Tables } from './schema/tables.ts';

/** Thrown for strings with a NUL character and for unsupported types. */
export class UnstorableValueError extends Error {}

type Bindable = string | number | bigint | Uint8Array | null;

/** Converts or rejects a value, because libsql crashes on booleans and truncates strings at NUL. */
const toBindable = (value: unknown): Bindable => {
  if (value === null || typeof value === 'bigint' || value instanceof Uint8Array) return value;
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value === 'string') {
    if (value.includes('\0')) throw new UnstorableValueError('Text must not contain NUL characters.');
    return value;
  }
  throw new UnstorableValueError(`A ${typeof value} cannot be stored.`);
};

const guardStatement = (statement: Libsql.Statement): SqliteStatement => ({
  reader: statement.reader,
  all: (parameters) => statement.all(parameters.map(toBindable)),
  run: (parameters) => statement.run(parameters.map(toBindable)),
  iterate: (parameters) => statement.iterate(parameters.map(toBindable)),
});

const NO_STATEMENT: SqliteStatement = { reader: false, all: () => [], run: () => ({ changes: 0, lastInsertRowid: 0 }), iterate: () => [][Symbol.iterator]() };

/** Page cache size. With the engine's default of 2 MiB, searches in long lists would read the same pages from disk repeatedly. */
const PAGE_CACHE_KIB = 32 * 1024;

/** Opens the embedded database in WAL mode. Every commit is synced to disk before it is acknowledged. */
const openGuardedLibsql = (file: string): SqliteDatabase => {
  const database = new Libsql(file, { timeout: 5000 });
  // `secure_delete` overwrites deleted data in the file.
  for (const pragma of ['journal_mode = WAL', 'synchronous = FULL', 'foreign_keys = ON', 'secure_delete = ON', `cache_size = -${PAGE_CACHE_KIB}`])
    database.exec(`PRAGMA ${pragma}`);
  let isOpen = true;
  return {
    prepare: (sql) => {
      // Calling the native library after `close` is not safe.
      if (!isOpen) throw new Error('The database is closed.');
      // On a full disk, the engine rolls back automatically. A second rollback would raise an error that hides the first one.
      if (sql === 'rollback' && !database.inTransaction) return NO_STATEMENT;
      return guardStatement(database.prepare(sql));
    },
    close: () => {
      isOpen = false;
      database.close();
    },
  };
};

/** Enables transactional DDL, which SQLite supports. By default, Kysely does not use it and would leave a failed migration half applied. */
class EmbeddedAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

class EmbeddedDialect extends SqliteDialect {
  override createAdapter(): EmbeddedAdapter {
    return new EmbeddedAdapter();
  }
}

export interface Statement {
  /** First keyword of the SQL statement in lower case, for example `select`. For uncommon keywords, this is `other`. */
  readonly operation: string;
  readonly text: string;
  readonly durationMs: number;
  readonly isError: boolean;
}

export interface PoolSize {
  readonly total: number;
  readonly idle: number;
  readonly waiting: number;
}

export interface DatabaseObserver {
  onStatement?(statement: Statement): void;
  /**
   * Returns a comment, with a leading space, to append to the statement being compiled. Used only for PostgreSQL, which shows the comment in its log and views.
   */
  getComment?(): string;
  onPoolCreated?(getSize: () => PoolSize): void;
}

const OPERATION = /^\s*(select|insert|update|delete|with|begin|commit|rollback)\b/i;
const COMMENT = / \/\*traceparent='[^']*'\*\/$/;

const describeStatement = ({ level, query, queryDurationMillis }: LogEvent): Statement => ({
  operation: OPERATION.exec(query.sql)?.[1]?.toLowerCase() ?? 'other',
  text: query.sql.replace(COMMENT, ''),
  durationMs: queryDurationMillis,
  isError: level === 'error',
});

const createCommentingDialect = (pool: pg.Pool, getComment: () => string): PostgresDialect => {
  class CommentingCompiler extends PostgresQueryCompiler {
    override compileQuery(node: RootOperationNode, queryId: QueryId): CompiledQuery {
      const query = super.compileQuery(node, queryId);
      return { ...query, sql: query.sql + getComment() };
    }
  }
  class CommentingDialect extends PostgresDialect {
    override createQueryCompiler(): CommentingCompiler {
      return new CommentingCompiler();
    }
  }
  return new CommentingDialect({ pool });
};

export interface DatabaseSettings {
  readonly databaseUrl: string | undefined;
  readonly dataDir: string;
}

export const DATABASE_FILE = 'provider.db';
const PRIVATE_FILE_MODE = 0o600;

/**
 * Makes the database file accessible only to the provider's user. The engine gives its log files the same permissions. Files created by earlier releases were
 * world-readable.
 */
const restrictFileAccess = async (file: string): Promise<void> => {
  // Do not open an existing file: closing it would release the locks that the engine holds for this process's other connections.
  await open(file, 'ax', PRIVATE_FILE_MODE).then(
    (handle) => handle.close(),
    (reason: unknown) => {
      if (getErrorCode(reason) !== 'EEXIST') throw reason;
    },
  );
  for (const name of [file, `${file}-wal`, `${file}-shm`]) {
    await chmod(name, PRIVATE_FILE_MODE).catch((reason: unknown) => {
      if (getErrorCode(reason) !== 'ENOENT') throw reason;
    });
  }
};

/** Opens PostgreSQL if a URL is set, otherwise the file `provider.db` in the data folder. */
export const openDatabase = async ({ databaseUrl, dataDir }: DatabaseSettings, observer: DatabaseObserver = {}): Promise<Database> => {
  const { onStatement, getComment, onPoolCreated } = observer;
  const log = onStatement === undefined ? {} : { log: (event: LogEvent) => onStatement(describeStatement(event)) };
  if (databaseUrl !== undefined) {
    const pool = new pg.Pool({
      connectionString: databaseUrl,
      max: 10,
      connectionTimeoutMillis: 5000,
      // Keep idle connections for a minute, because the first search on a new connection takes 100 ms longer. Load balancers and firewalls silently drop
      // connections that are idle for four minutes or more.
      idleTimeoutMillis: 60_000,
      // Without this statement, PostgreSQL spends seconds compiling a query with many conditions, although running it takes milliseconds. It is not a startup
      // option, because connection poolers may reject those.
      onConnect: async (client) => {
        await client.query('set jit = off');
      },
    });
    // If the server drops an idle connection, the process must not end. The next query opens another connection.
    pool.on('error', () => undefined);
    // The same applies if the connection is dropped between two statements of a transaction. The next statement then fails.
    pool.on('connect', (client) => client.on('error', () => undefined));
    onPoolCreated?.(() => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }));
    return new Kysely<Tables>({ dialect: getComment === undefined ? new PostgresDialect({ pool }) : createCommentingDialect(pool, getComment), ...log });
  }
  await mkdir(dataDir, { recursive: true });
  const file = path.join(dataDir, DATABASE_FILE);
  await restrictFileAccess(file);
  return new Kysely<Tables>({ dialect: new EmbeddedDialect({ database: async () => openGuardedLibsql(file) }), ...log });
};

export const isEmbedded = (db: Database): boolean => db.getExecutor().adapter instanceof SqliteAdapter;

/**
 * Runs statements that search by word. PostgreSQL expects to find the few requested matches early. For rare words, it would therefore scan thousands of
 * documents instead of using an index.
 */
export const preferIndexScan = <T>(db: Database, work: (db: Database) => Promise<T>): Promise<T> =>
  isEmbedded(db)
    ? work(db)
    : db.transaction().execute(async (transaction) => {
        await sql`set local enable_seqscan = off`.execute(transaction);
        return work(transaction);
      });

/**
 * Removes what is left of deleted rows from the database files. The embedded engine rewrites its file and log; PostgreSQL rewrites the tables. Do not call this
 * inside a transaction. It takes about a second per 100 MB. During this time, the embedded database blocks the provider, and PostgreSQL blocks all access to
 * these tables.
 */
export const purgeDeletedRows = async (db: Database, tables: ReadonlyArray<keyof Tables>): Promise<void> => {
  if (isEmbedded(db)) {
    // Merging the index segments removes the remaining entries of deleted documents.
    for (const name of ['search_index', 'search_texts', 'search_bodies', 'public_words'])
      await sql`insert into ${sql.table(name)} (${sql.ref(name)}) values ('optimize')`.execute(db);
    await sql`vacuum`.execute(db);
    await sql`pragma wal_checkpoint(truncate)`.execute(db);
    return;
  }
  for (const table of tables) await sql`vacuum full ${sql.table(table)}`.execute(db);
};

const FIRST_CONNECTION_LIMIT_MS = 5000;

/** Connects once before anything else starts. Throws a SettingError, without the password, if PostgreSQL does not accept the connection. */
export const requireDatabase = async (databaseUrl: string | undefined): Promise<void> => {
  if (databaseUrl === undefined) return;
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: FIRST_CONNECTION_LIMIT_MS });
  try {
    await client.connect();
  } catch (error) {
    const { hostname, port, pathname } = new URL(databaseUrl);
    // If several addresses refuse the connection, the error has a code but no message.
    const reason = getErrorMessage(error) || getErrorCode(error);
    throw new SettingError(`DATABASE_URL must name a database that accepts connections (${hostname}:${port || '5432'}${pathname}: ${reason})`);
  } finally {
    await client.end().catch(() => undefined);
  }
};
