const base = require('./build/jest.cjs');

module.exports = { ...base, displayName: 'shared', testMatch: [...base.testMatch, '**/build/**/*.test.ts'] };
