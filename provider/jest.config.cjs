module.exports = {
  ...require('@site/shared/jest'),
  displayName: 'provider',
  testEnvironment: 'node',
};
