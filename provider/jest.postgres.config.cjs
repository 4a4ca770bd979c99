const embedded = require('./jest.config.cjs');

/** The tests that reach the database once more, on PostgreSQL. */
module.exports = {
  ...embedded,
  displayName: 'provider on postgres',
  rootDir: __dirname,
  testMatch: ['**/src/{database,http,maintenance}/**/*.test.ts'],
  // The description of the API is the same on both.
  testPathIgnorePatterns: ['/openapi.test'],
  globals: { TEST_ENGINE: 'postgres' },
  globalSetup: '<rootDir>/../scripts/postgres-for-tests.ts',
  globalTeardown: '<rootDir>/../scripts/stop-postgres.ts',
  setupFilesAfterEnv: [...embedded.setupFilesAfterEnv, '<rootDir>/skip-without-postgres.cjs'],
};
