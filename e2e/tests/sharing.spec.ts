import { PUBLIC_PATHS } from '../support/public-pages.ts';
import { expect, test } from '../support/site-test.ts';
import { createStaffClient, eventForm, postForm } from '../support/staff.ts';

const readJpegSize = (file: Buffer): { readonly width: number; readonly height: number } => {
  for (let offset = 2; offset < file.length; offset += 2 + file.readUInt16BE(offset + 2)) {
    const marker = file.readUInt16BE(offset);
    if (marker >= 0xffc0 && marker <= 0xffc2) return { width: file.readUInt16BE(offset + 7), height: file.readUInt16BE(offset + 5) };
  }
  throw new Error('The image is not a JPEG file.');
};

test.describe('Sharing and search engines', () => {
  test('every page has a complete social card with a 1200 x 630 JPEG, and articles, events and programs have their own images', async ({ site }) => {
    const api = async (path: string) => (await (await fetch(`${site.url}/api${path}`)).json()).data;
    const [post] = await api('/posts');
    const [event] = await api('/events');
    const images = new Map<string, string>();
    for (const path of [...PUBLIC_PATHS, `/news/${post.slug}`, `/events/${event._id}`]) {
      const html = await (await fetch(`${site.url}${path}`)).text();
      const content = (name: string): string => new RegExp(`<meta (?:name|property)="${name}" content="([^"]+)"`).exec(html)?.[1] ?? '';
      const image = content('og:image');
      expect.soft([content('og:title'), content('og:description'), content('og:image:alt')], path).not.toContain('');
      expect.soft([content('og:image:width'), content('og:image:height'), content('twitter:card')], path).toEqual(['1200', '630', 'summary_large_image']);
      expect.soft([content('og:locale'), content('twitter:image:alt')], path).toEqual(['en_NG', content('og:image:alt')]);
      expect.soft(content('og:title'), path).not.toContain(' | ');
      if (image.includes('/img/upload/') && !image.includes('link-preview')) expect.soft(content('og:image:alt'), path).not.toBe(content('og:title'));
      expect.soft(content('og:type'), path).toBe(/^\/news\/(?!category\/|tag\/)/.test(path) ? 'article' : 'website');
      const response = await fetch(`${site.url}${new URL(image).pathname}`);
      expect.soft([response.status, response.headers.get('content-type')], path).toEqual([200, 'image/jpeg']);
      expect.soft(readJpegSize(Buffer.from(await response.arrayBuffer())), path).toEqual({ width: 1200, height: 630 });
      images.set(path, image);
    }
    const pathsWithOwnImage = [
      '/',
      '/about',
      '/team',
      '/what-we-do',
      '/impact',
      '/volunteer',
      '/ebook',
      '/programs/navigate',
      `/news/${post.slug}`,
      `/events/${event._id}`,
    ];
    expect(new Set(pathsWithOwnImage.map((path) => images.get(path))).size).toBe(pathsWithOwnImage.length);
  });

  test('articles, events, programs and photos are shared with their title over their image, whose URL changes with the title', { tag: '@whole' }, async ({
    contentSite,
  }) => {
    const staff = await createStaffClient(contentSite);
    const post = await staff.post('/posts', postForm({ title: 'Ẹ̀kọ́ àti ɗalibai' }));
    const event = await staff.post('/events', eventForm({ title: 'Shared evening' }));
    const api = async (path: string) => (await (await fetch(`${contentSite.url}/api${path}`)).json()).data;
    const [photo] = await api('/gallery/published');
    const paths = [`/news/${post.slug}`, `/events/${event._id}`, '/programs/navigate', `/gallery?photo=${photo._id}`];
    const readImage = async (path: string): Promise<string> => {
      const html = await (await fetch(`${contentSite.url}${path}`)).text();
      return new URL(/<meta property="og:image" content="([^"]+)"/.exec(html)?.[1] ?? '').pathname;
    };
    const before = new Map<string, string>();
    for (const path of paths) {
      const image = await readImage(path);
      expect(image, path).toMatch(/^\/img\/share\/(posts|events|programs|photos)\/[^/]+\/[0-9a-f]{16}\.jpg$/);
      const response = await fetch(`${contentSite.url}${image}`);
      const file = Buffer.from(await response.arrayBuffer());
      expect([response.status, response.headers.get('content-type')], path).toEqual([200, 'image/jpeg']);
      expect(readJpegSize(file), path).toEqual({ width: 1200, height: 630 });
      expect(file.length, path).toBeLessThanOrEqual(200_000);
      before.set(path, image);
    }
    await staff.put(`/events/${event._id}`, { title: 'Another evening' });
    const eventPath = `/events/${event._id}`;
    await expect.poll(() => readImage(eventPath)).not.toBe(before.get(eventPath));
    // The URL of an earlier link preview redirects to the current image.
    const earlierPreview = await fetch(`${contentSite.url}${before.get(eventPath)}`);
    expect([earlierPreview.status, new URL(earlierPreview.url).pathname]).toEqual([200, await readImage(eventPath)]);
    expect((await fetch(`${contentSite.url}/img/share/events/nothing/0123456789abcdef.jpg`)).status).toBe(404);
  });

  test('structured data describes the organisation and breadcrumbs, and icons, manifest, sitemap and robots.txt exist', async ({ site }) => {
    const kinds = async (path: string) => [...(await (await fetch(`${site.url}${path}`)).text()).matchAll(/"@type":"(\w+)"/g)].map(([, kind]) => kind);
    expect(await kinds('/')).toEqual(expect.arrayContaining(['NGO', 'WebSite']));
    for (const path of ['/about', '/team', '/what-we-do', '/impact', '/volunteer', '/ebook', '/programs/navigate']) {
      expect.soft(await kinds(path), path).toContain('BreadcrumbList');
    }
    for (const path of [
      '/robots.txt',
      '/sitemap.xml',
      '/site.webmanifest',
      '/favicon.svg',
      '/favicon.ico',
      '/apple-touch-icon.png',
      '/icon-192.png',
      '/icon-512.png',
    ]) {
      expect.soft((await fetch(`${site.url}${path}`)).status, path).toBe(200);
    }
    expect(await (await fetch(`${site.url}/robots.txt`)).text()).toContain('Disallow: /admin\n');
  });
});
