module.exports = { ...require('../jest.shared.cjs'), displayName: 'remote-auth-admin' };
