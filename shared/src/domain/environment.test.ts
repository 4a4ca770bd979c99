/** @jest-environment node */
import * as v from 'valibot';
import { getDataFolder, httpUrl, logLevel, parseSettings, portNumber, SettingError } from './environment.ts';

const schema = v.object({ PORT: v.optional(portNumber, '3000'), PROVIDER_URL: v.optional(httpUrl), LOG_LEVEL: v.optional(logLevel, 'warn') });

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
    const secrets = v.object({ JWT_SECRET: v.pipe(v.string(), v.minLength(32, 'is too short')) });

    expect(() => parseSettings(secrets, { JWT_SECRET: 'hunter2' })).toThrow(/^JWT_SECRET is too short$/);
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
