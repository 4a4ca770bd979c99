declare global {
  var requireOnce: NodeJS.Require;
}

/**
 * These are most of what the provider loads, and have no state that one file of tests could leave to the next. Not sharp: its errors have to be instances of
 * the tests' own `Error`.
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

// Passwords are hashed at next to no cost, and a hash names its cost, so checking one is as cheap. `jest.unmock` brings the real cost back.
jest.doMock('@node-rs/argon2', () => {
  const argon2 = jest.requireActual<typeof import('@node-rs/argon2')>('@node-rs/argon2');
  const hash: typeof argon2.hash = (password, cost) => argon2.hash(password, { ...cost, memoryCost: 64, timeCost: 1 });
  return { ...argon2, hash };
});

export {};
