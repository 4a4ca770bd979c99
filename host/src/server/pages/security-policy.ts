import { createHash } from 'node:crypto';
import type { SiteConfig } from '@site/shared/contracts/site';
import { EMBED_ORIGINS } from '@site/shared/domain/embed';
import type { ReleaseSet } from '../../federation/release-set.ts';

/** Policy for remotes' documents. They are data, so they must not execute or fetch anything when a browser opens them as a page. */
export const DOCUMENT_POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox";

/** See `plugins/reports.ts`. */
const REPORTS_ADDRESS = '/reports';

/** Policy for worker scripts, which cannot run in a sandbox. Workers can load scripts from this site and access nothing else. */
const WORKER_POLICY = "default-src 'none'; script-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const WORKER_NAME = /(?:^|\/)[a-z-]+-worker\.[0-9a-f]+\.js$/;

/** Files that are not documents, however a browser opens them. */
const DATA_FILE = /\.(?:js|css|woff2|webp|avif|png|jpg)$/;
const DATA_FILE_POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox";

/** Returns the policy for a file of a release. */
export const getFilePolicy = (file: string): string => (WORKER_NAME.test(file) ? WORKER_POLICY : DATA_FILE.test(file) ? DATA_FILE_POLICY : DOCUMENT_POLICY);

/**
 * Headers of pages. Every script needs a hash, including inserted scripts. In browsers that do not support this policy, the loaders refuse to load a script
 * without one.
 */
export const PAGE_HEADERS = {
  // Browsers read these three headers only on documents. On a page's twenty files they would add three kilobytes.
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
  'x-frame-options': 'DENY',
  'integrity-policy': 'blocked-destinations=(script), endpoints=(default)',
  // Browsers also report crashed tabs to this endpoint.
  'reporting-endpoints': `default="${REPORTS_ADDRESS}"`,
  // Asks browsers to send their estimate of the network's speed.
  'accept-ch': 'ECT',
} as const;

/** Names of the Trusted Types policies of the host and of the remotes. */
const TRUSTED_TYPES_POLICIES = ['start', 'host', 'federation', 'remote', 'worker'];

interface PagePolicyOptions {
  readonly site: SiteConfig;
  readonly set: ReleaseSet;
  /** The inline scripts and styles of the page. */
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
}

const toHash = (content: string): string => `'sha256-${createHash('sha256').update(content).digest('base64')}'`;

const getOrigin = (address: string): string => (URL.canParse(address) ? new URL(address).origin : '');

/**
 * Returns the policy of a page that the service worker serves from the visitor's saved pages. It allows the script that the worker adds, and no other script.
 */
export const createSavedPagePolicy = (script: string): string =>
  [
    `default-src 'none'`,
    `script-src ${toHash(script)}`,
    `style-src 'self' 'unsafe-inline'`,
    `img-src 'self' data:`,
    `font-src 'self'`,
    `base-uri 'none'`,
    `form-action 'none'`,
    `frame-ancestors 'none'`,
  ].join('; ');

/** Returns the policy of a page to which an inline style is added. */
export const allowStyle = (policy: string, style: string): string => policy.replace(`style-src 'self'`, (start) => `${start} ${toHash(style)}`);

/**
 * Returns the policy of a page. Scripts run only if their hash is listed. Browsers that do not support 'strict-dynamic', for example Safari before 15.4, use
 * 'self' for the scripts that the site's scripts load; all other browsers ignore it. Everything else comes from this site, except for the services that the
 * site's configuration names.
 */
export const createPagePolicy = ({ site, set, scripts, styles }: PagePolicyOptions): string =>
  [
    `default-src 'none'`,
    `font-src 'self'`,
    `manifest-src 'self'`,
    `media-src 'self'`,
    `script-src 'self' 'strict-dynamic' ${scripts.map(toHash).join(' ')}`,
    `style-src 'self' ${styles.map(toHash).join(' ')}`,
    // Elements have inline custom properties, which contain only numbers and cannot execute anything.
    `style-src-attr 'unsafe-inline'`,
    `img-src 'self' data: ${(site.imageHosts ?? []).map((host) => `https://${host}`).join(' ')}`.trim(),
    `frame-src ${[...new Set([getOrigin(site.videoUrl), ...EMBED_ORIGINS])].join(' ').trim()}`,
    `connect-src 'self' ${getOrigin(site.volunteerFormUrl)}`.trim(),
    `form-action 'self' ${getOrigin(site.volunteerFormUrl)}`.trim(),
    `base-uri 'none'`,
    // Only the host registers a service worker. Other workers use the policy sent with their script.
    `worker-src 'self'`,
    `frame-ancestors 'none'`,
    `require-trusted-types-for 'script'`,
    `trusted-types ${TRUSTED_TYPES_POLICIES.join(' ')} 'allow-duplicates'`,
    // `report-uri` is deprecated in favour of `report-to`, but every browser supports it and sends reports immediately. If `report-to` is present too, Chromium
    // ignores `report-uri` and collects reports for more than a minute.
    `report-uri ${REPORTS_ADDRESS}?set=${set.id}`,
  ].join('; ');
