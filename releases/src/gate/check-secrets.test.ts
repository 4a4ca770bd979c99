/** @jest-environment node */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readCandidate } from './candidate.ts';
import { checkSecrets } from './check-secrets.ts';

const check = async (file: string, text: string) => {
  const folder = mkdtempSync(join(tmpdir(), 'secrets-'));
  try {
    for (const part of ['browser', 'server']) mkdirSync(join(folder, part));
    writeFileSync(join(folder, file), text);
    return (await checkSecrets(await readCandidate('sample', folder))).map(({ where, what }) => `${where} ${what}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
/** Joins the parts at run time, so that secret scanners do not report this file. */
const glue = (start: string, rest: string): string => start + rest;
const A36 = 'a'.repeat(36);

describe('checkSecrets', () => {
  it.each([
    ['browser/main.js', glue('-----BEGIN RSA ', 'PRIVATE KEY-----\nMIIE'), 'a private key'],
    ['browser/main.js', glue('key:"AKIA', 'IOSFODNN7EXAMPLE"'), 'a key of AWS'],
    ['server/routes.cjs', glue('const t = "ghp_', `${A36}";`), 'a token of GitHub'],
    ['browser/main.js', glue('"AIza', `${'b'.repeat(35)}"`), 'a key of Google'],
    ['browser/main.js', glue('"sk_live_', `${A36}"`), 'a key of Stripe'],
    ['browser/main.js', glue('"xoxb-', '1234567890-abc"'), 'a token of Slack'],
    ['browser/main.js', glue('"npm_', `${A36}"`), 'a token of npm'],
    ['server/routes.cjs', glue('"release_', `${'c'.repeat(43)}"`), 'a release token'],
    ['browser/build.json', glue('{"note":"AGE-SECRET-KEY-1', `${'Q'.repeat(58)}"}`), 'a key of age'],
    ['server/routes.cjs', glue('process.env.JWT_SECRET', ' = "thirty-two characters or more than that"'), 'the value of a secret setting'],
    ['browser/main.js', glue('{DATABASE_URL', ':"postgres://site:secret@db/site"}'), 'the value of a secret setting'],
  ])('RLS-04 finds in %s: %s', async (file, text, kind) => {
    expect(await check(file, text)).toEqual([`${file} contains ${kind}.`]);
  });

  it.each([
    'const release_notes = "release_of_the_year"; const AKIA = 1;',
    'const settings = { JWT_SECRET: undefined, DATABASE_URL: process.env.DATABASE_URL };',
    'if (name === "ADMIN_PASSWORD") show("Set ADMIN_PASSWORD");',
    '-----BEGIN PUBLIC KEY-----',
  ])('RLS-04 takes names for names: %s', async (text) => {
    expect(await check('browser/main.js', text)).toEqual([]);
  });
});
