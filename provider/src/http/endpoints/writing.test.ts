import { sweepTextImages } from '../../maintenance/sweeps.ts';
import { createImageFile } from '../../testing/images.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

let app: TestApp;
let editor: string;
beforeAll(async () => {
  app = await startTestApp();
  editor = (await app.signInAs('editor')).token;
});
afterAll(() => app.stop());

const POST = { title: 'Ilé-Ifẹ̀ meets', category: 'Hubs' };

describe('writing aids', () => {
  it('NS-05 suggests a free slug', async () => {
    const { _id } = (await app.form('POST', '/api/posts', POST, editor)).json().data;
    const getSuggestion = async (query: string) => (await app.get(`/api/slugs?${query}`, editor)).json().data;
    const text = encodeURIComponent(POST.title);

    expect(await getSuggestion(`type=posts&text=${text}`)).toEqual({ slug: 'ile-ife-meets', isFree: false, suggestion: 'ile-ife-meets-2' });
    expect(await getSuggestion(`type=posts&text=${text}&except=${_id}`)).toEqual({ slug: 'ile-ife-meets', isFree: true, suggestion: 'ile-ife-meets' });
    expect(await getSuggestion(`type=programs&text=${text}`)).toMatchObject({ isFree: true });
    expect(await getSuggestion('type=posts&text=')).toEqual({ slug: '', isFree: false, suggestion: 'untitled' });
    expect((await app.get('/api/slugs?type=users&text=x', editor)).statusCode).toBe(422);
  });

  it('lists each category in use once, without those of deleted posts', async () => {
    await app.form('POST', '/api/posts', { title: 'One', category: 'Zebra' }, editor);
    await app.form('POST', '/api/posts', { title: 'Two', category: 'Zebra' }, editor);
    const gone = (await app.form('POST', '/api/posts', { title: 'Three', category: 'Gone' }, editor)).json().data;
    await app.send('DELETE', `/api/posts/${gone._id}`, undefined, editor);
    const { data } = (await app.get('/api/categories?type=posts', editor)).json();

    expect(data.filter((category: string) => category === 'Zebra')).toHaveLength(1);
    expect(data).not.toContain('Gone');
    expect(data).not.toContain('');
    expect(data).toEqual([...data].sort());
    expect((await app.get('/api/categories?type=posts')).statusCode).toBe(401);
    expect((await app.get('/api/categories?type=programs', editor)).statusCode).toBe(422);
  });

  it('retains an uploaded image while a text refers to it', async () => {
    const upload = async () => (await app.form('POST', '/api/pictures', { image: await createImageFile() }, editor)).json().data;
    const [used, unused] = [await upload(), await upload()];
    await app.form('POST', '/api/posts', { ...POST, status: 'published', content: `<p>W</p><img src="${used.url}" alt="A">` }, editor);

    expect(used).toMatchObject({ width: 60, height: 40 });
    expect((await app.get(used.url)).statusCode).toBe(200);
    expect(await sweepTextImages(app.services)).toBe(0);
    app.clock.now = new Date(app.clock.now.getTime() + 8 * 24 * 60 * 60 * 1000);
    expect(await sweepTextImages(app.services)).toBe(1);
    expect((await app.get(used.url)).statusCode).toBe(200);
    expect((await app.get(unused.url)).statusCode).toBe(404);
    expect((await app.form('POST', '/api/pictures', {}, (await app.signInAs('editor')).token)).statusCode).toBe(422);
  });
});
