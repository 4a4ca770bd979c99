module.exports = { ...require('../jest.shared.cjs'), displayName: 'shared' };
