import { createHash } from 'node:crypto';
import type { SiteConfig } from '@site/shared/contracts/site';
import { EMBED_ORIGINS } from '@site/shared/domain/embed';
import { getPolicyName, type ReleaseSet } from '../../federation/release-set.ts';

/** Headers of every response; pages add their own Content-Security-Policy. */
export const SECURITY_HEADERS = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
  'cross-origin-opener-policy': 'same-origin',
} as const;

/** Documents of remotes are data: opened as a page they must not execute or fetch anything. */
export const DOCUMENT_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/** Names of the host's Trusted Types policies; each remote has its own. */
const TRUSTED_TYPES_POLICIES = ['start', 'host', 'federation'];

interface PagePolicyOptions {
  readonly site: SiteConfig;
  readonly set: ReleaseSet;
  /** The inline scripts and styles of the page. */
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
}

const toHash = (content: string): string => `'sha256-${createHash('sha256').update(content).digest('base64')}'`;

const getOrigin = (address: string): string => (URL.canParse(address) ? new URL(address).origin : '');

/** Scripts only by hash; everything else from this site, except for the services that the site's configuration names. */
export const createPagePolicy = ({ site, set, scripts, styles }: PagePolicyOptions): string =>
  [
    `default-src 'self'`,
    `script-src 'strict-dynamic' ${scripts.map(toHash).join(' ')}`,
    `style-src 'self' ${styles.map(toHash).join(' ')}`,
    // Inline custom properties on elements: they contain numbers and cannot execute anything.
    `style-src-attr 'unsafe-inline'`,
    `img-src 'self' data: https:`,
    `frame-src ${[...new Set([getOrigin(site.videoUrl), ...EMBED_ORIGINS])].join(' ').trim()}`,
    `connect-src 'self' ${getOrigin(site.volunteerFormUrl)}`.trim(),
    `form-action 'self' ${getOrigin(site.volunteerFormUrl)}`.trim(),
    `base-uri 'none'`,
    `object-src 'none'`,
    `frame-ancestors 'none'`,
    `require-trusted-types-for 'script'`,
    `trusted-types ${[...TRUSTED_TYPES_POLICIES, ...Object.keys(set.remotes).map(getPolicyName)].join(' ')} 'allow-duplicates'`,
  ].join('; ');
