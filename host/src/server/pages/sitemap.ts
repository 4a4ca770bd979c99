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

/** Entries with invalid paths and invalid dates are omitted. */
const toSitemapLine = (siteUrl: string, { path, lastModified }: PageAddress): string => {
  if (!URL.canParse(path, siteUrl)) return '';
  const modifiedAt = Date.parse(lastModified ?? '');
  const lastmod = Number.isNaN(modifiedAt) ? '' : `<lastmod>${new Date(modifiedAt).toISOString()}</lastmod>`;
  return `<url><loc>${escapeHtml(new URL(path, siteUrl).href)}</loc>${lastmod}</url>\n`;
};

/** Returns the sitemap with the URLs that the active remotes list. Cached until the release set or the content changes; without the provider only its URLs are missing. */
export const createSitemap = ({ siteUrl, activeSet, contentRevision, getAddresses, log, now = Date.now }: SitemapOptions) => {
  let cached: { readonly key: string; expiresAt: number; readonly xml: Promise<string> } | undefined;

  const build = async (): Promise<{ readonly xml: string; readonly isComplete: boolean }> => {
    const parts = await Promise.all(
      [...activeSet.current().remotes].map(async ([remote, { bundle }]) => {
        try {
          const { addresses, isComplete } = await getAddresses(bundle);
          return { addresses: addresses.filter(({ path }) => ownsPath(bundle.paths, path.replace(/[?#].*$/, ''))), isComplete };
        } catch (error) {
          log.error({ remote, reason: String(error) }, 'remote left out of the sitemap');
          return { addresses: [], isComplete: false };
        }
      }),
    );
    const lines = new Set(parts.flatMap(({ addresses }) => addresses.map((address) => toSitemapLine(siteUrl, address))));
    const urls = [...lines].slice(0, ADDRESS_LIMIT).join('');
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
