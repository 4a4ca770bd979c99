module.exports = { ...require('../jest.shared.cjs'), displayName: 'repository', testEnvironment: 'node', testMatch: ['<rootDir>/*.test.ts'] };
