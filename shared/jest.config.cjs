module.exports = { ...require('./build/jest.cjs'), displayName: 'shared' };
