module.exports = { ...require('@site/shared/jest'), displayName: 'repository', testEnvironment: 'node', testMatch: ['<rootDir>/**/*.test.ts'] };
