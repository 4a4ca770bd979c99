import sharp from 'sharp';
import { expect, test } from '../support/site-test.ts';
import { createStaffClient, fillLogin, postForm } from '../support/staff.ts';

/** How long after the withdrawal of a consent a visitor may still get the photo. */
const LIMIT_MS = 5000;

const CONSENT = { showsMinors: 'true', consentBy: 'Mrs Adaeze Okoro, mother', consentOn: '2026-01-31' };
const CARD_PATHS = ['/news', '/gallery', '/news/feed.xml', '/news/atom.xml', '/sitemap.xml'];

const createForm = (fields: Readonly<Record<string, string | Blob>>): FormData => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
};
const createPhoto = async (): Promise<Blob> => {
  const bytes = await sharp({ create: { width: 480, height: 300, channels: 3, background: '#a35' } })
    .jpeg()
    .toBuffer();
  return new Blob([new Uint8Array(bytes)]);
};
const getId = (url: string): string => /([0-9a-f]{24})\./.exec(url)?.[1] ?? 'no id';

test('PRIV-31 PRIV-32 a photo whose consent is withdrawn is gone within 5 s from pages, cards, feeds and sizes, and no copy of it is confirmed', {
  tag: '@time',
}, async ({ contentSite }) => {
  const staff = await createStaffClient(contentSite);
  const photo = await createPhoto();
  const text = await staff.post('/pictures', createForm({ image: photo, ...CONSENT }));
  const content = `<p>We met.</p><figure><img src="${text.url}" alt="A girl reads"><figcaption>Chidinma, 12</figcaption></figure>`;
  const form = postForm({ title: 'With two photos', slug: 'with-two-photos', content, featuredImageAlt: 'A class', ...CONSENT });
  form.set('featuredImage', photo, 'class.jpg');
  const post = await staff.post('/posts', form);
  const item = await staff.post('/gallery', createForm({ title: 'A withdrawn photo', image: photo, ...CONSENT }));
  const ids = [text.url, post.featuredImage, item.url].map(getId);
  const pages = [...CARD_PATHS, '/news/with-two-photos'];

  const ask = (path: string, etag?: string) =>
    fetch(new URL(path, contentSite.url), {
      headers: { accept: path.startsWith('/img/') ? 'image/webp' : '*/*', ...(etag === undefined ? {} : { 'if-none-match': etag }) },
      ...(etag === undefined ? {} : { cache: 'no-store' }),
    });
  const read = async (path: string) => {
    const response = await ask(path);
    return {
      path,
      status: response.status,
      etag: response.headers.get('etag') ?? '',
      cache: response.headers.get('cache-control') ?? '',
      text: await response.text(),
    };
  };
  const findPages = async () => (await Promise.all(pages.map(read))).filter(({ text: body }) => ids.some((id) => body.includes(id))).map(({ path }) => path);

  await expect.poll(findPages).toEqual(pages);
  const shown = await Promise.all(pages.map(read));
  // What a cache in front of the host may do with them in the meantime.
  for (const { path, cache } of shown.filter(({ path: each }) => !each.includes('.'))) expect(cache, path).toContain('s-maxage=1, stale-while-revalidate=3');
  const addresses = new Set(
    shown
      .flatMap(({ text: body }) => [...body.matchAll(/\/img\/upload\/[^"'\s<>&?]+/g)].map(([address]) => address))
      .filter((address) => ids.some((id) => address.includes(id))),
  );
  expect(addresses.size).toBeGreaterThan(8);
  const images = await Promise.all([...addresses].map(read));
  for (const { path, status, etag, cache } of images) {
    expect([path, status, cache]).toEqual([path, 200, 'public, max-age=86400, s-maxage=4']);
    expect((await ask(path, etag)).status, path).toBe(304);
  }

  const withdrawnAt = Date.now();
  for (const id of ids) await staff.delete(`/pictures/${id}`);
  // Images have no delay in the host: neither themselves nor as confirmations of a visitor's copy.
  for (const { path, etag } of images) expect([path, (await ask(path)).status, (await ask(path, etag)).status]).toEqual([path, 404, 404]);
  await expect.poll(findPages, { timeout: LIMIT_MS }).toEqual([]);
  // A visitor's copy of a page is not confirmed either.
  for (const { path, etag, text: body } of shown) if (ids.some((id) => body.includes(id))) expect((await ask(path, etag)).status, path).toBe(200);
  expect(Date.now() - withdrawnAt).toBeLessThan(LIMIT_MS);
  expect(await (await ask('/news/with-two-photos')).text()).not.toContain('Chidinma');
});

test('SEC-20 an image of a draft’s text is shown to staff in their browser, and to nobody else', async ({ contentSite, page }) => {
  const staff = await createStaffClient(contentSite);
  const { url } = await staff.post('/pictures', createForm({ image: await createPhoto() }));
  await staff.post('/posts', postForm({ title: 'A draft with a photo', status: 'draft', content: `<figure><img src="${url}" alt="A class"></figure>` }));
  const getWidth = () =>
    page.evaluate(async (src) => {
      const image = new Image();
      image.src = src;
      await image.decode().catch(() => undefined);
      return image.naturalWidth;
    }, `${contentSite.url}${url}`);

  await page.goto(`${contentSite.url}/login`);
  expect(await getWidth()).toBe(0);
  await fillLogin(page);
  await page.waitForURL('**/admin/dashboard');
  expect(await getWidth()).toBe(480);
  expect((await fetch(`${contentSite.url}${url}`)).status).toBe(404);
});
