declare global {
  var requireOnce: NodeJS.Require;
}

/**
 * Packages that make up most of the code that the provider loads and that keep no state between test files. sharp is excluded, because its errors must be
 * instances of the tests' own `Error`.
 */
const LARGE_PACKAGES = [
  '@simplewebauthn/server',
  '@zxcvbn-ts/core',
  '@zxcvbn-ts/language-common',
  'age-encryption',
  'jose',
  'kysely',
  'prom-client',
  'sanitize-html',
];

for (const name of LARGE_PACKAGES) jest.doMock(name, () => requireOnce(name));

// Makes hashing passwords almost free. Each hash contains its cost, so checking it is just as cheap. `jest.unmock` restores the real cost.
jest.doMock('@node-rs/argon2', () => {
  const argon2 = jest.requireActual<typeof import('@node-rs/argon2')>('@node-rs/argon2');
  const hash: typeof argon2.hash = (password, cost) => argon2.hash(password, { ...cost, memoryCost: 64, timeCost: 1 });
  return { ...argon2, hash };
});

export {};
