import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describeSettings, SettingError } from '@site/shared/domain/environment';
import { parseEnvironment, providerSettings } from './env.ts';

const SECRET = 'thirty-two characters, or one more';

describe('parseEnvironment', () => {
  it('has a default for every variable, with paths inside the project', () => {
    const environment = parseEnvironment({ DATA_DIR: '' }, __dirname);

    expect(environment).toMatchObject({ port: 4000, host: '127.0.0.1', trustProxy: 'loopback', databaseUrl: undefined, logLevel: 'warn' });
    expect(environment.dataDir).toBe(path.resolve(__dirname, '../../../data'));
  });

  it.each([
    ['PROVIDER_PORT', 'eighty', 'must be a port number'],
    ['PROVIDER_PORT', '70000', 'up to 65535'],
    ['PROVIDER_PORT', '-4000', 'must be a port number (it is "-4000")'],
    ['PROVIDER_HOST', 'this machine', 'must be an IP address or a host name'],
    ['PROVIDER_TRUST_PROXY', 'everybody', '10.0.0.0/8'],
    ['TRUST_PROXY', 'true', '10.0.0.0/8'],
    ['DATABASE_URL', 'mysql://x', 'postgres://'],
    ['ADMIN_EMAIL', 'nobody', 'email'],
    ['ADMIN_PASSWORD', '123', '6 characters'],
    ['JWT_SECRET', 'short', '32 characters'],
    ['DATA_KEY', 'thirty-one characters, not more', '32 characters'],
    ['IMAGE_CACHE_MB', '1.5', 'must be a number of megabytes'],
    ['IMAGE_CACHE_MB', '-512', 'must be a number of megabytes'],
    ['LINK_CHECK_HOUR', '24', 'must be an hour, 0 to 23, or off'],
    ['RETENTION_TRASH_DAYS', '31', 'must be 30 or less'],
    ['BACKUP_DAYS', 'a month', 'must be a number of days'],
    ['BACKUP_RECIPIENT', 'me@site.example', 'must be a public key of age'],
    ['SAMPLES', 'no', 'must be on or off (it is "no")'],
    ['LOG_LEVEL', 'loud', 'must be one of fatal'],
    ['S3_BUCKET', 'pictures', 'needs S3_ENDPOINT'],
    ['S3_ENDPOINT', 'https://s3.example.org', 'S3_BUCKET must name the bucket'],
    ['S3_ENDPOINT', 's3.example.org', 'must be an http or https address'],
    ['SITE_URL', 'site.example', 'must be an http or https address'],
    ['SMTP_URL', 'mail.example.org', 'must look like smtp://user:password@host:587'],
    ['SMTP_URL', 'smtp://mail.example.org', 'needs SITE_URL'],
    ['MAIL_FROM', 'site@example.org', 'needs SMTP_URL'],
    ['DATABASE_URI', 'postgres://db/site', 'is not a setting: did you mean DATABASE_URL?'],
    ['JWT_SECERT_FILE', '/run/secrets/jwt', 'is not a setting: did you mean JWT_SECRET_FILE?'],
    ['S3_BUKCET', 'pictures', 'is not a setting: did you mean S3_BUCKET?'],
    ['DATABASE_URL_FILE', '/nowhere/url', 'must name a file that can be read (it is "/nowhere/url": ENOENT)'],
    ['DATA_KEY_FILE', __dirname, 'must name a file that can be read'],
  ])('OPS-08 rejects %s=%s in one line, with the name and the reason', (name, value, reason) => {
    const parse = (): unknown => parseEnvironment({ [name]: value }, __dirname);

    expect(parse).toThrow(SettingError);
    expect(parse).toThrow(name);
    expect(parse).toThrow(reason);
    expect(parse).toThrow(/^.+$/);
  });

  it('OPS-08 requires JWT_SECRET with PostgreSQL outside a checkout', () => {
    const settings = { DATABASE_URL: 'postgres://site@db/site', DATA_DIR: '/var/lib/site' };

    expect(() => parseEnvironment(settings, '/')).toThrow('DATABASE_URL needs JWT_SECRET too');
    expect(parseEnvironment(settings, __dirname).jwtSecret).toBeUndefined();
    expect(parseEnvironment({ ...settings, JWT_SECRET: SECRET }, '/').jwtSecret).toBe(SECRET);
  });

  it("SEC-10 links staff to the staff URL, or else to the site's", () => {
    const mail = { SMTP_URL: 'smtp://mail.example.org', MAIL_FROM: 'site@example.org' };
    const read = (settings: Readonly<Record<string, string>>) => {
      const { siteUrl, staffUrl, mail: sent } = parseEnvironment({ ...mail, ...settings }, __dirname);
      return [siteUrl, staffUrl, sent?.staffUrl];
    };

    expect(read({ SITE_URL: 'https://example.org/' })).toEqual(['https://example.org', 'https://example.org', 'https://example.org']);
    expect(read({ SITE_URL: 'https://example.org', STAFF_URL: 'https://staff.example.org/' })).toEqual([
      'https://example.org',
      'https://staff.example.org',
      'https://staff.example.org',
    ]);
  });

  it('OPS-08 reads a secret from a file without the final line break', () => {
    const file = path.join(mkdtempSync(path.join(tmpdir(), 'secret-')), 'jwt');
    writeFileSync(file, `${SECRET}\n`);

    expect(parseEnvironment({ JWT_SECRET_FILE: file }, __dirname).jwtSecret).toBe(SECRET);
    expect(() => parseEnvironment({ JWT_SECRET_FILE: file, JWT_SECRET: SECRET }, __dirname)).toThrow('JWT_SECRET and JWT_SECRET_FILE are both set');
    writeFileSync(file, '\n');
    expect(() => parseEnvironment({ JWT_SECRET_FILE: file }, __dirname)).toThrow(`JWT_SECRET_FILE must name a file that is not empty (it is "${file}")`);
  });

  it('OPS-08 marks the settings that no message may show as secret', () => {
    const settings = describeSettings(providerSettings);

    expect(settings.filter(({ isSecret }) => !isSecret).filter(({ name }) => /PASSWORD|SECRET|KEY|TOKEN|IDENTITY|DATABASE_URL|SMTP_URL/.test(name))).toEqual(
      [],
    );
  });

  it("OPS-08 also trusts the host's proxies, unless its own are configured", () => {
    expect(parseEnvironment({ TRUST_PROXY: '10.0.0.0/8' }, __dirname).trustProxy).toBe('loopback,10.0.0.0/8');
    expect(parseEnvironment({ TRUST_PROXY: '10.0.0.0/8', PROVIDER_TRUST_PROXY: '10.0.0.7' }, __dirname).trustProxy).toBe('10.0.0.7');
  });
});
