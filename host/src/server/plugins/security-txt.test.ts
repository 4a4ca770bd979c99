/** @jest-environment node */
import { createSecurityTxt } from './security-txt.ts';

const site = { siteUrl: 'https://site.example', email: 'hello@site.example' };
const startedAt = new Date('2026-11-22T10:00:00Z');

describe('security.txt', () => {
  it('PRIV-15 names contact, expiry and canonical URL (RFC 9116)', () => {
    expect(createSecurityTxt(site, startedAt).split('\r\n')).toEqual([
      'Contact: mailto:hello@site.example',
      'Expires: 2027-10-18T10:00:00.000Z',
      'Preferred-Languages: en',
      'Canonical: https://site.example/.well-known/security.txt',
      '',
    ]);
  });

  it('PRIV-15 uses the contact and policy of the configuration', () => {
    const text = createSecurityTxt({ ...site, securityContact: 'https://site.example/report', securityPolicy: 'https://site.example/policy' }, startedAt);

    expect(text).toContain('Contact: https://site.example/report\r\n');
    expect(text).toContain('Policy: https://site.example/policy\r\n');
  });
});
