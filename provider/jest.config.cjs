/** Packages below the provider that ship ES modules only, wherever npm has put them. */
const esModulePackages = [
  'jose',
  'cookie',
  'kysely',
  'htmlparser2',
  'domhandler',
  'domutils',
  'dom-serializer',
  'domelementtype',
  'entities',
  'aws4fetch',
  'p-limit',
  'yocto-queue',
].join('|');

module.exports = {
  ...require('../jest.shared.cjs'),
  displayName: 'provider',
  testEnvironment: 'node',
  transformIgnorePatterns: [`/node_modules/(?!(?:.*/node_modules/)?(?:${esModulePackages})/)`],
};
