import path from 'node:path';
import { SettingError } from '@site/shared/domain/environment';
import { parseEnvironment } from './env.ts';

describe('parseEnvironment', () => {
  it('has a default for every variable, with paths inside the project', () => {
    const environment = parseEnvironment({ DATA_DIR: '' }, __dirname);

    expect(environment).toMatchObject({ port: 4000, host: '127.0.0.1', trustProxy: 'loopback', databaseUrl: undefined, logLevel: 'warn' });
    expect(environment.dataDir).toBe(path.resolve(__dirname, '../../data'));
  });

  it.each([
    ['PROVIDER_PORT', 'eighty', 'must be a port number'],
    ['PROVIDER_PORT', '70000', 'up to 65535'],
    ['PROVIDER_TRUST_PROXY', 'everybody', '10.0.0.0/8'],
    ['DATABASE_URL', 'mysql://x', 'postgres://'],
    ['ADMIN_EMAIL', 'nobody', 'e-mail'],
    ['ADMIN_PASSWORD', '123', '6 characters'],
    ['JWT_SECRET', 'short', '32 characters'],
    ['LOG_LEVEL', 'loud', 'must be one of fatal'],
    ['S3_BUCKET', 'pictures', 'needs S3_ENDPOINT'],
  ])('rejects %s=%s with the name and the reason', (name, value, reason) => {
    const parse = (): unknown => parseEnvironment({ [name]: value }, __dirname);

    expect(parse).toThrow(SettingError);
    expect(parse).toThrow(name);
    expect(parse).toThrow(reason);
  });
});
