/**
 * `npm run database-fixtures -w scripts`: writes the databases that the provider's tests upgrade, for both engines. Run it after adding a migration. Needs
 * PostgreSQL with `pg_dump`.
 */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { startPostgres } from './postgres.ts';

const PROGRAM = path.resolve(import.meta.dirname, '../provider/src/testing/write-database-fixtures.ts');

const server = await startPostgres({ isFast: true });
if (server === undefined) throw new Error('There is no PostgreSQL here and none could be installed (Debian: apt-get install postgresql).');
try {
  const { status } = spawnSync(process.execPath, ['--import', 'tsx', PROGRAM, server.url], { stdio: 'inherit' });
  process.exitCode = status ?? 1;
} finally {
  await server.remove();
}
