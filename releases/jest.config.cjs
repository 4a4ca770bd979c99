module.exports = { ...require('../jest.shared.cjs'), displayName: 'releases' };
