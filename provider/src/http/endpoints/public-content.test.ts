import { listAlbumImages, listAlbums, listPublishedImages } from '@site/shared/contracts/gallery';
import { getPost, listPosts } from '@site/shared/contracts/post';
import { getProgram } from '@site/shared/contracts/program';
import { PRODUCT_VERSION } from '@site/shared/domain/product-version';
import { waitUntil } from '@site/shared/testing/wait-until';
import sharp from 'sharp';
import * as v from 'valibot';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

// Replaces the drawings with single-colour images of the same size, because encoding the real ones takes ten seconds.
jest.mock('../../samples/artwork/artwork.ts', () => ({
  drawArtwork: () => '<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="1000"><rect width="100%" height="100%" fill="teal"/></svg>',
}));

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ samples: 'content' });
});
afterAll(() => app.stop());

const read = async <Schema extends v.GenericSchema>(schema: Schema, url: string, token?: string): Promise<v.InferOutput<Schema>> => {
  const response = await app.get(url, token);
  expect(response.statusCode).toBe(200);
  return v.parse(v.strictObject({ data: schema }), response.json()).data;
};

describe('sample content', () => {
  it('API-05 DATA-02 DATA-07 X-08 lists twelve or more published posts, newest first, and no drafts', async () => {
    const posts = await read(listPosts.response, '/api/posts');

    expect(posts.length).toBeGreaterThanOrEqual(12);
    expect(posts.every((post) => post.status === 'published' && post.isSample && post.tags.length > 0 && post.author.name !== '')).toBe(true);
    const dates = posts.map((post) => post.publishedAt ?? '');
    expect(dates).toEqual([...dates].sort().reverse());
    expect(new Set(posts.map((post) => post.category)).size).toBeGreaterThanOrEqual(5);
  });

  it('API-06 finds a post by id and by slug, and responds with 404 for others', async () => {
    const [first] = await read(listPosts.response, '/api/posts');

    expect(await read(getPost.response, `/api/posts/${first?._id}`)).toEqual(first);
    expect(await read(getPost.response, `/api/posts/${first?.slug}`)).toEqual(first);
    const missingPostResponse = await app.get('/api/posts/no-such-post');
    expect(missingPostResponse.statusCode).toBe(404);
    expect(missingPostResponse.json()).toEqual({ message: 'Post not found.' });
  });

  it('X-08 shows the draft to staff only', async () => {
    const { token } = await app.signIn();

    expect((await app.get('/api/posts/exam-season-staying-steady')).statusCode).toBe(404);
    expect((await app.get('/api/posts/exam-season-staying-steady', token)).statusCode).toBe(200);
    const posts = await read(listPosts.response, '/api/posts', token);
    expect(posts.some((post) => post.status === 'draft')).toBe(true);
  });

  it('API-10 API-12 API-14 DATA-04 X-16 lists albums and their images with real alternative texts', async () => {
    const albums = await read(listAlbums.response, '/api/gallery/albums');
    const images = await read(listPublishedImages.response, '/api/gallery/published');

    expect(albums.length).toBe(4);
    expect(images.length).toBeGreaterThanOrEqual(24);
    expect(images.every((image) => image.alt.startsWith('Illustration: ') && image.width > 0 && image.height > 0)).toBe(true);
    for (const album of albums) {
      const albumImages = await read(listAlbumImages.response, `/api/gallery/albums/${album._id}/images`);
      expect(albumImages.length).toBeGreaterThanOrEqual(6);
      expect(albumImages.every((image) => image.album?._id === album._id)).toBe(true);
    }
    expect((await app.get('/api/gallery/albums/none/images')).statusCode).toBe(404);
  });

  it.each(['navigate', 'enable', 'internship', 'champions', 'school-program', 'xpression'])('PROG-06 NS-06 has the program %s', async (slug) => {
    const program = await read(getProgram.response, `/api/programs/${slug}`);

    expect(program.slug).toBe(slug);
    expect(program.content).toContain('<p>');
  });
});

describe('the revision', () => {
  it('is sent with every public response', async () => {
    const revision = await app.get('/api/revision');
    const posts = await app.get('/api/posts');

    expect(revision.statusCode).toBe(204);
    expect(Number(revision.headers['x-content-revision'])).toBeGreaterThan(0);
    expect(posts.headers['x-content-revision']).toBe(revision.headers['x-content-revision']);
  });

  it('increases with each change, and cached responses follow', async () => {
    const before = await app.get('/api/gallery/albums');

    await app.services.revision.write(async (transaction) => {
      await transaction.updateTable('albums').set({ name: 'Renamed' }).where('name', '=', 'Hubs').execute();
    });
    const after = await app.get('/api/gallery/albums');

    expect(Number(after.headers['x-content-revision'])).toBe(Number(before.headers['x-content-revision']) + 1);
    expect(after.body).toContain('Renamed');
  });
});

describe('entity tags', () => {
  const sendRequest = (url: string, etag: unknown, headers = {}) => app.server.inject({ url, headers: { ...headers, 'if-none-match': String(etag) } });

  it.each(['/api/posts', '/api/posts?limit=2', '/api/events', '/api/gallery', '/api/gallery/albums', '/api/programs/navigate'])(
    'do not repeat the body of %s until it changes',
    async (url) => {
      const first = await app.get(url);
      const revalidationResponse = await sendRequest(url, first.headers.etag);

      expect(first.headers.etag).toMatch(/^W\/"[\w-]{22}"$/);
      expect([revalidationResponse.statusCode, revalidationResponse.body, revalidationResponse.headers['content-type']]).toEqual([304, '', undefined]);
      const repeatedHeaders = ['etag', 'vary', 'cache-control', 'x-content-revision', 'x-total-count'];
      expect(repeatedHeaders.map((name) => revalidationResponse.headers[name])).toEqual(repeatedHeaders.map((name) => first.headers[name]));
      expect((await sendRequest(url, 'W/"another"')).body).toBe(first.body);
    },
  );

  it('change immediately with their own response, and with no other', async () => {
    const [albums, events] = [await app.get('/api/gallery/albums'), await app.get('/api/events')];

    await app.services.revision.write(async (transaction) => {
      await transaction.updateTable('albums').set({ name: 'Another name' }).where('name', '=', 'Renamed').execute();
    });

    const changedResponse = await sendRequest('/api/gallery/albums', albums.headers.etag);
    expect([changedResponse.statusCode, changedResponse.body.includes('Another name')]).toEqual([200, true]);
    const unchangedResponse = await sendRequest('/api/events', events.headers.etag);
    expect([unchangedResponse.statusCode, unchangedResponse.headers['x-content-revision']]).toEqual([304, changedResponse.headers['x-content-revision']]);
  });

  it("never match a visitor's copy with a response to staff", async () => {
    const staff = { authorization: `Bearer ${(await app.signInAs('contributor')).token}` };
    const [forVisitor, forStaff] = [await app.get('/api/posts?status=published'), await app.server.inject({ url: '/api/posts?status=all', headers: staff })];
    expect(forStaff.headers).toMatchObject({ 'cache-control': 'private, no-cache', vary: 'authorization' });
    expect(forStaff.headers.etag).not.toBe(forVisitor.headers.etag);

    expect((await sendRequest('/api/posts?status=all', forStaff.headers.etag, staff)).statusCode).toBe(304);
    expect((await sendRequest('/api/posts?status=all', forStaff.headers.etag)).statusCode).toBe(401);
    expect((await sendRequest('/api/posts', forStaff.headers.etag)).statusCode).toBe(200);
  });

  it('are missing on staff endpoints and on writes', async () => {
    const { token } = await app.signInAs('admin');
    const response = await app.get('/api/dashboard', token);
    expect([response.headers['cache-control'], response.headers.etag]).toEqual(['no-store', undefined]);
  });
});

describe('images', () => {
  const getImageUrl = async (transformation: string): Promise<string> => {
    const [post] = await read(listPosts.response, '/api/posts');
    return (post?.featuredImage ?? '').replace('/img/upload/', `/img/upload/${transformation}`);
  };

  it('IMG-01 crops to the requested size, as WebP, cacheable for a day', async () => {
    const response = await app.get(await getImageUrl('f_webp,q_auto,w_500,h_300,c_fill/'));

    expect(response.statusCode).toBe(200);
    expect(response.headers['content-type']).toBe('image/webp');
    expect(response.headers['cache-control']).toBe('public, max-age=86400, s-maxage=4');
    expect(await sharp(response.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 500, height: 300 });
  });

  it('IMG-02 renders round portraits, even from chained transformations', async () => {
    const response = await app.get(await getImageUrl('w_400,h_400,c_thumb,g_face,r_max/f_png/'));
    const { data, info } = await sharp(response.rawPayload).raw().toBuffer({ resolveWithObject: true });

    expect(info).toMatchObject({ width: 400, height: 400, channels: 4 });
    expect(data[3]).toBe(0);
    expect(data[(200 * 400 + 200) * 4 + 3]).toBe(255);
  });

  it('serves the original without a transformation, and negotiates the format by Accept', async () => {
    const original = await app.get(await getImageUrl(''));
    const automaticUrl = await getImageUrl('f_auto,w_320/');
    const jpegResponse = await app.server.inject({ url: automaticUrl, headers: { accept: 'image/*' } });
    const webpResponse = await app.server.inject({ url: automaticUrl, headers: { accept: 'image/webp,*/*' } });

    expect(await sharp(original.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 1600 });
    expect(jpegResponse.headers['content-type']).toBe('image/jpeg');
    expect(webpResponse.headers['content-type']).toBe('image/webp');
    expect(webpResponse.headers.vary).toBe('accept');
  });

  it('encodes AVIF in the background, and never while a visitor waits', async () => {
    const url = await getImageUrl('f_auto,w_160/');
    const fetchImage = () => app.server.inject({ url, headers: { accept: 'image/avif,image/webp,*/*' } });

    const types = [(await fetchImage()).headers['content-type']];
    await waitUntil(() => app.services.imageServer.isIdle());
    types.push((await fetchImage()).headers['content-type']);

    expect(types).toEqual(['image/webp', 'image/avif']);
  });

  it('renders an image once for many concurrent requests', async () => {
    const url = await getImageUrl('w_720,c_limit/f_webp/');
    const responses = await Promise.all(Array.from({ length: 40 }, () => app.get(url)));

    expect(new Set(responses.map((response) => response.statusCode))).toEqual(new Set([200]));
    expect(new Set(responses.map((response) => response.rawPayload.toString('base64'))).size).toBe(1);
  });

  it.each(['w_501/', 'w_500,h_999/', 'e_sepia/', 'w_500,w_500/', 'w_320/w_320/w_320/w_320/'])(
    'rejects %s, which is not on the list',
    async (transformation) => {
      expect((await app.get(await getImageUrl(transformation))).statusCode).toBe(400);
    },
  );

  it('hides the image of a draft from everyone without a key', async () => {
    const { token } = await app.signIn();
    const draft = await read(getPost.response, '/api/posts/exam-season-staying-steady', token);

    expect((await app.get(draft.featuredImage)).statusCode).toBe(200);
    expect((await app.get(draft.featuredImage.replace(/\?k=.*/, ''))).statusCode).toBe(404);
    expect((await app.get(draft.featuredImage.replace(/k=./, 'k=!'))).statusCode).toBe(404);
  });

  it('responds with 404 for unknown images', async () => {
    for (const url of ['/img/upload/v1/none.webp', '/img/upload/', '/img/upload/v1/aaaaaaaaaaaaaaaaaaaaaaaa.webp', '/img/other'])
      expect((await app.get(url)).statusCode).toBe(404);
  });
});

describe('operations', () => {
  it('reports health and readiness, and responds with JSON to unknown paths', async () => {
    expect((await app.get('/health')).json()).toEqual({ status: 'ok', version: PRODUCT_VERSION });
    expect((await app.get('/ready')).json()).toEqual({ status: 'ready' });
    const unknownRouteResponse = await app.get('/api/nope');
    expect(unknownRouteResponse.statusCode).toBe(404);
    expect(unknownRouteResponse.json()).toEqual({ message: 'Not found.' });
  });

  it.each([
    ['longer than any valid one', `/api/posts/${'a'.repeat(400)}`, 404, 'Not found.'],
    ['with NUL', '/api/posts/%00', 404, 'Not found.'],
    ['impossible to decode', '/api/posts/%E0%A4%A', 400, 'The request could not be read.'],
    ['with an escape that is none', '/api/posts/%zz', 400, 'The request could not be read.'],
  ])('NS-09 responds with JSON to a URL %s', async (_, url, status, message) => {
    const response = await app.get(url);
    expect([response.statusCode, response.json()]).toEqual([status, { message }]);
    expect(response.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
  });
});
