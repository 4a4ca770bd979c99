import { PUBLIC_PATHS } from '../support/public-pages.ts';
import { expect, getReachablePaths, readText, test } from './checkers-test.ts';
import { checkCalendar, checkFeed, checkSitemap, checkTypes, type Document, type TypedJson } from './documents.ts';
import { expectNoFindings, type Finding } from './findings.ts';
import { checkHtml } from './html-checker.ts';
import { findBrokenLinks } from './links.ts';

const JSON_LD = /<script type="application\/ld\+json">(.*?)<\/script>/gs;

const readAll = async (siteUrl: string, paths: readonly string[]): Promise<readonly Document[]> =>
  Promise.all(paths.map(async (path) => ({ page: path, text: await readText(`${siteUrl}${path}`) })));

const MODES = [
  { name: '', headers: {} },
  { name: ' (data saver)', headers: { 'save-data': 'on' } },
] as const;

// All tests are in one file, so that a single worker follows the links only once.
test.describe('Every linked page and document', () => {
  test('no link is broken, including its fragment', async ({ site, links }) => {
    expectNoFindings('links', findBrokenLinks(site.url, links));
  });

  test('the served HTML is valid, also with data saver', async ({ site, links, htmlChecker }) => {
    test.skip(htmlChecker === undefined, 'Java is missing');
    const findings: Finding[] = [];
    for (const path of new Set([...PUBLIC_PATHS, ...getReachablePaths(site.url, links)]))
      for (const { name, headers } of MODES) {
        const response = await fetch(`${site.url}${path}`, { headers });
        const text = await response.text();
        if (response.headers.get('content-type')?.startsWith('text/html')) findings.push(...(await checkHtml(htmlChecker ?? '', `${path}${name}`, text)));
      }
    expectNoFindings('Nu HTML checker', findings);
  });

  test('parsers accept every feed, calendar, and the sitemap', async ({ site, links }) => {
    const paths = getReachablePaths(site.url, links);
    const feeds = await readAll(
      site.url,
      paths.filter((path) => /\/(?:feed|atom)\.xml$/.test(path)),
    );
    // The feed of a category or tag may be empty.
    expect(feeds.filter(({ text }) => /<(?:item|entry)>/.test(text)).length).toBeGreaterThanOrEqual(4);
    const findings: Finding[] = [];
    // Sequential, because each check starts a thread.
    for (const feed of feeds) findings.push(...(await checkFeed(feed)));
    expectNoFindings('feeds', findings);
    const calendars = await readAll(
      site.url,
      paths.filter((path) => path.endsWith('.ics')),
    );
    expect(calendars.length).toBeGreaterThanOrEqual(2);
    expectNoFindings('calendars', calendars.flatMap(checkCalendar));
    for (const sitemap of await readAll(site.url, ['/sitemap.xml'])) expectNoFindings('sitemap', await checkSitemap(sitemap));
  });

  test('structured data, JSON feeds and the web app manifest match their types', async ({ site, links }) => {
    const documents: TypedJson[] = [];
    for (const path of getReachablePaths(site.url, links)) {
      const response = await fetch(`${site.url}${path}`);
      const type = response.headers.get('content-type') ?? '';
      const text = await response.text();
      if (type.startsWith('text/html')) for (const [, json = ''] of text.matchAll(JSON_LD)) documents.push({ page: path, text: json, type: 'structured data' });
      if (type.startsWith('application/feed+json')) documents.push({ page: path, text, type: 'JSON Feed' });
      if (type.startsWith('application/manifest+json')) documents.push({ page: path, text, type: 'web app manifest' });
    }
    for (const type of ['structured data', 'JSON Feed', 'web app manifest']) expect(documents.map((document) => document.type)).toContain(type);
    expectNoFindings('structured data', checkTypes(documents, test.info().outputDir));
  });
});
