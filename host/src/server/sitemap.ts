import type { PageAddress } from '@site/shared/remote/remote-contract';
import type { FastifyBaseLogger } from 'fastify';
import type { ActiveSetSource } from './active-set.ts';
import type { createContentRevision } from './content-revision.ts';
import type { PageAddresses } from './page-addresses.ts';
import type { ServerBundle } from './remote-modules.ts';

/** The most that one sitemap may hold (sitemaps.org). */
const ADDRESS_LIMIT = 50_000;
/** How long a sitemap stands that was made while something did not answer. */
const INCOMPLETE_LIFE_MS = 5000;

interface SitemapOptions {
  readonly siteUrl: string;
  readonly activeSet: Pick<ActiveSetSource, 'current'>;
  readonly contentRevision: ReturnType<typeof createContentRevision>;
  readonly addressesOf: (bundle: ServerBundle) => Promise<PageAddresses>;
  readonly log: Pick<FastifyBaseLogger, 'error'>;
  readonly now?: () => number;
}

const escapeXml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Throws nothing for a path or a moment that is none: the line or the moment is left out. */
const sitemapLine = (siteUrl: string, { path, lastModified }: PageAddress): string => {
  if (!URL.canParse(path, siteUrl)) return '';
  const changedAt = Date.parse(lastModified ?? '');
  const moment = Number.isNaN(changedAt) ? '' : `<lastmod>${new Date(changedAt).toISOString()}</lastmod>`;
  return `<url><loc>${escapeXml(new URL(path, siteUrl).href)}</loc>${moment}</url>\n`;
};

/** Gives the sitemap: what the active remotes say of their pages. Kept until the release set or the provider's content changes; a silent provider costs its part alone. */
export const createSitemap = ({ siteUrl, activeSet, contentRevision, addressesOf, log, now = Date.now }: SitemapOptions) => {
  let kept: { readonly key: string; until: number; readonly xml: Promise<string> } | undefined;

  const build = async (): Promise<{ readonly xml: string; readonly isComplete: boolean }> => {
    const parts = await Promise.all(
      [...activeSet.current().remotes].map(async ([remote, { bundle }]) => {
        try {
          return await addressesOf(bundle);
        } catch (error) {
          log.error({ remote, reason: String(error) }, 'remote left out of the sitemap');
          return { addresses: [], isComplete: false };
        }
      }),
    );
    const lines = new Set(parts.flatMap(({ addresses }) => addresses.map((address) => sitemapLine(siteUrl, address))));
    const urls = [...lines].slice(0, ADDRESS_LIMIT).join('');
    const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls}</urlset>\n`;
    return { xml, isComplete: parts.every(({ isComplete }) => isComplete) };
  };

  return async (): Promise<string> => {
    const key = `${activeSet.current().browserSet.id} ${await contentRevision()}`;
    if (kept?.key === key && now() < kept.until) return kept.xml;
    const building = build();
    const next = { key, until: Number.POSITIVE_INFINITY, xml: building.then(({ xml }) => xml) };
    kept = next;
    const { isComplete } = await building;
    if (!isComplete) next.until = now() + INCOMPLETE_LIFE_MS;
    return next.xml;
  };
};

/** What search engines may look at: everything but the staff area and the API. */
export const robotsTxt = (siteUrl: string): string =>
  ['User-agent: *', ...['/admin', '/login', '/accept-invite', '/api'].map((path) => `Disallow: ${path}`), '', `Sitemap: ${siteUrl}/sitemap.xml`, ''].join('\n');
