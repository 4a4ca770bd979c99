import { setTimeout as wait } from 'node:timers/promises';
import { DomUtils, parseDocument } from 'htmlparser2';
import * as v from 'valibot';
import { findElements, type PageData, type ReadPage, readPage } from './page-reader.ts';
import { PHOTO_PARAMETER } from './page-writer.ts';

const TIME_LIMIT_MS = 60_000;
const ATTEMPTS = 5;
const MAX_DELAY_S = 30;
/** Higher concurrency would delay visitors. */
const CONCURRENCY = 4;
const HEADERS = { 'user-agent': 'site-export (bot)', accept: '*/*' };
const FEED = /^(?:application\/(?:rss\+xml|atom\+xml|feed\+json|json|xml)|text\/xml)/;

/** Feeds and calendars keep changing after the copy was made, so the copy links to those of the site. A calendar file with a single event is copied. */
const isFeed = ({ body, type }: Downloaded): boolean =>
  FEED.test(type) || (type.startsWith('text/calendar') && body.toString().split('BEGIN:VEVENT').length !== 2);

export interface FoundPage {
  /** Path and query. */
  readonly address: string;
  readonly title: string;
}

export interface Downloaded {
  readonly body: Buffer;
  readonly type: string;
}

const describeCause = (error: unknown): string => {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error ? cause.message : String(cause);
};

/** Sends requests to a site that may be busy or restarting. */
const request = async (address: string): Promise<Response> => {
  for (let attempt = 1; ; attempt += 1) {
    let response: Response | undefined;
    try {
      response = await fetch(address, { headers: HEADERS, signal: AbortSignal.timeout(TIME_LIMIT_MS) });
      if (response.status !== 429 && response.status !== 503) return response;
      if (attempt === ATTEMPTS) return response;
    } catch (error) {
      if (attempt === ATTEMPTS) throw new Error(`${address} did not respond: ${describeCause(error)}`);
    }
    await response?.body?.cancel();
    const delay = Number(response?.headers.get('retry-after') ?? 1);
    await wait(1000 * Math.min(Number.isFinite(delay) ? Math.max(delay, 1) : 1, MAX_DELAY_S));
  }
};

/** Fetches a file of this or another site; undefined if it does not exist. */
export const download = async (address: string): Promise<Downloaded | undefined> => {
  const response = await request(address);
  if (!response.ok) {
    await response.body?.cancel();
    return undefined;
  }
  return { body: Buffer.from(await response.arrayBuffer()), type: response.headers.get('content-type') ?? '' };
};

/** Runs work for every element of a list, which may grow meanwhile. */
export const forEachOf = async <T>(list: readonly T[], work: (element: T) => Promise<void>): Promise<void> => {
  let next = 0;
  let active = 0;
  await new Promise<void>((resolve, reject) => {
    const go = (): void => {
      while (active < CONCURRENCY && next < list.length) {
        const element = list[next] as T;
        next += 1;
        active += 1;
        work(element).then(() => {
          active -= 1;
          go();
        }, reject);
      }
      if (active === 0) resolve();
    };
    go();
  });
};

/** Paths that robots.txt closes to all crawlers: staff pages, the API, search results. */
const readClosedPaths = async (site: URL): Promise<readonly string[]> => {
  const file = await download(new URL('/robots.txt', site).href);
  return (file?.body.toString() ?? '').split('\n').flatMap((line) => /^Disallow:\s*(\S+)/i.exec(line)?.[1] ?? []);
};

/** URLs in the sitemap and its parts. */
const readSitemap = async (site: URL, path = '/sitemap.xml'): Promise<string[]> => {
  const file = await download(new URL(path, site).href);
  if (file === undefined) return [];
  const xml = parseDocument(file.body.toString(), { xmlMode: true });
  const locations = findElements(xml, 'loc').map((element) => new URL(DomUtils.textContent(element).trim()));
  if (findElements(xml, 'sitemapindex').length === 0) return locations.map(({ pathname, search }) => `${pathname}${search}`);
  const addresses: string[] = [];
  for (const { pathname } of locations) addresses.push(...(await readSitemap(site, pathname)));
  return addresses;
};

/** The organisation's data for the export. */
const organisationSchema = v.object({ organisationName: v.string(), siteUrl: v.string(), telephone: v.string(), email: v.string(), office: v.string() });
export type Organisation = v.InferOutput<typeof organisationSchema>;

const siteDataSchema = v.object({ site: v.looseObject({}) });

/** Pages contain only the part that the browser needs. */
const readOrganisation = async ({ rest, site }: PageData, address: URL): Promise<Organisation> => {
  const file = rest === undefined ? undefined : await download(new URL(`/site-data/${rest}.json`, address).href);
  const all = file === undefined ? {} : v.parse(siteDataSchema, JSON.parse(file.body.toString())).site;
  return v.parse(organisationSchema, { ...all, ...site });
};

interface CrawlOptions {
  readonly site: URL;
  /** Called with each page as it arrives. */
  readonly onPage: (page: FoundPage, html: string, read: ReadPage, counts: { readonly done: number; readonly known: number }) => void;
  /** Called with each other file that pages link to. */
  readonly onDocument: (address: string, file: Downloaded) => void;
  /** Called with each URL that redirects to another page. */
  readonly onRedirect: (address: string, target: string) => void;
  /** Called with the URL of each feed and calendar. */
  readonly onFeed: (address: string) => void;
  readonly warn: (message: string) => void;
}

/** URL of a page, as path and query: without a fragment, empty fields, and the photo that the gallery shows large. */
export const toPageAddress = ({ pathname, searchParams }: URL): string => {
  const kept = [...searchParams].filter(([name, value]) => name !== PHOTO_PARAMETER && value !== '');
  return `${pathname}${kept.length === 0 ? '' : `?${new URLSearchParams(kept)}`}`;
};

/** Visits every public page in the sitemap, and every page that they link to. */
export const crawlSite = async ({ site, onPage, onDocument, onRedirect, onFeed, warn }: CrawlOptions): Promise<Organisation> => {
  const home = await request(new URL('/', site).href);
  const { data } = readPage(await home.text(), site);
  if (data === undefined) throw new Error(`${site.href} is not a page of this site's software (status ${home.status}).`);
  const origins = new Set([site.origin, new URL(data.site.siteUrl).origin]);
  const closed = await readClosedPaths(site);
  const known = new Set(['/', ...(await readSitemap(site))]);
  const addresses = [...known];
  let done = 0;

  const visit = async (address: string): Promise<void> => {
    const response = await request(new URL(address, site).href);
    const type = response.headers.get('content-type') ?? '';
    const reached = new URL(response.url);
    // A redirect points to another page, which is visited at its own URL.
    if (toPageAddress(reached) !== address && origins.has(reached.origin)) {
      await response.body?.cancel();
      onRedirect(address, toPageAddress(reached));
      return add(reached);
    }
    if (response.status >= 500) throw new Error(`${address} responded with ${response.status}: the copy would be incomplete.`);
    if (!response.ok) {
      await response.body?.cancel();
      warn(`${address} responded with ${response.status}, and is not in the copy.`);
    } else if (type.startsWith('text/html')) {
      const html = await response.text();
      const read = readPage(html, reached);
      if (read.data === undefined) return warn(`${address} is not a page of this site's software, and is not in the copy.`);
      // The HTML of a page that only the browser renders contains no content.
      if (read.data.area !== 'rendered') return;
      for (const link of read.links) add(link);
      done += 1;
      onPage({ address, title: read.title }, html, read, { done, known: known.size });
    } else {
      const file = { body: Buffer.from(await response.arrayBuffer()), type };
      if (isFeed(file)) onFeed(address);
      else onDocument(address, file);
    }
  };
  const add = (link: URL): void => {
    const address = toPageAddress(link);
    if (!origins.has(link.origin) || known.has(address) || closed.some((path) => address.startsWith(path))) return;
    known.add(address);
    addresses.push(address);
  };
  await forEachOf(addresses, visit);
  return readOrganisation(data, site);
};
