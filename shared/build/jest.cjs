const fs = require('node:fs');
const path = require('node:path');

const testing = (file) => path.join(__dirname, '../src/testing', file);

/** The set-up file is TypeScript in the site's repository and compiled JavaScript in the kit. */
const setUp = [testing('set-up.ts'), testing('set-up.js')].find((file) => fs.existsSync(file));

/** Packages that ship or import only ES modules, wherever npm has installed them. Jest transforms these packages, because it runs CommonJS. */
const esModulePackages = [
  '@site/shared',
  'jose',
  'cookie',
  'content-disposition',
  'yocto-queue',
  'p-limit',
  'p-queue',
  'p-timeout',
  'aws4fetch',
  'age-encryption',
  '@noble',
  '@scure',
  'react-confetti',
  'kysely',
  '@opentelemetry/otlp-exporter-base',
  'chokidar',
  'readdirp',
  'htmlparser2',
  'entities',
  'domhandler',
  'domutils',
  'domelementtype',
  'dom-serializer',
].join('|');

/** Jest configuration that every workspace extends with its name. The default environment is jsdom; a file selects Node with `@jest-environment node`. */
module.exports = {
  testEnvironment: testing('jsdom-environment.cjs'),
  runtime: testing('jest-runtime.cjs'),
  testMatch: ['**/src/**/*.test.ts', '**/src/**/*.test.tsx'],
  moduleFileExtensions: ['ts', 'tsx', 'js', 'mjs', 'cjs', 'json'],
  transform: {
    '\\.[cm]?[jt]sx?$': [
      '@swc/jest',
      {
        jsc: { target: 'es2022', parser: { syntax: 'typescript', tsx: true, dynamicImport: true }, transform: { react: { runtime: 'automatic' } } },
      },
    ],
    '\\.(svg|png|jpe?g|webp|avif|woff2)$': testing('asset-transform.cjs'),
  },
  // Workspace packages are symlinks and Jest matches real paths, so the sources of `@site/shared` are transformed.
  transformIgnorePatterns: [`/node_modules/(?!(?:.*/node_modules/)?(?:${esModulePackages})/)`],
  moduleNameMapper: { '\\.css$': testing('css-module.cjs'), '\\?file$': testing('file-address.cjs') },
  // Unmount components before checking the console, so that messages during unmounting are checked too.
  setupFilesAfterEnv: [testing('set-up-environment.cjs'), setUp],
  restoreMocks: true,
};
