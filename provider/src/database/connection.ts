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
import type { Database, Tables } from './schema.ts';

/** Text with a NUL character, or an unsupported type. */
export class UnstorableValueError extends Error {}

type Bindable = string | number | bigint | Uint8Array | null;

/** libsql crashes on a boolean and truncates text at NUL, so every value is checked first. */
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

/** Of the file's pages in memory, at most; the engine's default of 2 MiB makes searches of long lists read from the file again and again. */
const PAGE_CACHE_KIB = 32 * 1024;

/** Opens the embedded file: write-ahead log, and every commit is synced to disk before it is acknowledged. */
const openGuardedLibsql = (file: string): SqliteDatabase => {
  const database = new Libsql(file, { timeout: 5000 });
  // What is deleted is overwritten in the file.
  for (const pragma of ['journal_mode = WAL', 'synchronous = FULL', 'foreign_keys = ON', 'secure_delete = ON', `cache_size = -${PAGE_CACHE_KIB}`])
    database.exec(`PRAGMA ${pragma}`);
  let isOpen = true;
  return {
    prepare: (sql) => {
      // The native library is not safe to call after close.
      if (!isOpen) throw new Error('The database is closed.');
      // On a full disk the engine rolls back by itself. A second time would be an error that hides the first one.
      if (sql === 'rollback' && !database.inTransaction) return NO_STATEMENT;
      return guardStatement(database.prepare(sql));
    },
    close: () => {
      isOpen = false;
      database.close();
    },
  };
};

/** SQLite can roll back DDL; Kysely does not rely on it by default, and would leave a failed migration half applied. */
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
  /** Its first keyword if it is a common one, in small letters; else `other`. */
  readonly operation: string;
  /** Without the values. */
  readonly text: string;
  readonly durationMs: number;
  readonly isError: boolean;
}

/** Connections to PostgreSQL. */
export interface PoolSize {
  readonly total: number;
  readonly idle: number;
  /** Callers that wait for one. */
  readonly waiting: number;
}

/** What is measured and traced. */
export interface DatabaseObserver {
  /** Called after each statement. */
  onStatement?(statement: Statement): void;
  /** The comment at the end of a statement that is compiled now, with the space before it; for PostgreSQL, whose log and views show it to others. */
  getComment?(): string;
  /** Called once, with PostgreSQL. */
  onPool?(getSize: () => PoolSize): void;
}

const OPERATION = /^\s*(select|insert|update|delete|with|begin|commit|rollback)\b/i;
const COMMENT = / \/\*traceparent='[^']*'\*\/$/;

const describeStatement = ({ level, query, queryDurationMillis }: LogEvent): Statement => ({
  operation: OPERATION.exec(query.sql)?.[1]?.toLowerCase() ?? 'other',
  text: query.sql.replace(COMMENT, ''),
  durationMs: queryDurationMillis,
  isError: level === 'error',
});

/** PostgreSQL, where each statement ends with a comment. */
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
const PRIVATE_FILE = 0o600;

/** For the provider's user only. The engine gives the files next to it the same permissions; those of an earlier release were readable. */
const lockFiles = async (file: string): Promise<void> => {
  await (await open(file, 'a', PRIVATE_FILE)).close();
  for (const name of [file, `${file}-wal`, `${file}-shm`]) {
    await chmod(name, PRIVATE_FILE).catch((reason: unknown) => {
      if (getErrorCode(reason) !== 'ENOENT') throw reason;
    });
  }
};

/** PostgreSQL when a URL is set, else the file `provider.db` in the data folder. */
export const openDatabase = async ({ databaseUrl, dataDir }: DatabaseSettings, observer: DatabaseObserver = {}): Promise<Database> => {
  const { onStatement, getComment, onPool } = observer;
  const log = onStatement === undefined ? {} : { log: (event: LogEvent) => onStatement(describeStatement(event)) };
  if (databaseUrl !== undefined) {
    const pool = new pg.Pool({
      connectionString: databaseUrl,
      max: 10,
      connectionTimeoutMillis: 5000,
      // A new connection takes 100 ms longer for its first search. Load balancers and firewalls forget an idle one after four minutes or more, silently.
      idleTimeoutMillis: 60_000,
      // Compiling a query with many conditions takes PostgreSQL seconds, and running it milliseconds. No startup option, which poolers may reject.
      onConnect: async (client) => {
        await client.query('set jit = off');
      },
    });
    // An idle connection that the server drops must not end the process; the next query opens another.
    pool.on('error', () => undefined);
    // Nor one that a transaction uses, between two of its statements; the next one fails.
    pool.on('connect', (client) => client.on('error', () => undefined));
    onPool?.(() => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }));
    return new Kysely<Tables>({ dialect: getComment === undefined ? new PostgresDialect({ pool }) : createCommentingDialect(pool, getComment), ...log });
  }
  await mkdir(dataDir, { recursive: true });
  const file = path.join(dataDir, DATABASE_FILE);
  await lockFiles(file);
  return new Kysely<Tables>({ dialect: new EmbeddedDialect({ database: async () => openGuardedLibsql(file) }), ...log });
};

export const isEmbedded = (db: Database): boolean => db.getExecutor().adapter instanceof SqliteAdapter;

/**
 * Does work whose statements find documents by their words. Where PostgreSQL looks for a few, it expects to come across them soon, and would read the words of thousands of
 * documents one after the other instead of an index: for the rare words that need the index most.
 */
export const byIndex = <T>(db: Database, work: (db: Database) => Promise<T>): Promise<T> =>
  isEmbedded(db)
    ? work(db)
    : db.transaction().execute(async (transaction) => {
        await sql`set local enable_seqscan = off`.execute(transaction);
        return work(transaction);
      });

/**
 * Removes what deleted rows have left in the files of the database: in the embedded file and its log the pages are written anew; PostgreSQL rewrites the tables.
 * Not inside a transaction. Takes about a second for 100 MB, during which a provider with the embedded database answers nothing else, and with PostgreSQL whoever reads or writes
 * these tables waits.
 */
export const purgeDeletedRows = async (db: Database, tables: ReadonlyArray<keyof Tables>): Promise<void> => {
  if (isEmbedded(db)) {
    // Entries of deleted documents leave the index when its segments are merged.
    for (const name of ['search_texts', 'search_bodies', 'public_words'])
      await sql`insert into ${sql.table(name)} (${sql.ref(name)}) values ('optimize')`.execute(db);
    await sql`vacuum`.execute(db);
    await sql`pragma wal_checkpoint(truncate)`.execute(db);
    return;
  }
  for (const table of tables) await sql`vacuum full ${sql.table(table)}`.execute(db);
};

const FIRST_CONNECTION_LIMIT_MS = 5000;

/** Connects once, before the start does anything else. Throws a SettingError, without the password, when PostgreSQL does not accept the connection. */
export const requireDatabase = async (databaseUrl: string | undefined): Promise<void> => {
  if (databaseUrl === undefined) return;
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: FIRST_CONNECTION_LIMIT_MS });
  try {
    await client.connect();
  } catch (error) {
    const { hostname, port, pathname } = new URL(databaseUrl);
    // Refused on several addresses at once, the error has a code and no message.
    const reason = getErrorMessage(error) || getErrorCode(error);
    throw new SettingError(`DATABASE_URL must name a database that accepts connections (${hostname}:${port || '5432'}${pathname}: ${reason})`);
  } finally {
    await client.end().catch(() => undefined);
  }
};
