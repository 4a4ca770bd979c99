import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { openDatabase } from '../database/connection.ts';
import { MIGRATIONS } from '../database/released-migrations.ts';
import { createTestDatabase } from './test-database.ts';

it('copies a database whose migrations have run', async () => {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'provider-test-'));
  await createTestDatabase(dataDir);
  const db = await openDatabase({ databaseUrl: undefined, dataDir });
  try {
    const { rows } = await sql<{ name: string }>`select name from kysely_migration order by timestamp, name`.execute(db);

    expect(rows.at(-1)?.name).toBe(Object.keys(MIGRATIONS).at(-1));
  } finally {
    await db.destroy();
    await rm(dataDir, { recursive: true });
  }
});
