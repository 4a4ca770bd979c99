import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from './checkers-test.ts';
import { checkCalendar, checkFeed, checkSitemap, checkTypes } from './documents.ts';
import { checkEqualAccess } from './equal-access.ts';
import type { Finding } from './findings.ts';
import { checkHtml } from './html-checker.ts';
import { crawl, findBrokenLinks } from './links.ts';

/** Expects each pattern to match a finding, or expects no findings if there are no patterns. */
const expectFindings = (findings: readonly Finding[], ...brokenLinkLocations: readonly RegExp[]): void => {
  const texts = findings.map(({ rule, where }) => `${rule} ${where}`);
  for (const place of brokenLinkLocations) expect.soft(texts).toContainEqual(expect.stringMatching(place));
  if (brokenLinkLocations.length === 0) expect.soft(texts).toEqual([]);
};

const createPage = (body: string): string =>
  `<!doctype html><html lang="en"><head><title>A page</title></head><body><main><h1>A page</h1>${body}</main></body></html>`;

test('the HTML checker finds a duplicate id, a block in a span and a wrong property', async ({ htmlChecker }) => {
  test.skip(htmlChecker === undefined, 'Java is missing');
  const check = async (body: string): Promise<readonly Finding[]> => checkHtml(htmlChecker ?? '', '', createPage(body));
  expectFindings(await check('<p id="a">A</p>'));
  expectFindings(await check('<p id="a">A</p><p id="a">B</p>'), /Duplicate ID/);
  expectFindings(await check('<span><div>A</div></span>'), /“div” not allowed as child of element “span”/);
  expectFindings(await check('<p style="colour: red">A</p>'), /colour/);
});

test('Equal Access finds an image without alternative text, a field without a name and text with low contrast', async ({ page }) => {
  const check = async (body: string): Promise<readonly Finding[]> => {
    await page.setContent(createPage(body));
    return checkEqualAccess(page, '');
  };
  expectFindings(await check('<p>A</p><img src="data:," alt="A box"><label>Name <input></label>'));
  expectFindings(await check('<img src="data:,">'), /img_alt_valid/);
  expectFindings(await check('<input>'), /input_label_exists/);
  expectFindings(await check('<p style="color: #ccc; background: #fff">A</p>'), /text_contrast_sufficient/);
});

test('the link checker finds a missing page and a missing fragment', async () => {
  const pages: Readonly<Record<string, string>> = {
    '/': createPage('<a href="/b#there">B</a><a href="/b#nowhere">B</a><a href="/c">C</a><a href="https://example.org">Elsewhere</a>'),
    '/b': createPage('<p id="there">B</p>'),
  };
  const server = createServer((request, response) => {
    const html = pages[request.url ?? ''];
    response.writeHead(html === undefined ? 404 : 200, { 'content-type': 'text/html' }).end(html);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  const brokenLinkLocations = findBrokenLinks(url, await crawl(url, ['/'])).map(({ where }) => where.replace('/#', '#'));
  expect([...new Set(brokenLinkLocations)]).toEqual(['/b#nowhere', '/c']);
  server.close();
});

const ITEM =
  '<item><title>A post</title><link>https://a.example/1</link><guid>https://a.example/1</guid><pubDate>Thu, 26 Nov 2026 09:00:00 GMT</pubDate></item>';
const createRss = (items: string): string =>
  `<?xml version="1.0" encoding="utf-8"?><rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel><title>News</title><link>https://a.example/</link><description>News</description><language>en</language><lastBuildDate>Thu, 26 Nov 2026 09:00:00 GMT</lastBuildDate><atom:link href="https://a.example/feed.xml" rel="self"/>${items}</channel></rss>`;

test('the feed parser finds broken XML, an item without a URL and a repeated id', async () => {
  const check = (items: string) => checkFeed({ page: '', text: createRss(items) });
  expectFindings(await check(ITEM));
  expectFindings(await check(`${ITEM}<b>`), /well-formed XML/);
  expectFindings(await check(ITEM.replace(/<link>.*?<\/link>/, '').replace(/<guid>.*?<\/guid>/, '<guid isPermaLink="false">1</guid>')), /url of "A post"/);
  expectFindings(await check(ITEM + ITEM), /unique id/);
});

const EVENT = ['BEGIN:VEVENT', 'UID:1', 'DTSTAMP:20261126T090000Z', 'DTSTART:20261201T150000Z', 'SUMMARY:Open evening', 'END:VEVENT'].join('\r\n');
const TTL = 'REFRESH-INTERVAL;VALUE=DURATION:PT1H';

test('the calendar parser finds a wrong time, a missing id, an event without an end and a property after an event', () => {
  const check = (...lines: readonly string[]) =>
    checkCalendar({ page: '', text: ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//a//b//EN', ...lines, 'END:VCALENDAR', ''].join('\r\n') });
  expectFindings(check(TTL, EVENT));
  expectFindings(check(EVENT.replace('20261201T150000Z', '20261301T25')), /parses/);
  expectFindings(check(EVENT.replace('UID:1\r\n', '')), /uid/);
  expectFindings(check(EVENT.replace('\r\nEND:VEVENT', '')), /parses/);
  expectFindings(check(EVENT, TTL), /properties before the first component/);
});

const createSitemap = (url: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"><url>${url}</url></urlset>`;

test('the sitemap schema and parser find a wrong date and an unknown element', async () => {
  const check = (url: string) => checkSitemap({ page: '', text: createSitemap(url) });
  expectFindings(
    await check('<loc>https://a.example/</loc><lastmod>2026-11-26</lastmod><image:image><image:loc>https://a.example/a.jpg</image:loc></image:image>'),
  );
  expectFindings(await check('<loc>https://a.example/</loc><lastmod>yesterday</lastmod>'), /lastmod/);
  expectFindings(await check('<loc>https://a.example/</loc><image:image><image:location>x</image:location></image:image>'), /parses/);
});

test('the types find an unknown schema.org property, a wrong feed version and a wrong display mode in a manifest', () => {
  const check = (type: 'structured data' | 'JSON Feed' | 'web app manifest', value: object) =>
    checkTypes([{ page: '', type, text: JSON.stringify(value) }], test.info().outputDir);
  const event = { '@context': 'https://schema.org', '@type': 'Event', name: 'A' };
  const feed = { version: 'https://jsonfeed.org/version/1.1', title: 'A', items: [] };
  expectFindings(check('structured data', event));
  expectFindings(check('structured data', { ...event, begins: 'now' }), /begins/);
  expectFindings(check('JSON Feed', feed));
  expectFindings(check('JSON Feed', { ...feed, version: '1' }), /version/);
  expectFindings(check('web app manifest', { name: 'A', display: 'standalone' }));
  expectFindings(check('web app manifest', { name: 'A', display: 'wide' }), /display/);
});
