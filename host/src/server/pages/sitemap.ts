import { escapeHtml } from '@site/shared/domain/escape-html';
import { ownsPath } from '@site/shared/remote/owned-paths';
import type { PageAddress } from '@site/shared/remote/remote-contract';
import type { FastifyBaseLogger } from 'fastify';
import type { PageAddresses } from '../isolation/page-addresses.ts';
import type { ActiveSetSource } from '../remotes/active-set.ts';
import type { ServerBundle } from '../remotes/server-bundle.ts';
import type { ContentRevision } from './content-revision.ts';

/** The limit of one sitemap (sitemaps.org). */
const ADDRESS_LIMIT = 50_000;
/** How long an incomplete sitemap is cached, created while a remote or the provider did not respond. */
const INCOMPLETE_LIFETIME_MS = 5000;

interface SitemapOptions {
  readonly siteUrl: string;
  readonly activeSet: Pick<ActiveSetSource, 'current'>;
  readonly contentRevision: ContentRevision;
  readonly getAddresses: (bundle: ServerBundle) => Promise<PageAddresses>;
  readonly log: Pick<FastifyBaseLogger, 'error'>;
  readonly now?: () => number;
}

/** Entries whose address, as a browser resolves it, is not the remote's, and invalid dates are omitted. */
const toSitemapLines = (siteUrl: string, ownedPaths: readonly string[], { path, lastModified }: PageAddress): string[] => {
  const url = URL.canParse(path, siteUrl) ? new URL(path, siteUrl) : undefined;
  if (url === undefined || url.origin !== new URL(siteUrl).origin || !ownsPath(ownedPaths, url.pathname)) return [];
  const modifiedAt = Date.parse(lastModified ?? '');
  const lastmod = Number.isNaN(modifiedAt) ? '' : `<lastmod>${new Date(modifiedAt).toISOString()}</lastmod>`;
  return [`<url><loc>${escapeHtml(url.href)}</loc>${lastmod}</url>\n`];
};

/** All lines within the limit: who needs less than an equal share leaves the rest to the others. */
const shareLimit = (lists: readonly (readonly string[])[]): string[] => {
  let left = ADDRESS_LIMIT;
  const shares = new Map<readonly string[], number>();
  for (const [index, list] of [...lists].sort((one, other) => one.length - other.length).entries()) {
    const share = Math.min(list.length, Math.floor(left / (lists.length - index)));
    shares.set(list, share);
    left -= share;
  }
  return lists.flatMap((list) => list.slice(0, shares.get(list)));
};

/** Returns the sitemap with the URLs that the active remotes list. Cached until the release set or the content changes; without the provider only its URLs are missing. */
export const createSitemap = ({ siteUrl, activeSet, contentRevision, getAddresses, log, now = Date.now }: SitemapOptions) => {
  let cached: { readonly key: string; expiresAt: number; readonly xml: Promise<string> } | undefined;

  const build = async (): Promise<{ readonly xml: string; readonly isComplete: boolean }> => {
    const parts = await Promise.all(
      [...activeSet.current().remotes].map(async ([remote, { bundle }]) => {
        try {
          const { addresses, isComplete } = await getAddresses(bundle);
          const lines = new Set(addresses.flatMap((address) => toSitemapLines(siteUrl, bundle.paths, address)));
          return { lines: [...lines], isComplete };
        } catch (error) {
          log.error({ remote, reason: String(error) }, 'remote left out of the sitemap');
          return { lines: [], isComplete: false };
        }
      }),
    );
    const urls = shareLimit(parts.map(({ lines }) => lines)).join('');
    const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls}</urlset>\n`;
    return { xml, isComplete: parts.every(({ isComplete }) => isComplete) };
  };

  return async (): Promise<string> => {
    const key = `${activeSet.current().browserSet.id} ${await contentRevision()}`;
    if (cached?.key === key && now() < cached.expiresAt) return cached.xml;
    const building = build();
    const next = { key, expiresAt: Number.POSITIVE_INFINITY, xml: building.then(({ xml }) => xml) };
    cached = next;
    const { isComplete } = await building;
    if (!isComplete) next.expiresAt = now() + INCOMPLETE_LIFETIME_MS;
    return next.xml;
  };
};

/** Search engines may read everything except the API and the paths of private remotes. */
export const createRobotsTxt = (siteUrl: string, privatePaths: readonly string[]): string =>
  ['User-agent: *', ...[...privatePaths, '/api'].map((path) => `Disallow: ${path}`), '', `Sitemap: ${siteUrl}/sitemap.xml`, ''].join('\n');
