import { join } from 'node:path';
import { startPostgres } from '@site/scripts/postgres';
import Database from 'libsql';
import sharp from 'sharp';
import { createPhotoUsages, type PhotoUsage, SHARED_PAGES } from '../support/photo-usages.ts';
import { expect, type Site, test, withSite } from '../support/site-test.ts';
import { createStaffClient, fillLogin, postForm, toFormData } from '../support/staff.ts';

/** Maximum time for which visitors may still get a photo after consent to it has been withdrawn. */
const LIMIT_MS = 5000;

const createPhoto = async (): Promise<Blob> => {
  const bytes = await sharp({ create: { width: 480, height: 300, channels: 3, background: '#a35' } })
    .jpeg()
    .toBuffer();
  return new Blob([new Uint8Array(bytes)]);
};

const checkWithdrawals = async (site: Site, runSql: (statement: string) => void): Promise<void> => {
  test.setTimeout(180_000);
  const staff = await createStaffClient(site);
  const usages = await createPhotoUsages(staff, runSql);
  const ids = usages.flatMap(({ imageIds }) => imageIds);
  const pages = [...SHARED_PAGES, ...usages.flatMap((usage) => usage.pages)];

  const request = (path: string, etag?: string) =>
    fetch(new URL(path, site.url), {
      headers: { accept: path.startsWith('/img/') ? 'image/webp' : '*/*', ...(etag === undefined ? {} : { 'if-none-match': etag }) },
      ...(etag === undefined ? {} : { cache: 'no-store' }),
    });
  const read = async (path: string) => {
    const response = await request(path);
    return {
      path,
      status: response.status,
      etag: response.headers.get('etag') ?? '',
      cache: response.headers.get('cache-control') ?? '',
      text: await response.text(),
    };
  };
  const readAll = (paths: readonly string[]) => Promise.all(paths.map(read));
  const isShown = ({ imageIds }: PhotoUsage, { text }: { readonly text: string }) => imageIds.some((id) => text.includes(id));

  // The host notices new content within a second.
  const findMissing = async () => {
    const read = await readAll(pages);
    return usages.filter((usage) => !read.some((page) => isShown(usage, page))).map(({ name }) => name);
  };
  await expect.poll(findMissing, { timeout: 20_000 }).toEqual([]);
  const shown = (await readAll(pages)).filter((page) => usages.some((usage) => isShown(usage, page)));
  // Check how long a cache in front of the host may keep these pages.
  for (const { path, cache } of shown.filter(({ path: each }) => !each.includes('.')))
    expect(cache, path).toMatch(path.includes('?q=') ? 'no-store' : 's-maxage=1, stale-while-revalidate=3');
  const imageUrls = new Set(
    shown.flatMap(({ text: body }) => [...body.matchAll(/\/img\/[^"'\s<>&?\\]+/g)].map(([url]) => url)).filter((url) => ids.some((id) => url.includes(id))),
  );
  const images = await Promise.all([...imageUrls].map(read));
  expect(images.length).toBeGreaterThan(ids.length);
  for (const { path, status, etag } of images) {
    expect([path, status]).toEqual([path, 200]);
    expect((await request(path, etag)).status, path).toBe(304);
  }

  for (const usage of usages) {
    const { name, photoId, imageIds } = usage;
    const pagesWithPhoto = shown.filter((page) => isShown(usage, page));
    const withdrawnAt = Date.now();
    await staff.delete(`/pictures/${photoId}`);
    // The host applies a withdrawal to images immediately: it returns 404 for the image, even when a visitor's copy is revalidated.
    for (const { path, etag } of images.filter((image) => imageIds.some((id) => image.path.includes(id))))
      expect([name, path, (await request(path)).status, (await request(path, etag)).status]).toEqual([name, path, 404, 404]);
    const findPagesWithPhoto = async () =>
      (await readAll(pagesWithPhoto.map(({ path }) => path))).filter((page) => isShown(usage, page)).map(({ path }) => path);
    await expect.poll(findPagesWithPhoto, { message: name, timeout: LIMIT_MS }).toEqual([]);
    // Revalidation of a visitor's copy of a page must fail too.
    for (const { path, etag } of pagesWithPhoto) expect((await request(path, etag)).status, path).not.toBe(304);
    expect(Date.now() - withdrawnAt, name).toBeLessThan(LIMIT_MS);
  }
  expect((await readAll(pages)).map(({ text }) => text).join('')).not.toContain('Chidinma');
};

const TITLE = 'PRIV-31 PRIV-32 photos whose consent is withdrawn disappear within 5 s from every page, card, feed and size, and no cached copy is revalidated';

test(TITLE, { tag: '@time' }, async ({ ownSite }) => {
  const database = new Database(join(ownSite.dataFolder, 'provider.db'), { timeout: 10_000 });
  await checkWithdrawals(ownSite, (statement) => database.exec(statement));
  database.close();
});

test(`${TITLE}: on PostgreSQL`, { tag: ['@time', '@drill'] }, async () => {
  const postgres = await startPostgres({ isFast: true });
  test.skip(postgres === undefined, 'PostgreSQL is not installed on this machine and could not be installed.');
  if (postgres === undefined) return;
  try {
    await withSite((site) => checkWithdrawals(site, postgres.run), {
      env: { DATABASE_URL: postgres.url, JWT_SECRET: 'a secret for the tests'.padEnd(40, '.') },
    });
  } finally {
    await postgres.remove();
  }
});

test('SEC-20 an image in a draft’s text is shown only to signed-in staff', async ({ contentSite, page }) => {
  const staff = await createStaffClient(contentSite);
  const { url } = await staff.post('/pictures', toFormData({ image: await createPhoto() }));
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
