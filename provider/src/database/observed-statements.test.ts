import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { createTestDatabase, dropTestDatabase } from '../testing/test-database.ts';
import { openDatabase, type Statement } from './connection.ts';

const COMMENT = " /*traceparent='00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'*/";

describe('a database with an observer', () => {
  it('OPS-06 reports each statement without its values, and names the request in those that PostgreSQL executes', async () => {
    const databaseUrl = await createTestDatabase();
    const dataDir = await mkdtemp(path.join(os.tmpdir(), 'observed-'));
    const statements: Statement[] = [];
    const db = await openDatabase({ databaseUrl, dataDir }, { onStatement: (statement) => statements.push(statement), getComment: () => COMMENT });
    try {
      await db
        .selectFrom('users')
        .select('id')
        .where('email', '=', 'ada@site.example')
        .execute()
        .catch(() => undefined);
      await sql`nonsense`.execute(db).catch(() => undefined);
      const name = databaseUrl === undefined ? sql<string>`''` : sql<string>`current_query()`;
      const { rows } = await sql<{ text: string }>`select ${name} as text`.execute(db);

      expect(statements.map(({ operation }) => operation)).toEqual(['select', 'other', 'select']);
      expect(statements[1]).toMatchObject({ text: 'nonsense', isError: true, durationMs: expect.any(Number) });
      expect(JSON.stringify(statements)).not.toMatch(/ada@|traceparent/);
      expect(rows[0]?.text).toBe(databaseUrl === undefined ? '' : `select current_query() as text${COMMENT}`);
    } finally {
      await db.destroy();
      await dropTestDatabase(databaseUrl);
      await rm(dataDir, { recursive: true, force: true });
    }
  });
});
