import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Environment } from '../env.ts';
import { EmbeddedDialect } from './embedded-dialect.ts';
import type { Tables } from './tables.ts';

export type Database = Kysely<Tables>;

/** PostgreSQL when DATABASE_URL names one, else the file `provider.db` in the data folder. */
export const openDatabase = async (environment: Environment): Promise<Database> => {
  if (environment.databaseUrl !== undefined) {
    const pool = new pg.Pool({ connectionString: environment.databaseUrl, max: 10, connectionTimeoutMillis: 5000 });
    // An idle connection that the server drops must not end the process; the next query opens another.
    pool.on('error', () => undefined);
    return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  }
  await mkdir(environment.dataDir, { recursive: true });
  return new Kysely<Tables>({ dialect: new EmbeddedDialect(path.join(environment.dataDir, 'provider.db')) });
};
