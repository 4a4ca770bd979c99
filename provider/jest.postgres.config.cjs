const embedded = require('./jest.config.cjs');

/** The same tests once more, on PostgreSQL. */
module.exports = {
  ...embedded,
  displayName: 'provider on postgres',
  rootDir: __dirname,
  globals: { TEST_ENGINE: 'postgres' },
  globalSetup: '<rootDir>/postgres-for-tests.cjs',
  globalTeardown: '<rootDir>/stop-postgres.cjs',
  setupFilesAfterEnv: [...embedded.setupFilesAfterEnv, '<rootDir>/skip-without-postgres.cjs'],
};
