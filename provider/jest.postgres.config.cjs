const embedded = require('./jest.config.cjs');

/** What reaches the database. */
const ALL = '{content,database,http,maintenance}/**/*';
/** Suites for code with engine-specific SQL, triggers or locking. */
const DIFFERENT = `{${[
  // Connections, clocks, migrations, plans, the chain of the audit log, counters.
  'database/*',
  // Every kind of content, and every writer.
  'content/*',
  // A dump instead of a copied file.
  'maintenance/backup*',
  // A locked row instead of the one writer of a file.
  'http/endpoints/concurrent-writes',
  'http/endpoints/two-providers',
  // Indexes of words: staff lists, public search and the search for a person's data.
  'http/endpoints/privacy',
  'http/endpoints/staff-lists',
  'http/endpoints/search',
  // Which of many versions to keep.
  'http/endpoints/versions',
  // Triggers: image uses, reviews, former slugs, the status of programs, external links, documents that are deleted for good.
  'http/endpoints/media',
  'http/endpoints/reviews',
  'http/endpoints/redirects',
  'http/endpoints/program-drafts',
  'http/endpoints/links',
  'http/endpoints/trash',
].join()}}`;
const isComplete = (process.env.ALL_DATABASES ?? process.env.LONG_DRILLS) !== undefined;

/** Tests of the provider once more, on PostgreSQL: all of them with `ALL_DATABASES=1`, as after a change of `src/database`, or with `LONG_DRILLS`, as in `npm run bench -- drills`. */
module.exports = {
  ...embedded,
  displayName: 'provider on postgres',
  rootDir: __dirname,
  testMatch: [`**/src/${isComplete ? ALL : DIFFERENT}.test.ts`],
  // The description of the API is the same on both.
  testPathIgnorePatterns: ['/openapi.test'],
  globals: { TEST_ENGINE: 'postgres' },
  globalSetup: '<rootDir>/../scripts/postgres-for-tests.ts',
  globalTeardown: '<rootDir>/../scripts/stop-postgres.ts',
  setupFilesAfterEnv: [...embedded.setupFilesAfterEnv, '<rootDir>/skip-without-postgres.cjs'],
};
