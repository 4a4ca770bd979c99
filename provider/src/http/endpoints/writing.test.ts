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
    const deletedPost = (await app.form('POST', '/api/posts', { title: 'Three', category: 'Gone' }, editor)).json().data;
    await app.send('DELETE', `/api/posts/${deletedPost._id}`, undefined, editor);
    const { data } = (await app.get('/api/categories?type=posts', editor)).json();

    expect(data.filter((category: string) => category === 'Zebra')).toHaveLength(1);
    expect(data).not.toContain('Gone');
    expect(data).not.toContain('');
    expect(data).toEqual([...data].sort());
    expect((await app.get('/api/categories?type=posts')).statusCode).toBe(401);
    expect((await app.get('/api/categories?type=programs', editor)).statusCode).toBe(422);
  });

  it('counts the categories and tags in use, most frequent first', async () => {
    const readTopicCounts = async () => (await app.get('/api/topics?type=posts', editor)).json().data;
    const before = await readTopicCounts();
    const getCount = (topics: { text: string; count: number }[], text: string): number => topics.find((topic) => topic.text === text)?.count ?? 0;
    for (const tags of ['exams, sleep', 'exams']) await app.form('POST', '/api/posts', { title: 'Counted', category: 'Counting', tags }, editor);
    const after = await readTopicCounts();

    expect(getCount(after.categories, 'Counting')).toBe(2);
    expect(getCount(after.tags, 'exams') - getCount(before.tags, 'exams')).toBe(2);
    expect(getCount(after.tags, 'sleep') - getCount(before.tags, 'sleep')).toBe(1);
    const counts = after.tags.map(({ count }: { readonly count: number }) => count);
    expect(counts).toEqual([...counts].sort((a, b) => b - a));
    expect((await app.get('/api/topics?type=posts')).statusCode).toBe(401);
  });

  it('STAFF-04 stores a draft with only a title, and publishes nothing without a category', async () => {
    expect((await app.form('POST', '/api/posts', { title: 'Only a title' }, editor)).statusCode).toBe(201);
    const publishResponse = await app.form('POST', '/api/posts', { title: 'A title', content: '<p>Text</p>', status: 'published' }, editor);
    expect([publishResponse.statusCode, publishResponse.json().errors]).toEqual([422, { category: 'Enter a category' }]);
  });

  it('retains an uploaded image while a text refers to it', async () => {
    const upload = async () => (await app.form('POST', '/api/pictures', { image: await createImageFile() }, editor)).json().data;
    const [usedSuggestion, unusedSuggestion] = [await upload(), await upload()];
    await app.form('POST', '/api/posts', { ...POST, status: 'published', content: `<p>W</p><img src="${usedSuggestion.url}" alt="A">` }, editor);

    expect(usedSuggestion).toMatchObject({ width: 60, height: 40 });
    expect((await app.get(usedSuggestion.url)).statusCode).toBe(200);
    expect(await sweepTextImages(app.services)).toBe(0);
    app.clock.now = new Date(app.clock.now.getTime() + 8 * 24 * 60 * 60 * 1000);
    expect(await sweepTextImages(app.services)).toBe(1);
    expect((await app.get(usedSuggestion.url)).statusCode).toBe(200);
    expect((await app.get(unusedSuggestion.url)).statusCode).toBe(404);
    expect((await app.form('POST', '/api/pictures', {}, (await app.signInAs('editor')).token)).statusCode).toBe(422);
  });
});
