const base = require('@site/shared/jest');

module.exports = {
  ...base,
  displayName: 'host',
  // As in the build (rspack.shared.ts): `?inline` imports the compiled text. The first pattern that matches applies.
  moduleNameMapper: { '^(.+)\\?inline$': '$1', ...base.moduleNameMapper },
  transform: { '\\.inline\\.(?:ts|css)$': '<rootDir>/build/inline-text.cjs', ...base.transform },
};
