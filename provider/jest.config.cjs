module.exports = {
  ...require('@site/shared/jest'),
  displayName: 'provider',
  testEnvironment: require.resolve('./src/testing/node-environment.cjs'),
  setupFiles: ['<rootDir>/src/testing/set-up-packages.ts'],
};
