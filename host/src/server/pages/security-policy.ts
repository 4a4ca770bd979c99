import { createHash } from 'node:crypto';
import type { SiteConfig } from '@site/shared/contracts/site';
import { EMBED_ORIGINS } from '@site/shared/domain/embed';
import { getPolicyName, type ReleaseSet } from '../../federation/release-set.ts';

/** Documents of remotes are data: opened as a page they must not execute or fetch anything. */
export const DOCUMENT_POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox";

/** See `plugins/reports.ts`. */
const REPORTS_ADDRESS = '/reports';

/** Scripts of workers, which cannot run in a sandbox: they load scripts of this site and reach nothing else. */
const WORKER_POLICY = "default-src 'none'; script-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const WORKER_NAME = /(?:^|\/)[a-z-]+-worker\.[0-9a-f]+\.js$/;

/** Files that are no documents, in whatever way they are opened. */
const DATA_FILE = /\.(?:js|css|woff2|webp|avif|png|jpg)$/;
const DATA_FILE_POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox";

/** Of a file of a release. */
export const getFilePolicy = (file: string): string => (WORKER_NAME.test(file) ? WORKER_POLICY : DATA_FILE.test(file) ? DATA_FILE_POLICY : DOCUMENT_POLICY);

/** Headers of pages. Every script, inserted ones included, needs a hash; browsers that do not know the policy rely on the loaders, which refuse to load without. */
export const PAGE_HEADERS = {
  // Browsers read these three of documents only: on the twenty files of a page they would be three kilobytes.
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
  'x-frame-options': 'DENY',
  'integrity-policy': 'blocked-destinations=(script), endpoints=(default)',
  // By this name browsers also find where to report a tab that has ended.
  'reporting-endpoints': `default="${REPORTS_ADDRESS}"`,
  // Asks browsers that measure their network to name it.
  'accept-ch': 'ECT',
} as const;

/** Names of the Trusted Types policies of the host, and of remotes. Releases from before the last one existed have `remote_<name>`. */
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
 * The policy of a page that the service worker takes from what the visitor has saved: the script that the worker puts there, and none that anything may have written.
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

/** The policy of a page that gets one more inline style. */
export const allowStyle = (policy: string, style: string): string => policy.replace(`style-src 'self'`, (start) => `${start} ${toHash(style)}`);

/**
 * Scripts only by hash. Browsers that do not know 'strict-dynamic', for example Safari before 15.4, take 'self' for the scripts that ours load; all others ignore it.
 * Everything else from this site, except for the services that the site's configuration names.
 */
export const createPagePolicy = ({ site, set, scripts, styles }: PagePolicyOptions): string =>
  [
    `default-src 'none'`,
    `font-src 'self'`,
    `manifest-src 'self'`,
    `media-src 'self'`,
    `script-src 'self' 'strict-dynamic' ${scripts.map(toHash).join(' ')}`,
    `style-src 'self' ${styles.map(toHash).join(' ')}`,
    // Inline custom properties on elements: they contain numbers and cannot execute anything.
    `style-src-attr 'unsafe-inline'`,
    `img-src 'self' data: ${(site.imageHosts ?? []).map((host) => `https://${host}`).join(' ')}`.trim(),
    `frame-src ${[...new Set([getOrigin(site.videoUrl), ...EMBED_ORIGINS])].join(' ').trim()}`,
    `connect-src 'self' ${getOrigin(site.volunteerFormUrl)}`.trim(),
    `form-action 'self' ${getOrigin(site.volunteerFormUrl)}`.trim(),
    `base-uri 'none'`,
    // The service worker is the host's alone; other workers have the policy of their script.
    `worker-src 'self'`,
    `frame-ancestors 'none'`,
    `require-trusted-types-for 'script'`,
    `trusted-types ${[...TRUSTED_TYPES_POLICIES, ...Object.keys(set.remotes).map(getPolicyName)].join(' ')} 'allow-duplicates'`,
    // Deprecated in favour of `report-to`, but in every browser and sent at once; with `report-to` present too Chromium ignores it and collects reports for more than a minute.
    `report-uri ${REPORTS_ADDRESS}?set=${set.id}`,
  ].join('; ');
