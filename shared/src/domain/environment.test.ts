/** @jest-environment node */
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { describeSettings, getDataFolder, httpUrl, logLevel, parseSettings, portNumber, requireDataFolder, SettingError, setting } from './environment.ts';

const meaning = 'for this test';
const schema = v.object({
  PORT: setting(v.optional(portNumber, '3000'), { meaning }),
  PROVIDER_URL: setting(v.optional(httpUrl), { meaning, without: 'the sample' }),
  LOG_LEVEL: setting(v.optional(logLevel, 'warn'), { meaning }),
});

describe('parseSettings', () => {
  it('takes an empty variable for an absent one', () => {
    expect(parseSettings(schema, { PORT: '', LOG_LEVEL: undefined })).toEqual({ PORT: 3000, LOG_LEVEL: 'warn' });
  });

  it('names every bad setting with its value and the reason', () => {
    const parse = () => parseSettings(schema, { PORT: '70000', PROVIDER_URL: 'ftp://x', LOG_LEVEL: 'loud' });

    expect(parse).toThrow(SettingError);
    expect(parse).toThrow('PORT must be a port number up to 65535');
    expect(parse).toThrow('PROVIDER_URL must be an http or https address (it is "ftp://x")');
    expect(parse).toThrow('LOG_LEVEL must be one of fatal');
  });

  it('never repeats a secret', () => {
    const secrets = v.object({ JWT_SECRET: setting(v.pipe(v.string(), v.minLength(32, 'is too short')), { meaning, isSecret: true }) });

    expect(() => parseSettings(secrets, { JWT_SECRET: 'hunter2' })).toThrow(/^JWT_SECRET is too short$/);
  });
});

describe('describeSettings', () => {
  it('OPS-08 has the default of every setting, and rejects one without a meaning', () => {
    expect(describeSettings(schema).map(({ name, fallback }) => [name, fallback])).toEqual([
      ['PORT', '3000'],
      ['PROVIDER_URL', 'the sample'],
      ['LOG_LEVEL', 'warn'],
    ]);
    expect(() => describeSettings(v.object({ PORT: v.optional(portNumber) }))).toThrow('PORT does not say what it means');
  });
});

describe('requireDataFolder', () => {
  const folder = mkdtempSync(join(tmpdir(), 'data-'));
  const file = join(folder, 'file');
  writeFileSync(file, '');

  it('OPS-08 creates the folder', () => {
    requireDataFolder(join(folder, 'a/b'));

    expect(existsSync(join(folder, 'a/b'))).toBe(true);
  });

  it.each([
    ['a file', file, `DATA_DIR must be a folder that this program can write to (${file}: it is a file)`],
    ['inside a file', join(file, 'data'), 'ENOTDIR'],
    ['where nobody may write', '/proc/data', '/proc/data: ENOENT'],
  ])('OPS-08 rejects what is %s', (_name, path, reason) => {
    expect(() => requireDataFolder(path)).toThrow(SettingError);
    expect(() => requireDataFolder(path)).toThrow(reason);
  });
});

describe('getDataFolder', () => {
  const folders = { root: '/srv/site', cwd: '/srv/site/provider' };

  it.each([
    ['the default is in the project', {}, '/srv/site/data'],
    ['an empty value is the default', { DATA_DIR: '' }, '/srv/site/data'],
    ['an absolute path stays', { DATA_DIR: '/var/data', INIT_CWD: '/home/me' }, '/var/data'],
    ['a relative path starts where npm was called', { DATA_DIR: 'here', INIT_CWD: '/home/me' }, '/home/me/here'],
    ['without npm it starts in the working folder', { DATA_DIR: './here' }, '/srv/site/provider/here'],
  ])('%s', (_name, variables, expected) => {
    expect(getDataFolder(variables, folders)).toBe(expected);
  });
});
