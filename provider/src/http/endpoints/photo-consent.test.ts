import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { listSizes } from '../../images/transformation.ts';
import { getCookies } from '../../testing/browser-calls.ts';
import { createImageFile } from '../../testing/images.ts';
import { ADMIN, startTestApp, type TestApp } from '../../testing/test-app.ts';

let app: TestApp;
let editor: string;
let file: Buffer;
beforeAll(async () => {
  app = await startTestApp();
  editor = (await app.signInAs('editor')).token;
  file = await createImageFile();
});
afterAll(() => app.stop());

const PUBLIC_CACHE = 'public, max-age=86400, s-maxage=4';
const CONSENT = { showsMinors: 'true', consentBy: 'Mrs Adaeze Okoro, mother', consentOn: '2026-01-31' };
const getId = (url: string): string => /([0-9a-f]{24})\./.exec(url)?.[1] ?? '';
const listFiles = async (folder: string): Promise<string[]> => readdir(path.join(app.environment.dataDir, folder)).catch(() => []);

const KINDS = [
  { url: '/api/gallery', image: 'image', fields: { title: 'T' }, publish: { published: 'true' }, draft: { published: 'false' } },
  {
    url: '/api/posts',
    image: 'featuredImage',
    fields: { title: 'T', content: '<p>Text</p>', excerpt: 'E', category: 'C', featuredImageAlt: 'A' },
    publish: { status: 'published' },
    draft: { status: 'draft' },
  },
  {
    url: '/api/events',
    image: 'featuredImage',
    fields: { title: 'T', date: '2030-01-01', time: '16:00', location: 'L', category: 'C', description: 'D' },
    publish: { status: 'published' },
    draft: { status: 'draft' },
  },
];

describe('images in texts', () => {
  /** Returns the image's Cache-Control header, which a smaller size of the image must share, or the status if it is not 200. */
  const getCacheControl = async (url: string, headers: Record<string, string> = {}) => {
    const responses = await Promise.all([url, url.replace('/upload/', '/upload/f_webp,w_320/')].map((each) => app.server.inject({ url: each, headers })));
    const [one, other] = responses.map((response) => (response.statusCode === 200 ? response.headers['cache-control'] : response.statusCode));
    expect(other).toBe(one);
    return one;
  };

  it('SEC-20 follow the texts that show them: staff only before publication, and no one after the last text is deleted', async () => {
    const staff = { authorization: `Bearer ${editor}` };
    const { url } = (await app.form('POST', '/api/pictures', { image: file }, editor)).json().data;
    const getCacheControls = async () => [await getCacheControl(url), await getCacheControl(url, staff)];
    expect(await getCacheControls()).toEqual([404, 'private, no-cache']);
    const fields = { title: 'With an image', excerpt: 'E', category: 'C', content: `<p>Text</p><figure><img src="${url}" alt="A"></figure>` };
    const post = (await app.form('POST', '/api/posts', fields, editor)).json().data;
    expect(await getCacheControls()).toEqual([404, 'private, no-cache']);

    const publishedAt = new Date(app.clock.now.getTime() + 3_600_000).toISOString();
    await app.form('PUT', `/api/posts/${post._id}`, { status: 'scheduled', publishedAt }, editor);
    expect(await getCacheControls()).toEqual([404, 'private, no-cache']);
    await app.form('PUT', `/api/posts/${post._id}`, { status: 'published' }, editor);
    expect(await getCacheControls()).toEqual([PUBLIC_CACHE, PUBLIC_CACHE]);
    await app.form('PUT', `/api/posts/${post._id}`, { status: 'draft' }, editor);
    expect(await getCacheControls()).toEqual([404, 'private, no-cache']);
    await app.send('DELETE', `/api/posts/${post._id}`, undefined, editor);
    expect(await getCacheControls()).toEqual([404, 404]);
    await app.send('POST', `/api/posts/${post._id}/restore`, undefined, editor);
    expect(await getCacheControls()).toEqual([404, 'private, no-cache']);
  });

  it('SEC-20 are not made public by a text that only mentions their id', async () => {
    const { url } = (await app.form('POST', '/api/pictures', { image: file }, editor)).json().data;
    const id = getId(url);
    await app.form('PUT', `/api/media/${id}`, { showsMinors: 'true' }, editor);
    for (const text of [`<img src="${url.toUpperCase().replace('/IMG/UPLOAD', '/img/upload')}" alt="A">`, id, `<a href="https://x.example/${id}">A</a>`]) {
      const post = { title: 'T', content: `<p>Text ${text}</p>`, excerpt: 'E', category: 'C', status: 'published' };
      expect([text, (await app.form('POST', '/api/posts', post, editor)).statusCode]).toEqual([text, 201]);
      expect([text, (await app.get(url)).statusCode]).toEqual([text, 404]);
    }
  });

  it('SEC-20 are shown to browsers with the cookie of a staff session, until the session ends', async () => {
    const { url } = (await app.form('POST', '/api/pictures', { image: file }, editor)).json().data;
    const headers = { 'x-session-binding': 'cookie' };
    const signInResponse = await app.server.inject({ method: 'POST', url: '/api/auth/login', headers, payload: ADMIN });
    const cookie = getCookies(signInResponse).get('image-access');
    const cookieHeader = { cookie: `image-access=${cookie?.value}` };

    expect(cookie).toMatchObject({ path: '/img', httpOnly: true, sameSite: 'strict' });
    expect(await getCacheControl(url, cookieHeader)).toBe('private, no-cache');
    expect(await getCacheControl(url, { cookie: 'image-access=guess' })).toBe(404);
    expect((await app.server.inject({ url: '/api/auth/me', headers: cookieHeader })).statusCode).toBe(401);

    const token = {
      authorization: `Bearer ${signInResponse.json().token}`,
      cookie: `session-binding=${getCookies(signInResponse).get('session-binding')?.value}`,
    };
    const signOutResponse = await app.server.inject({ method: 'POST', url: '/api/auth/logout', headers: token });
    expect(getCookies(signOutResponse).get('image-access')).toMatchObject({ value: '', maxAge: 0, path: '/img' });
    expect(await getCacheControl(url, cookieHeader)).toBe(404);
  });
});

describe('copies of images', () => {
  it('PRIV-32 are revalidated after a day, by shared caches after 4 s, and never confirmed once the image is withdrawn', async () => {
    const { url } = (await app.form('POST', '/api/gallery', { title: 'Copied', image: file, ...CONSENT }, editor)).json().data;
    const urls = [url, ...listSizes().map((size) => url.replace('/upload/', `/upload/f_webp,${size}/`))];
    const sendRequest = (each: string, etag: unknown) =>
      app.server.inject({ url: each, headers: { 'if-none-match': String(etag), 'cache-control': 'no-cache', accept: 'image/webp' } });
    expect(urls.length).toBeGreaterThan(30);
    const copies = await Promise.all(urls.map(async (each) => ({ each, ...(await app.get(each)) })));
    for (const { each, statusCode, headers } of copies) {
      expect([each, statusCode, headers['cache-control']]).toEqual([each, 200, PUBLIC_CACHE]);
      const unchangedResponse = await sendRequest(each, headers.etag);
      expect([unchangedResponse.statusCode, unchangedResponse.body, unchangedResponse.headers.etag]).toEqual([304, '', headers.etag]);
      expect((await sendRequest(each, '"another"')).statusCode).toBe(200);
    }
    expect(new Set(copies.map(({ headers }) => headers.etag)).size).toBe(urls.length);

    await app.send('DELETE', `/api/pictures/${getId(url)}`, undefined, editor);

    const after = await Promise.all(copies.map(({ each, headers }) => sendRequest(each, headers.etag)));
    expect(after.filter(({ statusCode, headers }) => statusCode !== 404 || headers['cache-control'] !== 'no-store')).toEqual([]);
  });
});

describe('consent to the publication of photos', () => {
  it.each(KINDS)('PRIV-30 is required before an image of minors is published: $url', async ({ url, image, fields, publish, draft }) => {
    const send = (extra: Record<string, string>) => app.form('POST', url, { ...fields, ...extra, [image]: file }, editor);

    const rejection = await send({ ...publish, showsMinors: 'true' });
    expect(rejection.statusCode).toBe(422);
    expect(Object.keys(rejection.json().errors).sort()).toEqual(['consentBy', 'consentOn']);
    expect((await send({ ...publish, ...CONSENT, consentOn: '2999-01-01' })).json().errors).toEqual({ consentOn: 'Enter a date that is not in the future' });
    expect((await send({ ...publish, ...CONSENT })).statusCode).toBe(201);
    expect((await send({ ...publish, showsMinors: 'false' })).statusCode).toBe(201);
    // A client of an earlier release sends no consent fields.
    expect((await send(publish)).statusCode).toBe(201);

    const createResponse = await send({ ...draft, showsMinors: 'true' });
    expect(createResponse.statusCode).toBe(201);
    const { _id } = createResponse.json().data;
    expect((await app.form('PUT', `${url}/${_id}`, publish, editor)).statusCode).toBe(422);
    expect((await app.form('PUT', `${url}/${_id}`, { ...publish, ...CONSENT }, editor)).statusCode).toBe(200);
    // A new photo needs its own consent.
    expect((await app.form('PUT', `${url}/${_id}`, { showsMinors: 'true', [image]: file }, editor)).statusCode).toBe(422);
  });

  it('PRIV-30 is recorded with its author and time, and sent to staff only', async () => {
    const { _id, url } = (await app.form('POST', '/api/gallery', { title: 'T', image: file, ...CONSENT }, editor)).json().data;

    const row = await app.services.db.selectFrom('pictures').selectAll().where('id', '=', getId(url)).executeTakeFirstOrThrow();
    expect(row).toMatchObject({ shows_minors: 1, consent_by: CONSENT.consentBy, consent_on: '2026-01-31', consent_recorded_by: 'The editor' });
    expect(row.consent_recorded_at).toBe(app.clock.now.toISOString());
    expect((await app.get(`/api/gallery/${_id}`, editor)).json().data.consent).toEqual({ ...CONSENT, showsMinors: true });
    for (const address of [`/api/gallery/${_id}`, '/api/gallery/published', '/api/gallery']) expect((await app.get(address)).body).not.toContain('Okoro');
  });

  it.each(KINDS)('PRIV-30 is required when $url publishes a photo while it is being marked', async ({ url, image, fields, publish, draft }) => {
    const document = (await app.form('POST', url, { ...fields, ...draft, [image]: file }, editor)).json().data;
    const { originals } = app.services.stores;
    const put = originals.put.bind(originals);
    let publishStatus = 0;
    // Publish the document after the first check of the photo's uses, but before the write.
    const spy = jest.spyOn(originals, 'put').mockImplementationOnce(async (...args) => {
      publishStatus = (await app.form('PUT', `${url}/${document._id}`, publish, editor)).statusCode;
      return put(...args);
    });
    const id = getId(document[image === 'image' ? 'url' : image]);
    const markResponse = await app.form('PUT', `/api/media/${id}`, { showsMinors: 'true', image: file }, editor);
    expect(spy).toHaveBeenCalled();
    expect([publishStatus, markResponse.statusCode]).toEqual([200, 422]);
  });
  it('PRIV-30 covers images in texts', async () => {
    const { url } = (await app.form('POST', '/api/pictures', { image: file, showsMinors: 'true' }, editor)).json().data;
    const program = { title: 'With a photo', content: `<figure><img src="${url.replace(/\?.*/, '')}" alt="A"></figure>` };

    expect((await app.form('POST', '/api/programs', program, editor)).json().errors).toEqual({
      content: 'A photo in the text shows people under 18, and no consent is recorded',
    });
  });

  it('PRIV-31 removes the image from everything at once when it is withdrawn', async () => {
    const upload = (await app.form('POST', '/api/gallery', { title: 'Withdrawn', image: file, ...CONSENT }, editor)).json().data;
    const id = getId(upload.url);
    const text = (await app.form('POST', '/api/pictures', { image: file, ...CONSENT }, editor)).json().data;
    const textId = getId(text.url);
    const content = `<p>Before</p><figure><img src="/img/upload/v1/${textId}.jpg" alt="A child"><figcaption>Chidi, 12</figcaption></figure><p>After</p>`;
    const post = { title: 'P', excerpt: 'E', category: 'C', featuredImageAlt: 'The child', featuredImage: file, content, status: 'published', ...CONSENT };
    const publishedPost = (await app.form('POST', '/api/posts', post, editor)).json().data;
    const featuredId = getId(publishedPost.featuredImage);
    const urls = [upload.url, text.url, publishedPost.featuredImage].flatMap((url: string) => [url, url.replace('/upload/', '/upload/f_webp,w_320/')]);
    for (const url of urls) expect((await app.get(url, editor)).statusCode).toBe(200);
    const before = Number((await app.get('/api/revision')).headers['x-content-revision']);

    for (const each of [id, textId, featuredId]) expect((await app.send('DELETE', `/api/pictures/${each}`, undefined, editor)).statusCode).toBe(200);

    for (const url of urls) expect((await app.get(url, editor)).statusCode).toBe(404);
    expect((await app.get('/api/gallery/published')).body).not.toContain('Withdrawn');
    const after = (await app.get(`/api/posts/${publishedPost._id}`)).json().data;
    expect(after).toMatchObject({ featuredImage: '', featuredImageAlt: '', content: '<p>Before</p><p>After</p>' });
    expect(after.updatedAt > publishedPost.updatedAt).toBe(true);
    expect(Number((await app.get('/api/revision')).headers['x-content-revision'])).toBe(before + 3);
    for (const folder of ['uploads', 'derived']) expect((await listFiles(folder)).filter((name) => [id, textId, featuredId].includes(name))).toEqual([]);
    expect(await app.services.db.selectFrom('pictures').select('id').where('id', 'in', [id, textId, featuredId]).execute()).toEqual([]);
    expect((await app.get('/api/trash', editor)).body).not.toContain('Withdrawn');
    expect((await app.send('DELETE', `/api/pictures/${id}`, undefined, editor)).statusCode).toBe(404);
    expect((await app.send('DELETE', '/api/pictures/samples-ebook-1', undefined, editor)).statusCode).toBe(404);
  });
});
