module.exports = {
  ...require('../jest.shared.cjs'),
  displayName: 'provider',
  testEnvironment: 'node',
};
