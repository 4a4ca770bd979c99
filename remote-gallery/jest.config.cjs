module.exports = { ...require('../jest.shared.cjs'), displayName: 'remote-gallery' };
