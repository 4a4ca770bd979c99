/**
 * Jest global set-up: starts a real PostgreSQL server. With `ALL_DATABASES=1`, the server compares text with ICU. Without PostgreSQL, the tests are reported as
 * skipped.
 */
import { type PostgresServer, startPostgres } from './postgres.ts';

declare global {
  var postgresForTests: PostgresServer | undefined;
}

const setUp = async (): Promise<void> => {
  globalThis.postgresForTests = await startPostgres({ isFast: true, usesIcuCollation: process.env.ALL_DATABASES !== undefined });
  if (globalThis.postgresForTests !== undefined) process.env.TEST_POSTGRES_URL = globalThis.postgresForTests.url;
  else
    process.stderr.write(
      'SKIPPED: the provider tests on PostgreSQL. There is no PostgreSQL here and none could be installed (Debian: apt-get install postgresql).\n',
    );
};

// biome-ignore lint/style/noDefaultExport: Jest demands it.
export default setUp;
