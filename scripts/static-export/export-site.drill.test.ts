/** @jest-environment node */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exportSite } from './export-site.ts';

const LIVE = 'https://site.example';
const SITE = { organisationName: 'Better', siteUrl: LIVE, telephone: '+234 800', email: 'a@site.example', office: 'Lagos' };

const page = (title: string, body: string, area = 'rendered'): string =>
  `<!doctype html><html lang="en"><head><title>${title} | Better</title><meta property="og:title" content="${title}"><link rel="icon" href="/favicon.svg"></head><body><link rel="stylesheet" href="/assets/main.css"><main>${body}</main><footer></footer><script type="application/json">${JSON.stringify({ area, rest: '1a2b', site: { siteUrl: LIVE } })}</script></body></html>`;

type Reply = readonly [type: string, body: string, status?: number];

const REPLIES: Readonly<Record<string, Reply>> = {
  '/robots.txt': ['text/plain', 'User-agent: *\nDisallow: /admin\nDisallow: /search?\n'],
  '/sitemap.xml': ['application/xml', `<sitemapindex><sitemap><loc>${LIVE}/sitemap-1.xml</loc></sitemap></sitemapindex>`],
  '/sitemap-1.xml': ['application/xml', `<urlset><url><loc>${LIVE}/</loc></url><url><loc>${LIVE}/news/%E1%BA%B9</loc></url></urlset>`],
  '/site-data/1a2b.json': ['application/json', JSON.stringify({ site: SITE })],
  '/': [
    'text/html',
    page(
      'Home',
      '<a href="/old">Old</a><a href="/admin">Staff</a><a href="/browser">App</a><a href="/gone">Gone</a><a href="/feed.xml">Feed</a><a href="/one.ics">One</a><a href="/all.ics">All</a><a href="/search?q=x">x</a><form action="/search"><input name="q"></form>',
    ),
  ],
  '/about': [
    'text/html',
    page('About', '<img src="/img/upload/f_webp,w_320/v1/a.jpg" srcset="/img/upload/f_webp,w_640/v1/a.jpg 640w" alt="A"><img src="/img/lost.png" alt="B">'),
  ],
  '/news/%E1%BA%B9': ['text/html', page('Ìròyìn', '<a href="/about#team">About</a>')],
  '/browser': ['text/html', page('App', '', 'browser')],
  '/search': ['text/html', page('Search', '<form role="search" action="/search"><input name="q"></form>')],
  '/feed.xml': ['application/rss+xml', '<rss/>'],
  '/one.ics': ['text/calendar', 'BEGIN:VEVENT'],
  '/all.ics': ['text/calendar', 'BEGIN:VEVENT BEGIN:VEVENT'],
  '/assets/main.css': ['text/css', '@font-face{src:url(/assets/a.woff2)}a{background:url("data:image/svg+xml,url(%23b)")}'],
  '/assets/a.woff2': ['font/woff2', 'font'],
  '/favicon.svg': ['image/svg+xml', '<svg/>'],
  '/img/upload/f_webp,w_640/v1/a.jpg': ['image/webp', 'image'],
};

let server: Server;
let folder: string;
let replies: Record<string, Reply>;
let lines: string[];
beforeEach(async () => {
  replies = { ...REPLIES };
  lines = [];
  folder = mkdtempSync(join(tmpdir(), 'export-'));
  server = createServer(({ url = '' }, response) => {
    if (url === '/old') response.writeHead(301, { location: '/about' }).end();
    else {
      const [type, body, status = 200] = replies[url] ?? ['text/html', 'Not found', 404];
      response.writeHead(status, { 'content-type': type, 'retry-after': '0' }).end(body);
    }
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
});
afterEach(() => {
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

const run = (): Promise<void> => {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return exportSite({
    site: new URL(`http://127.0.0.1:${address.port}/`),
    folder,
    print: (line) => void lines.push(line),
    now: new Date('2026-11-23T12:00:00Z'),
  });
};
const read = (file: string): string => readFileSync(join(folder, file), 'utf8');

describe('the export of a site', () => {
  it('contains the pages of the sitemap, the pages that they link to, and their files', async () => {
    await run();

    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    expect(files.filter((file) => /\.[a-z0-9]+$/.test(file)).sort()).toEqual([
      'about/index.html',
      'assets/copy.css',
      'assets/copy.js',
      'assets/favicon.svg',
      'assets/main.css',
      'images/a.webp',
      'index.html',
      expect.stringMatching(/^news\/e-[0-9a-f]{8}\/index\.html$/),
      'one.ics',
      'search/index.html',
      'site-export.json',
    ]);
    expect(read('index.html')).toContain('made on November 23, 2026');
  });

  it('links to the targets of redirects, and to the site for features that need a server', async () => {
    await run();

    const home = read('index.html');
    for (const link of ['href="about/index.html">Old', 'href="one.ics">One'] as const) expect(home).toContain(link);
    for (const path of ['/admin', '/browser', '/gone', '/feed.xml', '/all.ics', '/search?q=x']) expect(home).toContain(`href="${LIVE}${path}"`);
    expect(lines.join('\n')).toContain('Warning: /gone responded with 404, and is not in the copy.');
  });

  it('has each image once, fonts inside stylesheets, and the text of a lost image', async () => {
    await run();

    expect(read('about/index.html')).toContain('<img src="../images/a.webp" alt="A"><img alt="B">');
    expect(read('assets/main.css')).toBe('@font-face{src:url("data:font/woff2;base64,Zm9udA==")}a{background:url("data:image/svg+xml,url(%23b)")}');
    expect(lines.join('\n')).toMatch(/Warning: the image http\S+\/img\/lost\.png could not be copied/);
  });

  it('lists all titles on the search page, folded for comparison', async () => {
    await run();

    expect(read('search/index.html')).toMatch(/<h3 id="titles-1">News<\/h3><ul><li data-title="iroyin"><a href="\.\.\/news\/e-[0-9a-f]+\/index\.html">Ìròyìn</);
  });

  it.each([
    ['a page fails', '/about', '/about responded with 500: the copy would be incomplete.'],
    ['the styles are missing', '/assets/main.css', 'the pages of the copy would have no styles.'],
  ])('leaves nothing if %s', async (_, path, message) => {
    replies[path] = ['text/html', 'failed', 500];

    await expect(run()).rejects.toThrow(message);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('rejects a page of another site', async () => {
    replies['/'] = ['text/html', '<title>Another</title>'];

    await expect(run()).rejects.toThrow("is not a page of this site's software");
    expect(existsSync(join(folder, 'index.html'))).toBe(false);
  });

  it('has no link to a URL that only this machine can reach', async () => {
    replies['/'] = ['text/html', page('Home', '<p><a href="/admin">Staff</a></p>').replace(LIVE, 'http://localhost:3000')];

    await run();

    expect(read('index.html')).not.toContain('localhost');
    expect(lines.join('\n')).toContain('Warning: the public address of the site is http://localhost:3000');
  });
});
