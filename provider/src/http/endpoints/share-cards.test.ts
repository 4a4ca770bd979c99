import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { createImageFile } from '../../testing/images.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

let app: TestApp;
let editor: string;
beforeAll(async () => {
  app = await startTestApp();
  editor = (await app.signInAs('editor')).token;
});
afterAll(() => app.stop());

const create = async (collection: string, fields: Readonly<Record<string, string | Buffer>>) => {
  const response = await app.form('POST', `/api/${collection}`, fields, editor);
  expect(response.statusCode).toBe(201);
  return response.json().data;
};
const EVENT = { title: 'Walk', date: '2099-01-31', time: '4:00 PM', location: 'Lagos' };
const POST = { title: 'Ẹ̀kọ́ àti ɗalibai', category: 'News', content: '<p>Text</p>', status: 'published' };
const getDerivedFiles = async (): Promise<string[]> => {
  const folder = path.join(app.environment.dataDir, 'derived');
  return existsSync(folder) ? (await readdir(folder, { recursive: true })).filter((name) => name.includes('share-')) : [];
};

describe('share cards', () => {
  it('exist for every post, event, program and photo: JPEG, 1200 x 630, at most 200 KB', async () => {
    const file = await createImageFile(1300, 700);
    const alt = 'A field';
    const items = [
      await create('posts', { ...POST, featuredImage: file, featuredImageAlt: alt }),
      await create('posts', { ...POST, title: 'Without an image' }),
      await create('events', { ...EVENT, featuredImage: file }),
      await create('programs', { title: 'NAVIGATE', content: '<p>Text</p>', coverImage: file, coverImageAlt: alt }),
      await create('gallery', { title: 'A photo', image: file, alt }),
    ];
    for (const { shareImage } of items) {
      const response = await app.get(shareImage);
      expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'image/jpeg']);
      expect(await sharp(response.rawPayload).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 });
      expect(response.rawPayload.length).toBeLessThanOrEqual(200_000);
    }
    expect(new Set(items.map(({ shareImage }) => shareImage)).size).toBe(items.length);
  });

  it('are rendered once, and confirmed by entity tag', async () => {
    const { shareImage } = await create('posts', POST);
    const before = (await getDerivedFiles()).length;
    const [first, second] = await Promise.all([app.get(shareImage), app.get(shareImage)]);

    expect(first.rawPayload.equals(second.rawPayload)).toBe(true);
    expect((await app.get(shareImage)).rawPayload.equals(first.rawPayload)).toBe(true);
    expect(await getDerivedFiles()).toHaveLength(before + 1);
    const revalidationResponse = await app.server.inject({ url: shareImage, headers: { 'if-none-match': String(first.headers.etag) } });
    expect([revalidationResponse.statusCode, revalidationResponse.body]).toEqual([304, '']);
  });

  it('get a new URL when their contents change, and the former URL redirects to it', async () => {
    const event = await create('events', EVENT);
    const read = async (fields: Record<string, string>): Promise<string> =>
      (await app.form('PUT', `/api/events/${event._id}`, fields, editor)).json().data.shareImage;

    expect(await read({ description: 'Longer' })).toBe(event.shareImage);
    const addresses = [event.shareImage, await read({ title: 'Ride' }), await read({ endDate: '2099-02-02' }), await read({ eventStatus: 'cancelled' })];
    expect(new Set(addresses).size).toBe(addresses.length);
    const redirectResponse = await app.get(event.shareImage);
    expect([redirectResponse.statusCode, redirectResponse.headers.location]).toEqual([302, addresses.at(-1)]);
  });

  it('do not exist for unknown or non-public items', async () => {
    const draft = await create('posts', { ...POST, status: 'draft' });
    const post = await create('posts', POST);
    expect(draft.shareImage).toBeUndefined();
    const version = path.posix.basename(post.shareImage);
    for (const address of [`posts/${draft._id}/${version}`, `posts/nothing/${version}`, `events/${post._id}/${version}`, `pages/${post._id}/${version}`])
      expect((await app.get(`/img/share/${address}`)).statusCode).toBe(404);
    expect((await app.get(`/img/share/posts/${post._id}/x.jpg`)).statusCode).toBe(404);

    await app.send('DELETE', `/api/posts/${post._id}`, undefined, editor);
    expect((await app.get(post.shareImage)).statusCode).toBe(404);
  });

  it('are deleted with their image when it is withdrawn', async () => {
    const event = await create('events', { ...EVENT, title: 'With a photo', featuredImage: await createImageFile(1300, 700) });
    const imageId = /([0-9a-f]{24})\./.exec(event.image)?.[1] ?? '';
    expect((await app.get(event.shareImage)).statusCode).toBe(200);
    const isStored = async (): Promise<boolean> => (await getDerivedFiles()).some((name) => name.startsWith(imageId));
    expect(await isStored()).toBe(true);

    expect((await app.send('DELETE', `/api/pictures/${imageId}`, undefined, editor)).statusCode).toBe(200);
    expect(await isStored()).toBe(false);
    const redirectResponse = await app.get(event.shareImage);
    expect(redirectResponse.statusCode).toBe(302);
    expect(redirectResponse.headers.location).not.toBe(event.shareImage);
  });
});
