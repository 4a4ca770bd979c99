module.exports = { ...require('@site/shared/jest'), displayName: 'remote-marketing' };
