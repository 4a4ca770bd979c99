const embedded = require('./jest.config.cjs');

/** What reaches the database. */
const ALL = '{database,http,maintenance}/**/*';
/** What the engines do differently: migrations, lists and search, writes at the same moment, transactions over many rows, backups. */
const SHORT = `{database/*,maintenance/{backups,maintenance,privacy},http/endpoints/{${[
  'concurrent-writes',
  'content-writes',
  'event-series',
  'listed-searches',
  'list-pages',
  'program-drafts',
  'publication',
  'redirects',
  'search',
  'session-binding',
  'staff-lists',
  'topics',
  'transfer',
  'trash',
  'two-providers',
  'versions',
].join()}}}`;

/** Tests of the provider once more, on PostgreSQL: all of them with `LONG_DRILLS`, as in `npm run bench -- drills`. */
module.exports = {
  ...embedded,
  displayName: 'provider on postgres',
  rootDir: __dirname,
  testMatch: [`**/src/${process.env.LONG_DRILLS === undefined ? SHORT : ALL}.test.ts`],
  // The description of the API is the same on both.
  testPathIgnorePatterns: ['/openapi.test'],
  globals: { TEST_ENGINE: 'postgres' },
  globalSetup: '<rootDir>/../scripts/postgres-for-tests.ts',
  globalTeardown: '<rootDir>/../scripts/stop-postgres.ts',
  setupFilesAfterEnv: [...embedded.setupFilesAfterEnv, '<rootDir>/skip-without-postgres.cjs'],
};
