import { PUBLIC_PATHS } from '../support/public-pages.ts';
import { expect, test } from '../support/site-test.ts';

const PAGES: readonly (readonly [path: string, content: string])[] = [
  ['/', 'Our Commitment'],
  ['/about', 'Empowering Youth for a Better Tomorrow'],
  ['/team', 'Our Team'],
  ['/what-we-do', 'What We Do'],
  ['/impact', 'Our Impact'],
  ['/volunteer', 'Volunteer with Us'],
  ['/ebook', 'Navigating Adolescence'],
  ['/donate', 'What your gift does'],
  ['/donation-success', 'Thank You for Your Generous Donation!'],
  ['/programs/navigate', 'NAVIGATE'],
  ['/news', 'Latest News &amp; Updates'],
  ['/events', 'Join Us in Making a Difference'],
  ['/gallery', 'Moments of Impact and Transformation'],
];

const read = async (url: string, path: string) => {
  const response = await fetch(`${url}${path}`);
  const html = await response.text();
  const extract = (pattern: RegExp): string => pattern.exec(html)?.[1] ?? '';
  return {
    status: response.status,
    headers: response.headers,
    html,
    title: extract(/<title>([^<]*)<\/title>/),
    description: extract(/<meta name="description" content="([^"]*)"/),
    canonical: extract(/<link rel="canonical" href="([^"]*)"/),
  };
};

test.describe('HTML first', () => {
  test('ROUTE-01 to ROUTE-15 every public page responds with 200 and its content, title, description and canonical', async ({ site }) => {
    const titles = new Set<string>();
    for (const [path, content] of PAGES) {
      const page = await read(site.url, path);
      expect(page.status, path).toBe(200);
      expect(page.html, path).toContain(content);
      expect(page.description, path).not.toBe('');
      expect(new URL(page.canonical).pathname, path).toBe(path);
      expect(titles.has(page.title), `${path} shares its title "${page.title}"`).toBe(false);
      titles.add(page.title);
    }
  });

  test('every drawing in the HTML has a width and a height, so that it is not oversized without styles', async ({ site }) => {
    const { data: posts } = await (await fetch(`${site.url}/api/posts`)).json();
    const { data: events } = await (await fetch(`${site.url}/api/events`)).json();
    const unsizedByPath = new Map<string, readonly string[]>();
    for (const path of [...PUBLIC_PATHS, `/news/${posts[0].slug}`, `/news/no-such-post`, `/events/${events[0]._id}`, '/admin/dashboard']) {
      const { html } = await read(site.url, path);
      const svgTags = [...html.replace(/<script.*?<\/script>/gs, '').matchAll(/<svg[^>]*>/g)].map(([tag]) => tag);
      expect(svgTags.length, path).toBeGreaterThan(0);
      const found = svgTags.filter((tag) => !/ width="\d+" height="\d+"/.test(tag));
      if (found.length > 0) unsizedByPath.set(path, found);
    }
    expect([...unsizedByPath]).toEqual([]);
  });

  test('the article about an overdose first says what to do, with links to the configured numbers', async ({ site }) => {
    const { html } = await read(site.url, '/news/what-cough-syrup-does');
    const box = html.slice(html.indexOf('>What to do now<'));
    expect(box.indexOf('href="tel:112"')).toBeGreaterThan(0);
    expect(box.indexOf('href="tel:08000000000"')).toBeGreaterThan(box.indexOf('href="tel:112"'));
    expect(box.indexOf('href="tel:08000000000"')).toBeLessThan(box.indexOf('>Why it takes hold<'));
  });

  test('ROUTE-07 a news article is complete in the HTML', async ({ site }) => {
    const { data: posts } = await (await fetch(`${site.url}/api/posts`)).json();
    const [post] = posts;
    const page = await read(site.url, `/news/${post.slug}`);
    expect(page.status).toBe(200);
    expect(page.html).toContain(`<h1`);
    expect(page.title).toContain(post.title.replaceAll('&', '&amp;'));
  });

  test('ROUTE-16 NF-01 NF-02 an unknown path and a missing article respond with 404 and a full page', async ({ site, page }) => {
    for (const path of ['/nope', '/nope/deep/x', '/team/nobody']) expect((await read(site.url, path)).status, path).toBe(404);
    const missing = await read(site.url, '/news/no-such-post');
    expect(missing.status).toBe(404);
    expect(missing.html).toContain('Post not found');

    await page.goto(`${site.url}/nope`);
    await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();
    await expect(page.getByText("The page you're looking for doesn't exist or has been moved.")).toBeVisible();
    await expect(page.getByRole('link', { name: 'Go back home' })).toHaveAttribute('href', '/');
    await expect(page.getByRole('banner')).toBeVisible();
  });

  test('unknown files respond with 404 as text, never as HTML', async ({ site }) => {
    for (const path of ['/_mf/gallery/0.0.0/x.js', '/_mf/gallery', '/assets/nothing.js', '/_mf/../../../etc/passwd']) {
      const response = await fetch(`${site.url}${path}`);
      expect(response.status, path).toBe(404);
    }
    const response = await fetch(`${site.url}/_mf/gallery/0.0.0/x.js`);
    expect(response.headers.get('content-type')).toContain('text/plain');
  });

  test('files of a release are immutable and compressed', async ({ site }) => {
    const { html } = await read(site.url, '/news');
    const entry = /\/_mf\/news-events\/[^"]+?\.js/.exec(html)?.[0] ?? '';
    for (const encoding of ['br', 'gzip']) {
      const response = await fetch(`${site.url}${entry}`, { headers: { 'accept-encoding': encoding } });
      expect(response.headers.get('content-encoding')).toBe(encoding);
      expect(response.headers.get('cache-control')).toContain('immutable');
    }
  });

  test('pages have a Content-Security-Policy without unsafe scripts and an ETag that revalidates with 304', async ({ site }) => {
    const { headers } = await read(site.url, '/');
    const policy = headers.get('content-security-policy') ?? '';
    const scripts = /script-src ([^;]*)/.exec(policy)?.[1] ?? '';
    expect(scripts).toContain("'sha256-");
    expect(scripts).not.toMatch(/unsafe/);
    expect(policy).toContain("require-trusted-types-for 'script'");
    const revalidation = await fetch(site.url, { headers: { 'if-none-match': headers.get('etag') ?? '' } });
    expect(revalidation.status).toBe(304);
  });
});
