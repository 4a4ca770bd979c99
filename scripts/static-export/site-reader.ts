import { setTimeout as wait } from 'node:timers/promises';
import { DomUtils, parseDocument } from 'htmlparser2';
import * as v from 'valibot';
import { findElements, type PageData, type ParsedPage, readPage } from './page-reader.ts';
import { PHOTO_PARAMETER } from './page-writer.ts';

const TIME_LIMIT_MS = 60_000;
const ATTEMPTS = 5;
const MAX_DELAY_SECONDS = 30;
/** Higher concurrency would slow down the site for visitors. */
const CONCURRENCY = 4;
const HEADERS = { 'user-agent': 'site-export (bot)', accept: '*/*' };
const FEED_TYPE = /^(?:application\/(?:rss\+xml|atom\+xml|feed\+json|json|xml)|text\/xml)/;

/** Returns true for feeds and calendars, which keep changing, so the copy links to those on the site. A calendar file with a single event is copied. */
const isFeed = ({ body, type }: DownloadedFile): boolean =>
  FEED_TYPE.test(type) || (type.startsWith('text/calendar') && body.toString().split('BEGIN:VEVENT').length !== 2);

export interface CrawledPage {
  readonly url: string;
  readonly title: string;
}

export interface DownloadedFile {
  readonly body: Buffer;
  readonly type: string;
}

const describeCause = (error: unknown): string => {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error ? cause.message : String(cause);
};

const request = async (url: string): Promise<Response> => {
  for (let attempt = 1; ; attempt += 1) {
    let response: Response | undefined;
    try {
      response = await fetch(url, { headers: HEADERS, signal: AbortSignal.timeout(TIME_LIMIT_MS) });
      if (response.status !== 429 && response.status !== 503) return response;
      if (attempt === ATTEMPTS) return response;
    } catch (error) {
      if (attempt === ATTEMPTS) throw new Error(`${url} did not respond: ${describeCause(error)}`);
    }
    await response?.body?.cancel();
    const delaySeconds = Number(response?.headers.get('retry-after') ?? 1);
    await wait(1000 * Math.min(Number.isFinite(delaySeconds) ? Math.max(delaySeconds, 1) : 1, MAX_DELAY_SECONDS));
  }
};

export const download = async (url: string): Promise<DownloadedFile | undefined> => {
  const response = await request(url);
  if (!response.ok) {
    await response.body?.cancel();
    return undefined;
  }
  return { body: Buffer.from(await response.arrayBuffer()), type: response.headers.get('content-type') ?? '' };
};

/** Runs `work` for every element of a list, including elements that are added along the way. */
export const forEachConcurrently = async <T>(list: readonly T[], work: (element: T) => Promise<void>): Promise<void> => {
  let next = 0;
  let active = 0;
  await new Promise<void>((resolve, reject) => {
    const runNext = (): void => {
      while (active < CONCURRENCY && next < list.length) {
        const element = list[next] as T;
        next += 1;
        active += 1;
        work(element).then(() => {
          active -= 1;
          runNext();
        }, reject);
      }
      if (active === 0) resolve();
    };
    runNext();
  });
};

/** Returns the paths that robots.txt closes to all crawlers: staff pages, the API, search results. */
const readDisallowedPaths = async (site: URL): Promise<readonly string[]> => {
  const file = await download(new URL('/robots.txt', site).href);
  return (file?.body.toString() ?? '').split('\n').flatMap((line) => /^Disallow:\s*(\S+)/i.exec(line)?.[1] ?? []);
};

const readSitemap = async (site: URL, path = '/sitemap.xml'): Promise<string[]> => {
  const file = await download(new URL(path, site).href);
  if (file === undefined) return [];
  const xml = parseDocument(file.body.toString(), { xmlMode: true });
  const locations = findElements(xml, 'loc').map((element) => new URL(DomUtils.textContent(element).trim()));
  if (findElements(xml, 'sitemapindex').length === 0) return locations.map(({ pathname, search }) => `${pathname}${search}`);
  const paths: string[] = [];
  for (const { pathname } of locations) paths.push(...(await readSitemap(site, pathname)));
  return paths;
};

const organisationSchema = v.object({ organisationName: v.string(), siteUrl: v.string(), telephone: v.string(), email: v.string(), office: v.string() });
export type Organisation = v.InferOutput<typeof organisationSchema>;

const siteDataSchema = v.object({ site: v.looseObject({}) });

/** Loads all data about the organisation, because a page contains only the data that the browser needs. */
const readOrganisation = async ({ rest, site }: PageData, url: URL): Promise<Organisation> => {
  const file = rest === undefined ? undefined : await download(new URL(`/site-data/${rest}.json`, url).href);
  const all = file === undefined ? {} : v.parse(siteDataSchema, JSON.parse(file.body.toString())).site;
  return v.parse(organisationSchema, { ...all, ...site });
};

interface CrawlOptions {
  readonly site: URL;
  readonly onPage: (page: CrawledPage, html: string, read: ParsedPage, counts: { readonly done: number; readonly found: number }) => void;
  readonly onDocument: (url: string, file: DownloadedFile) => void;
  readonly onRedirect: (url: string, target: string) => void;
  readonly onFeed: (url: string) => void;
  readonly warn: (message: string) => void;
}

/** Returns the path and query of a page's URL, without empty parameters or the gallery's lightbox parameter. */
export const toPageUrl = ({ pathname, searchParams }: URL): string => {
  const parameters = [...searchParams].filter(([name, value]) => name !== PHOTO_PARAMETER && value !== '');
  return `${pathname}${parameters.length === 0 ? '' : `?${new URLSearchParams(parameters)}`}`;
};

export const crawlSite = async ({ site, onPage, onDocument, onRedirect, onFeed, warn }: CrawlOptions): Promise<Organisation> => {
  const home = await request(new URL('/', site).href);
  const { data } = readPage(await home.text(), site);
  if (data === undefined) throw new Error(`${site.href} is not a page of this site's software (status ${home.status}).`);
  const origins = new Set([site.origin, new URL(data.site.siteUrl).origin]);
  const disallowedPaths = await readDisallowedPaths(site);
  const knownUrls = new Set(['/', ...(await readSitemap(site))]);
  const queue = [...knownUrls];
  let done = 0;

  const visit = async (url: string): Promise<void> => {
    const response = await request(new URL(url, site).href);
    const type = response.headers.get('content-type') ?? '';
    const finalUrl = new URL(response.url);
    // Add the target of a redirect to the queue under its own URL.
    if (toPageUrl(finalUrl) !== url && origins.has(finalUrl.origin)) {
      await response.body?.cancel();
      onRedirect(url, toPageUrl(finalUrl));
      return add(finalUrl);
    }
    if (response.status >= 500) throw new Error(`${url} responded with ${response.status}: the copy would be incomplete.`);
    if (!response.ok) {
      await response.body?.cancel();
      warn(`${url} responded with ${response.status}, and is not in the copy.`);
    } else if (type.startsWith('text/html')) {
      const html = await response.text();
      const read = readPage(html, finalUrl);
      if (read.data === undefined) return warn(`${url} is not a page of this site's software, and is not in the copy.`);
      // The HTML of a page that only the browser renders contains no content.
      if (read.data.area !== 'rendered') return;
      for (const link of read.links) add(link);
      done += 1;
      onPage({ url, title: read.title }, html, read, { done, found: knownUrls.size });
    } else {
      const file = { body: Buffer.from(await response.arrayBuffer()), type };
      if (isFeed(file)) onFeed(url);
      else onDocument(url, file);
    }
  };
  const add = (link: URL): void => {
    const url = toPageUrl(link);
    if (!origins.has(link.origin) || knownUrls.has(url) || disallowedPaths.some((path) => url.startsWith(path))) return;
    knownUrls.add(url);
    queue.push(url);
  };
  await forEachConcurrently(queue, visit);
  return readOrganisation(data, site);
};
