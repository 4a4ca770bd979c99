/** @jest-environment node */
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import {
  describeSettings,
  drainSeconds,
  getDataFolder,
  httpUrl,
  isSimilarName,
  listenAddress,
  logLevel,
  observationSettings,
  parseSettings,
  portNumber,
  requireDataFolder,
  SettingError,
  setting,
} from './environment.ts';

const meaning = 'for this test';
const schema = v.object({
  PORT: setting(v.optional(portNumber, '3000'), { meaning }),
  PROVIDER_URL: setting(v.optional(httpUrl), { meaning, without: 'the sample' }),
  LOG_LEVEL: setting(v.optional(logLevel, 'warn'), { meaning }),
});

describe('parseSettings', () => {
  it('treats an empty variable as absent', () => {
    expect(parseSettings(schema, { PORT: '', LOG_LEVEL: undefined })).toEqual({ PORT: 3000, LOG_LEVEL: 'warn' });
  });

  it('names every invalid setting with its value and the reason', () => {
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
  it('OPS-08 lists the default of every setting, and rejects a setting without a meaning', () => {
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
    ['in a folder that is not writable', '/proc/data', '/proc/data: ENOENT'],
  ])('OPS-08 rejects a path that is %s', (_name, path, reason) => {
    expect(() => requireDataFolder(path)).toThrow(SettingError);
    expect(() => requireDataFolder(path)).toThrow(reason);
  });
});

describe('getDataFolder', () => {
  const folders = { root: '/srv/site', cwd: '/srv/site/provider' };

  it.each([
    ['uses a folder of the project by default', {}, '/srv/site/data'],
    ['treats an empty value as the default', { DATA_DIR: '' }, '/srv/site/data'],
    ['keeps an absolute path', { DATA_DIR: '/var/data', INIT_CWD: '/home/me' }, '/var/data'],
    ['resolves a relative path where npm was called', { DATA_DIR: 'here', INIT_CWD: '/home/me' }, '/home/me/here'],
    ['resolves a relative path in the working folder without npm', { DATA_DIR: './here' }, '/srv/site/provider/here'],
  ])('%s', (_name, variables, expected) => {
    expect(getDataFolder(variables, folders)).toBe(expected);
  });
});

describe('the value of a setting', () => {
  const port = 'must be a port number';
  const address = 'must be an IP address or a host name';
  const url = 'must be an http or https address';
  const seconds = 'must be a number of seconds below 1000';
  const access = observationSettings.ACCESS_LOG;

  it.each<[v.GenericSchema, string, unknown]>([
    [portNumber, '0', 0],
    [portNumber, '65535', 65_535],
    [listenAddress, '127.0.0.1', '127.0.0.1'],
    [listenAddress, '::1', '::1'],
    [listenAddress, 'my-host_1.example', 'my-host_1.example'],
    [httpUrl, 'http://a.example', 'http://a.example'],
    [httpUrl, 'https://a.example/b', 'https://a.example/b'],
    [drainSeconds, '0', 0],
    [drainSeconds, '999', 999_000],
    [logLevel, 'silent', 'silent'],
    [access, '1', '1'],
    [observationSettings.OTEL_EXPORTER_OTLP_ENDPOINT, 'http://a.example', 'http://a.example'],
  ])('OPS-08 may be %#', (accepted, value, output) => {
    expect(v.parse(accepted, value)).toBe(output);
  });

  it.each<[v.GenericSchema, string, string]>([
    [portNumber, '65536', 'must be a port number up to 65535'],
    [portNumber, '-1', port],
    [portNumber, '80a', port],
    [portNumber, 'a80', port],
    [listenAddress, 'a b', address],
    [listenAddress, ' a', address],
    [listenAddress, 'a/', address],
    [httpUrl, 'a.example', url],
    [httpUrl, 'ftp://a.example', url],
    [httpUrl, 'xhttp://a.example', url],
    [httpUrl, 'httpx://a.example', url],
    [drainSeconds, '1000', seconds],
    [drainSeconds, '1s', seconds],
    [drainSeconds, '-1', seconds],
    [logLevel, 'loud', 'must be one of fatal, error, warn, info, debug, trace, silent'],
    [access, 'yes', 'must be 1 or absent'],
  ])('OPS-08 may not be %#', (accepted, value, message) => {
    expect(v.safeParse(accepted, value).issues?.map((issue) => issue.message)).toEqual([message]);
  });
});

describe('isNear', () => {
  it.each([
    ['PORT', 'PORT', true],
    ['PROT', 'PORT', false],
    ['POR', 'PORT', true],
    ['HOSTNAMS', 'HOSTNAME', true],
    ['HOSTNASM', 'HOSTNAME', false],
    ['LOG_LEVLE', 'LOG_LEVEL', true],
    ['LOGS_LEVLE', 'LOG_LEVEL', false],
  ])('compares %s with %s', (name, other, expected) => {
    expect(isSimilarName(name, other)).toBe(expected);
  });
});

describe('names and files of settings', () => {
  const secrets = v.object({
    JWT_SECRET: setting(v.optional(v.pipe(v.string(), v.minLength(3, 'is too short'))), { meaning, isSecret: true }),
    PORT: setting(v.optional(portNumber), { meaning }),
  });
  const folder = mkdtempSync(join(tmpdir(), 'secrets-'));
  const write = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const secret = write('secret', ' from a file\n');
  const empty = write('empty', ' \n');
  const parse = (variables: Record<string, string>) => parseSettings(secrets, variables);

  it('OPS-08 reads a secret from a file', () => {
    expect(parse({ JWT_SECRET_FILE: secret })).toEqual({ JWT_SECRET: 'from a file' });
    expect(parse({ JWT_SECRET_FILE: 'secret', INIT_CWD: folder })).toEqual({ JWT_SECRET: 'from a file' });
  });

  it.each([
    ['a misspelt name', { PROT1: '1', POTR: '2', PORTS: '3' }, 'PORTS is not a setting: did you mean PORT?'],
    ['a misspelt name of a file setting', { JWT_SECRETS_FILE: 'x' }, 'JWT_SECRETS_FILE is not a setting: did you mean JWT_SECRET_FILE?'],
    ['a secret that is given twice', { JWT_SECRET: 'abc', JWT_SECRET_FILE: secret }, 'JWT_SECRET and JWT_SECRET_FILE are both set: expected is one of them'],
    ['an empty file', { JWT_SECRET_FILE: empty }, `JWT_SECRET_FILE must name a file that is not empty (it is "${empty}")`],
    ['a missing file', { JWT_SECRET_FILE: '/none' }, 'JWT_SECRET_FILE must name a file that can be read (it is "/none": ENOENT)'],
    ['several problems', { PORTS: '3', PORT: 'x' }, 'PORTS is not a setting: did you mean PORT?; PORT must be a port number (it is "x")'],
    ['a short secret', { JWT_SECRET: 'ab' }, 'JWT_SECRET is too short'],
  ])('OPS-08 rejects %s', (_, variables, message) => {
    expect(() => parse(variables)).toThrow(new SettingError(message));
  });

  it('OPS-08 supports files only for secrets', () => {
    expect(parse({ PORT_FILE: '/none' })).toEqual({});
  });

  it('OPS-08 describes which settings are secret, and the behaviour without them', () => {
    expect(describeSettings(secrets)).toEqual([
      { name: 'JWT_SECRET', meaning, fallback: 'none', isSecret: true },
      { name: 'PORT', meaning, fallback: 'none', isSecret: false },
    ]);
    expect(describeSettings(v.object(observationSettings))).toMatchObject([{ name: 'ACCESS_LOG' }, { name: 'OTEL_EXPORTER_OTLP_ENDPOINT' }]);
  });
});
