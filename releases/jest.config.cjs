module.exports = { ...require('@site/shared/jest'), displayName: 'releases' };
