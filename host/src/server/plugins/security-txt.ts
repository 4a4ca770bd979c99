import type { SiteConfig } from '@site/shared/contracts/site';

const DAY_MS = 24 * 60 * 60 * 1000;
/** RFC 9116 recommends less than a year. Counted from when the host started, so that the file of an unmaintained site expires. */
const VALID_DAYS = 330;

/** `/.well-known/security.txt` (RFC 9116): where to report a vulnerability. */
export const createSecurityTxt = (
  { siteUrl, email, securityContact = `mailto:${email}`, securityPolicy }: Pick<SiteConfig, 'siteUrl' | 'email' | 'securityContact' | 'securityPolicy'>,
  startedAt: Date,
): string => {
  const lines = [
    `Contact: ${securityContact}`,
    `Expires: ${new Date(startedAt.getTime() + VALID_DAYS * DAY_MS).toISOString()}`,
    'Preferred-Languages: en',
    `Canonical: ${siteUrl}/.well-known/security.txt`,
    ...(securityPolicy === undefined ? [] : [`Policy: ${securityPolicy}`]),
  ];
  return `${lines.join('\r\n')}\r\n`;
};
