/** @jest-environment node */
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describeSettings, SettingError } from '@site/shared/domain/environment';
import { hostSettings, readEnv } from './env.ts';
import { readSiteConfig } from './site-config.ts';

const sample = resolve(__dirname, '../../site.config.json');

describe("the host's settings", () => {
  it('have defaults, and resolve paths relative to the working directory', () => {
    expect(readEnv({}, '/srv/site')).toEqual({
      port: 3000,
      host: '::',
      providerUrl: 'http://127.0.0.1:4000',
      dataFolder: '/srv/site/data',
      releasesS3: undefined,
      retentionDays: 7,
      siteConfigFile: '/srv/site/host/site.config.json',
      siteUrl: undefined,
      logLevel: 'warn',
      drainMs: 3000,
      hasAccessLog: false,
      tracesUrl: undefined,
      trustProxy: false,
      metricsToken: undefined,
      reloadsPages: false,
      hasWorker: true,
      remoteBarrier: 'auto',
      remoteUser: undefined,
    });
    expect(readEnv({ INIT_CWD: '/home/me', DATA_DIR: 'here', PROVIDER_URL: 'https://api.example.org/' }, '/srv/site')).toMatchObject({
      dataFolder: '/home/me/here',
      providerUrl: 'https://api.example.org',
    });
  });

  it.each([
    [{ PORT: 'eighty' }, 'PORT must be a port number (it is "eighty")'],
    [{ PORT: '70000' }, 'PORT must be a port number'],
    [{ PORT: '-1' }, 'PORT must be a port number (it is "-1")'],
    [{ PORT: '80.5' }, 'PORT must be a port number (it is "80.5")'],
    [{ HOST: 'any where' }, 'HOST must be an IP address or a host name (it is "any where")'],
    [{ HOST: 'http://localhost' }, 'HOST must be an IP address or a host name'],
    [{ SITE_URL: 'site.example' }, 'SITE_URL must be an http or https address'],
    [{ PROVIDER_URL: 'ftp://x' }, 'PROVIDER_URL must be an http or https address'],
    [{ PROVIDER_URL: 'https://api.example.org/api' }, 'PROVIDER_URL must be an address without path, query and credentials, such as http://127.0.0.1:4000'],
    [{ PROVIDER_URL: 'https://me:secret@api.example.org' }, 'PROVIDER_URL must be an address without path, query and credentials'],
    [{ METRICS_TOKEN: 'short' }, 'METRICS_TOKEN must have at least 16 characters'],
    [{ RETENTION_DAYS: '0' }, 'RETENTION_DAYS must be a number of days, at least 1'],
    [{ RETENTION_DAYS: '-7' }, 'RETENTION_DAYS must be a number of days, at least 1 (it is "-7")'],
    [{ RELEASES_S3_BUCKET: 'releases' }, 'RELEASES_S3_SECRET_ACCESS_KEY belong together'],
    [{ RELEASES_S3_ENDPOINT: 's3://releases' }, 'RELEASES_S3_ENDPOINT must be an http or https address'],
    [{ TRUST_PROXY: 'true' }, 'TRUST_PROXY must be addresses, ranges such as 10.0.0.0/8'],
    [{ REMOTE_USER: 'nobody' }, 'REMOTE_USER must be the numbers of a user and a group'],
    [{ REMOTE_BARRIER: 'off' }, 'REMOTE_BARRIER must be auto or none'],
    [{ DRAIN_SECONDS: 'long' }, 'DRAIN_SECONDS must be a number of seconds'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be one of'],
    [{ TRUST_PROXYS: 'loopback' }, 'TRUST_PROXYS is not a setting: did you mean TRUST_PROXY?'],
    [{ PROVIDER_URI: 'http://127.0.0.1:4000' }, 'PROVIDER_URI is not a setting: did you mean PROVIDER_URL?'],
    [{ RELEASES_S3_BUKET: 'releases' }, 'RELEASES_S3_BUKET is not a setting: did you mean RELEASES_S3_BUCKET?'],
    [{ METRICS_TOKEN_FILE: '/nowhere/token' }, 'METRICS_TOKEN_FILE must name a file that can be read (it is "/nowhere/token": ENOENT)'],
  ])('OPS-08 reject %j in one line, with its name and the reason', (env, reason) => {
    const parse = (): unknown => readEnv(env, '/srv/site');

    expect(parse).toThrow(SettingError);
    expect(parse).toThrow(reason);
    expect(parse).toThrow(/^.+$/);
  });
});

it('OPS-08 mark as secret the values that messages must not show', () => {
  expect(describeSettings(hostSettings).flatMap(({ name, isSecret }) => (isSecret ? [name] : []))).toEqual(['METRICS_TOKEN']);
});

describe('SITE_CONFIG', () => {
  const folder = mkdtempSync(join(tmpdir(), 'config-'));
  const read = (path: string) => readSiteConfig(path, { port: 3000 });
  const write = (change: object): string => {
    const file = join(folder, 'site.json');
    writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(sample, 'utf8')), ...change }));
    return file;
  };

  it('EXT-01 names every external target in the shipped sample', async () => {
    const site = await read(sample);
    expect(site.socialLinks).toHaveLength(4);
    for (const target of [site.donateUrl, site.storeUrl, site.reviewsUrl, site.videoUrl]) expect(target).toMatch(/^https:/);
  });

  it.each([
    [{ donateUrl: 'http://donate.example.org' }, 'donateUrl must be an https address'],
    [{ donateUrl: 'javascript:alert(1)' }, 'donateUrl must be an https address'],
    [{ email: 'nobody' }, 'email must be an email address'],
    [{ imageHosts: ['https://images.example.org'] }, 'imageHosts.0 must be host names'],
    [{ imageHosts: ["x.org; script-src 'unsafe-inline'"] }, 'imageHosts.0 must be host names'],
    [{ socialLinks: [] }, 'socialLinks must hold four networks'],
  ])('rejects %j with its name and the reason', async (change, reason) => {
    await expect(read(write(change))).rejects.toThrow(reason);
  });

  it.each([
    ['the listening port for a site on localhost', 'http://localhost:3000', { port: 8080 }, 'http://localhost:8080'],
    ['a public address', 'https://site.example', { port: 8080 }, 'https://site.example'],
    ['SITE_URL, which takes precedence', 'https://site.example', { port: 8080, siteUrl: 'https://other.example/' }, 'https://other.example'],
  ])('builds links with %s', async (_name, siteUrl, address, expected) => {
    expect((await readSiteConfig(write({ siteUrl }), address)).siteUrl).toBe(expected);
  });

  it("SEC-10 has the staff and preview origins unless they equal the site's origin", async () => {
    const file = write({ siteUrl: 'https://example.org' });
    const address = { port: 3000, staffUrl: 'https://staff.example.org', previewUrl: 'https://preview.example.org' };

    expect(await readSiteConfig(file, address)).toMatchObject({ staffUrl: 'https://staff.example.org', previewUrl: 'https://preview.example.org' });
    const site = await readSiteConfig(file, { port: 3000, staffUrl: 'https://example.org', isPackaged: true });
    expect([site.staffUrl, site.previewUrl]).toEqual([undefined, undefined]);
  });

  it('SEC-10 requires a staff origin if a packaged site is served over https', async () => {
    const file = write({ siteUrl: 'https://example.org' });

    await expect(readSiteConfig(file, { port: 3000, isPackaged: true })).rejects.toThrow('STAFF_URL is missing');
    expect((await readSiteConfig(file, { port: 3000, isPackaged: true, staffUrl: 'https://staff.example.org' })).staffUrl).toBe('https://staff.example.org');
    await expect(readSiteConfig(write({ siteUrl: 'http://localhost:3000' }), { port: 3000, isPackaged: true })).resolves.toBeDefined();
    await expect(readSiteConfig(file, { port: 3000 })).resolves.toBeDefined();
  });

  it('accepts http on localhost, and rejects a file that is missing or not JSON', async () => {
    expect((await read(write({ volunteerFormUrl: 'http://127.0.0.1:5000/form' }))).volunteerFormUrl).toBe('http://127.0.0.1:5000/form');
    await expect(read(join(folder, 'missing.json'))).rejects.toThrow('cannot be read');
    writeFileSync(join(folder, 'broken.json'), '{');
    await expect(read(join(folder, 'broken.json'))).rejects.toThrow('is not JSON');
  });
});
