import { existsSync, mkdirSync } from 'node:fs';
import { expect, getReachable, readText, test } from './checkers-test.ts';
import { checkCalendar, checkFeed, checkSitemap, checkTypes, type Document, type TypedJson } from './documents.ts';
import { expectNoFindings } from './findings.ts';

const JSON_LD = /<script type="application\/ld\+json">(.*?)<\/script>/gs;

test.describe('Feeds, calendars, sitemap and structured data', () => {
  const readAll = async (siteUrl: string, paths: readonly string[]): Promise<readonly Document[]> =>
    Promise.all(paths.map(async (path) => ({ page: path, text: await readText(`${siteUrl}${path}`) })));

  test('parsers accept every feed, calendar, and the sitemap', async ({ site, links }) => {
    const paths = getReachable(site.url, links);
    const feeds = await readAll(
      site.url,
      paths.filter((path) => /\/(?:feed|atom)\.xml$/.test(path)),
    );
    expect(feeds.length).toBeGreaterThanOrEqual(4);
    for (const feed of feeds) expectNoFindings('feeds', await checkFeed(feed));
    const calendars = await readAll(
      site.url,
      paths.filter((path) => path.endsWith('.ics')),
    );
    expect(calendars.length).toBeGreaterThanOrEqual(2);
    for (const calendar of calendars) expectNoFindings('calendars', checkCalendar(calendar));
    for (const sitemap of await readAll(site.url, ['/sitemap.xml'])) expectNoFindings('sitemap', await checkSitemap(sitemap));
  });

  test('the types of schema.org, JSON Feed and web app manifests accept what pages and documents contain', async ({ site, links }, { outputDir }) => {
    const documents: TypedJson[] = [];
    for (const path of getReachable(site.url, links)) {
      const response = await fetch(`${site.url}${path}`);
      const type = response.headers.get('content-type') ?? '';
      const text = await response.text();
      if (type.startsWith('text/html')) for (const [, json = ''] of text.matchAll(JSON_LD)) documents.push({ page: path, text: json, type: 'structured data' });
      if (type.startsWith('application/feed+json')) documents.push({ page: path, text, type: 'JSON Feed' });
      if (type.startsWith('application/manifest+json')) documents.push({ page: path, text, type: 'web app manifest' });
    }
    for (const type of ['structured data', 'JSON Feed', 'web app manifest']) expect(documents.map((document) => document.type)).toContain(type);
    if (!existsSync(outputDir)) mkdirSync(outputDir, { recursive: true });
    expectNoFindings('structured data', checkTypes(documents, outputDir));
  });
});
