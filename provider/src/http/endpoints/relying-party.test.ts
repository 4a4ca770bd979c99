import { startTestApp } from '../../testing/test-app.ts';

describe('the host name of a passkey', () => {
  it.each([
    ['without settings, that of the page', {}, 'http://staff.localhost:3000', 'staff.localhost'],
    ['that of the site', { SITE_URL: 'https://example.org' }, 'https://example.org', 'example.org'],
    [
      'that of the site where staff have a subdomain',
      { SITE_URL: 'https://example.org', STAFF_URL: 'https://staff.example.org' },
      'https://staff.example.org',
      'example.org',
    ],
    [
      'that of the staff elsewhere',
      { SITE_URL: 'https://www.example.org', STAFF_URL: 'https://staff.example.org' },
      'https://staff.example.org',
      'staff.example.org',
    ],
    [
      'that of the staff on this machine',
      { SITE_URL: 'http://localhost:3000', STAFF_URL: 'http://staff.localhost:3000' },
      'http://staff.localhost:3000',
      'staff.localhost',
    ],
  ])('SEC-10 is %s', async (_, settings, origin, id) => {
    const app = await startTestApp({ settings });
    const requestOptions = (from: string) => app.server.inject({ method: 'POST', url: '/api/auth/passkey-sign-in/options', headers: { origin: from } });
    try {
      const options = await requestOptions(origin);
      expect([options.statusCode, options.json().options?.rpId]).toEqual([200, id]);
      const other = await requestOptions('https://example.com');
      if (Object.keys(settings).length > 0) expect([other.statusCode, other.json().message]).toEqual([422, `Passkeys work at ${origin} only.`]);
    } finally {
      await app.stop();
    }
  });
});
