const embedded = require('./jest.config.cjs');

/** Suites for code that uses the database. */
const ALL = '{content,database,http,maintenance}/**/*';
/** Suites for code with engine-specific SQL, triggers or locking. */
const DIFFERENT = `{${[
  // Connections, clocks, migrations, query plans, the hash chain of the audit log, counters.
  'database/*',
  'content/*',
  // Backups dump the database instead of copying a file.
  'maintenance/backup*',
  // Concurrent writes lock a row, whereas SQLite allows only one writer.
  'http/endpoints/concurrent-writes',
  'http/endpoints/two-providers',
  // Word indexes: staff lists, public search and the search for a person's data.
  'http/endpoints/privacy',
  'http/endpoints/staff-lists',
  'http/endpoints/search',
  // Pruning of versions.
  'http/endpoints/versions',
  // Triggers: image uses, reviews, former slugs, program statuses, external links, permanent deletion.
  'http/endpoints/media',
  'http/endpoints/reviews',
  'http/endpoints/redirects',
  'http/endpoints/program-drafts',
  'http/endpoints/links',
  'http/endpoints/trash',
].join()}}`;
const isComplete = (process.env.ALL_DATABASES ?? process.env.LONG_DRILLS) !== undefined;

/**
 * Runs provider tests again on PostgreSQL. With `ALL_DATABASES=1` (for changes to `src/database`) or `LONG_DRILLS` (set by `npm run bench -- drills`), runs all
 * suites that use the database.
 */
module.exports = {
  ...embedded,
  displayName: 'provider on postgres',
  rootDir: __dirname,
  testMatch: [`**/src/${isComplete ? ALL : DIFFERENT}.test.ts`],
  testPathIgnorePatterns: ['/openapi.test'],
  globals: { TEST_ENGINE: 'postgres' },
  globalSetup: '<rootDir>/../scripts/postgres-for-tests.ts',
  globalTeardown: '<rootDir>/../scripts/stop-postgres.ts',
  setupFilesAfterEnv: [...embedded.setupFilesAfterEnv, '<rootDir>/skip-without-postgres.cjs'],
};
