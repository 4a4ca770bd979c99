import { CompiledQuery, DefaultQueryExecutor, sql } from 'kysely';
import { isEmbedded } from '../database/connection.ts';
import type { Database } from '../database/schema/tables.ts';

/** Runs work and returns the executed statements, except those that begin or end transactions. */
export const observeStatements = async (work: () => Promise<unknown>): Promise<readonly CompiledQuery[]> => {
  const executeSpy = jest.spyOn(DefaultQueryExecutor.prototype, 'executeQuery');
  try {
    await work();
    return executeSpy.mock.calls.map(([query]) => query);
  } finally {
    executeSpy.mockRestore();
  }
};

/** Returns the engine's plan for a statement. On PostgreSQL, disables sequential scans, which the planner would avoid if the tables were large. */
export const explain = (db: Database, { sql: text, parameters }: CompiledQuery): Promise<string> =>
  db.transaction().execute(async (transaction) => {
    const isSqlite = isEmbedded(db);
    if (!isSqlite) await sql`set local enable_seqscan = off`.execute(transaction);
    const query = CompiledQuery.raw(`explain ${isSqlite ? 'query plan ' : ''}${text}`, [...parameters]);
    const { rows } = await transaction.executeQuery<Readonly<Record<string, unknown>>>(query);
    return rows.map((row) => String(isSqlite ? row.detail : row['QUERY PLAN'])).join('\n');
  });
