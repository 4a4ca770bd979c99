import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { escapeHtml } from '@site/shared/domain/escape-html';
import { ownsPath } from '@site/shared/remote/owned-paths';
import type { PageAddress } from '@site/shared/remote/remote-contract';
import type { FastifyBaseLogger } from 'fastify';
import { SEARCH_PATH } from '../../layout/site-links.ts';
import type { PageAddresses } from '../isolation/protocol.ts';
import type { ActiveSetSource } from '../remotes/active-set.ts';
import type { ServerBundle } from '../remotes/server-bundle.ts';
import { createEtag } from './page-response.ts';

const compress = promisify(gzip);
const decompress = promisify(gunzip);

/** URLs per file, about a megabyte. The limit is 50,000 (sitemaps.org). A site with more URLs gets an index of such files. */
const ADDRESSES_PER_PART = 10_000;
/** Maximum number of files in an index (sitemaps.org). */
const PART_LIMIT = 50_000;
/** Number of URLs that are turned into lines before other requests are served. */
const BATCH_SIZE = 500;
/** How long a sitemap is cached if it is incomplete because a remote or the provider did not respond. */
const INCOMPLETE_LIFETIME_MS = 5000;

interface SitemapOptions {
  readonly siteUrl: string;
  readonly activeSet: Pick<ActiveSetSource, 'current'>;
  /** A value that changes with the content. */
  readonly contentRevision: () => Promise<unknown>;
  readonly getAddresses: (bundle: ServerBundle) => Promise<PageAddresses>;
  readonly log: Pick<FastifyBaseLogger, 'error'>;
  readonly now?: () => number;
}

/** One file of the sitemap, cached compressed because crawlers accept gzip. */
export interface SitemapFile {
  readonly gzip: Buffer;
  readonly etag: string;
  getXml(): Promise<string>;
}

export interface Sitemap {
  /** Returns `/sitemap.xml`: all URLs, or the index of the parts. */
  getMain(): Promise<SitemapFile>;
  /** Returns `/sitemap-<number>.xml`, counted from 1; undefined if there is no such part. */
  getPart(number: number): Promise<SitemapFile | undefined>;
}

interface SitemapFiles {
  readonly main: SitemapFile;
  readonly parts: readonly SitemapFile[];
  readonly isComplete: boolean;
}

const IMAGE_NAMESPACE = 'http://www.google.com/schemas/sitemap-image/1.1';

/** Resolves the URL of an image, which may be on another site. */
const toImageElement = (siteUrl: string, image: string): string => {
  const url = image !== '' && URL.canParse(image, siteUrl) ? new URL(image, siteUrl) : undefined;
  return url === undefined || !/^https?:$/.test(url.protocol) ? '' : `<image:image><image:loc>${escapeHtml(url.href)}</image:loc></image:image>`;
};

/** Returns the line of a URL. URLs that, resolved as in a browser, do not belong to the remote are omitted, and so are invalid dates. */
const toSitemapLine = (siteUrl: string, origin: string, ownedPaths: readonly string[], { path, lastModified, images = [] }: PageAddress): string => {
  const url = URL.canParse(path, siteUrl) ? new URL(path, siteUrl) : undefined;
  if (url === undefined || url.origin !== origin || !ownsPath(ownedPaths, url.pathname)) return '';
  const modifiedAt = Date.parse(lastModified ?? '');
  const lastmod = Number.isNaN(modifiedAt) ? '' : `<lastmod>${new Date(modifiedAt).toISOString()}</lastmod>`;
  return `<url><loc>${escapeHtml(url.href)}</loc>${lastmod}${images.map((image) => toImageElement(siteUrl, image)).join('')}</url>\n`;
};

const createFile = async (element: 'urlset' | 'sitemapindex', lines: readonly string[]): Promise<SitemapFile> => {
  const images = element === 'urlset' ? ` xmlns:image="${IMAGE_NAMESPACE}"` : '';
  const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<${element} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"${images}>\n${lines.join('')}</${element}>\n`;
  const compressed = await compress(xml);
  return { gzip: compressed, etag: createEtag(xml), getXml: async () => (await decompress(compressed)).toString() };
};

/**
 * Creates the sitemap with the URLs that the active remotes list. It is cached until the release set or the content changes. Without the provider, only the
 * URLs of its content are missing.
 */
export const createSitemap = ({ siteUrl, activeSet, contentRevision, getAddresses, log, now = Date.now }: SitemapOptions): Sitemap => {
  const { origin } = new URL(siteUrl);

  const toLines = async (ownedPaths: readonly string[], addresses: readonly PageAddress[]): Promise<readonly string[]> => {
    const lines = new Set<string>();
    for (let start = 0; start < addresses.length; start += BATCH_SIZE) {
      for (const address of addresses.slice(start, start + BATCH_SIZE)) lines.add(toSitemapLine(siteUrl, origin, ownedPaths, address));
      await setImmediate();
    }
    lines.delete('');
    return [...lines];
  };

  const build = async (): Promise<SitemapFiles> => {
    const lists = await Promise.all(
      [...activeSet.current().remotes].map(async ([remote, { bundle }]) => {
        try {
          const { addresses, isComplete } = await getAddresses(bundle);
          return { lines: await toLines(bundle.paths, addresses), isComplete };
        } catch (error) {
          log.error({ remote, reason: String(error) }, 'remote left out of the sitemap');
          return { lines: [], isComplete: false };
        }
      }),
    );
    const lines = lists.flatMap((list) => list.lines);
    const isComplete = lists.every((list) => list.isComplete);
    if (lines.length <= ADDRESSES_PER_PART) return { main: await createFile('urlset', lines), parts: [], isComplete };
    const parts: SitemapFile[] = [];
    for (let start = 0; start < lines.length && parts.length < PART_LIMIT; start += ADDRESSES_PER_PART)
      parts.push(await createFile('urlset', lines.slice(start, start + ADDRESSES_PER_PART)));
    const names = parts.map((_, index) => `<sitemap><loc>${escapeHtml(new URL(`/sitemap-${index + 1}.xml`, siteUrl).href)}</loc></sitemap>\n`);
    return { main: await createFile('sitemapindex', names), parts, isComplete };
  };

  let cached: { readonly key: string; readonly expiresAt: number; readonly files: SitemapFiles } | undefined;
  let building: Promise<unknown> | undefined;

  const getFiles = async (): Promise<SitemapFiles> => {
    for (;;) {
      const key = `${activeSet.current().browserSet.id} ${await contentRevision()}`;
      if (cached?.key === key && now() < cached.expiresAt) return cached.files;
      // Build only one sitemap at a time, however often the content changes. Requests that waited check again.
      if (building === undefined) {
        const started = build().then((files) => {
          cached = { key, files, expiresAt: files.isComplete ? Number.POSITIVE_INFINITY : now() + INCOMPLETE_LIFETIME_MS };
          return files;
        });
        const finish = (): void => {
          building = undefined;
        };
        building = started.then(finish, finish);
        return started;
      }
      await building;
    }
  };
  return { getMain: async () => (await getFiles()).main, getPart: async (number) => (await getFiles()).parts[number - 1] };
};

/** Search engines may read everything except the API, the paths of private remotes, and search results. */
export const createRobotsTxt = (siteUrl: string, privatePaths: readonly string[]): string =>
  ['User-agent: *', ...[...privatePaths, '/api', `${SEARCH_PATH}?`].map((path) => `Disallow: ${path}`), '', `Sitemap: ${siteUrl}/sitemap.xml`, ''].join('\n');
