import type { ExternalLink } from '@site/shared/contracts/external-link';
import { describeLinkReason, getLinkStatus } from './external-link-text.ts';

const link = (state: ExternalLink['state'], reason: ExternalLink['reason'], httpStatus: number | null = null) => ({ state, reason, httpStatus });

describe('descriptions of links to other sites', () => {
  it.each([
    [link('works', '', 200), ''],
    [link('broken', 'http', 404), 'Page not found (404).'],
    [link('broken', 'http', 410), 'The page was permanently removed (410).'],
    [link('failing', 'http', 503), 'The site returned an error (503).'],
    [link('failing', 'http', 400), 'The site rejects the request (400).'],
    [link('unverifiable', 'http', 401), 'The page requires a sign-in (401).'],
    [link('unverifiable', 'http', 999), 'The site blocks automated checks (999). Open the link to check it yourself.'],
    [link('broken', 'no-such-host'), 'This domain name does not exist.'],
    [link('unverifiable', 'private-address'), 'This is a private network address that visitors cannot reach.'],
  ])('STAFF-18 describes %j as "%s"', (given, text) => {
    expect(describeLinkReason(given)).toBe(text);
  });

  it('STAFF-18 reports a running check before it reports an ignored link', () => {
    const broken = { state: 'broken', isIgnored: false, isWaiting: false } as const;

    expect(getLinkStatus(broken).label).toBe('Broken');
    expect(getLinkStatus({ ...broken, isIgnored: true }).label).toBe('Ignored');
    expect(getLinkStatus({ ...broken, isIgnored: true, isWaiting: true }).label).toBe('Being checked');
  });
});
