import { type SearchResult, searchResultSchema } from '@site/shared/contracts/search';
import * as v from 'valibot';
import { deleteUnusedWords } from '../../database/public-documents.ts';
import { createId } from '../../domain/ids.ts';
import { indexPublicContent } from '../../maintenance/backfills.ts';
import { createImageFile } from '../../testing/images.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

const responseSchema = v.object({
  data: v.object({
    results: v.array(searchResultSchema),
    total: v.number(),
    counts: v.record(v.string(), v.number()),
    correctedQuery: v.nullable(v.string()),
    isAnyWord: v.boolean(),
    answers: v.array(v.string()),
    pages: v.array(v.string()),
  }),
});

let app: TestApp;
let editor: string;
beforeAll(async () => {
  app = await startTestApp();
  editor = (await app.signInAs('editor')).token;
});
afterAll(() => app.stop());

const find = async (query: string, options = '') => {
  const response = await app.get(`/api/search?q=${encodeURIComponent(query)}${options}`);
  expect(response.statusCode).toBe(200);
  return v.parse(responseSchema, response.json()).data;
};
const toText = (parts: SearchResult['title']): string => parts.map(({ text, isMatch }) => (isMatch ? `[${text}]` : text)).join('');
const findTitles = async (query: string, options = ''): Promise<string[]> =>
  (await find(query, options)).results.map(({ title }) => toText(title).replace(/[[\]]/g, ''));

const create = async (path: string, fields: Readonly<Record<string, string | Buffer>>): Promise<string> => {
  const response = await app.form('POST', `/api/${path}`, fields, editor);
  expect([response.statusCode, response.body]).toEqual([201, expect.any(String)]);
  return response.json().data._id;
};
const createPost = (title: string, content = '<p>Text</p>', fields: Readonly<Record<string, string>> = {}): Promise<string> =>
  create('posts', { title, content, category: 'Hubs', status: 'published', ...fields });

describe('the public search', () => {
  it('OPS-09 finds news, events, programs and photos, without diacritics and with typing errors', async () => {
    await createPost('Ilé-Ifẹ̀ turns five', '<p>A day with <strong>drummers</strong> and dancers.</p>');
    await create('events', {
      title: 'Open day',
      description: 'Sannu ga dukan ɗalibai na Hausa',
      date: '2099-01-01',
      time: '16:00',
      location: 'Ile-Ife',
      category: 'Hubs',
      status: 'published',
    });
    await create('programs', { title: 'Peer circles', content: '<p>Circles for Ifẹ and Kano.</p>' });
    await create('gallery', { title: 'Ilé-Ifẹ̀ at dawn', alt: 'Palms', image: await createImageFile() });

    const { results, total, counts, correctedQuery } = await find('ile ife');
    expect(results.map(({ kind }) => kind).sort()).toEqual(['event', 'photo', 'post']);
    expect([total, counts, correctedQuery]).toEqual([3, { program: 0, event: 1, post: 1, photo: 1 }, null]);
    expect(results.map(({ title }) => toText(title))).toContain('[Ilé]-[Ifẹ̀] turns five');

    expect(await findTitles('hausa dalibai')).toEqual(['Open day']);
    expect(toText((await find('hausa dalibai')).results[0]?.excerpt ?? [])).toBe('Sannu ga dukan [ɗalibai] na [Hausa]');
    expect(await find('drumers')).toMatchObject({ correctedQuery: 'drummers', total: 1 });
    expect(await find('hausa dalibia')).toMatchObject({ correctedQuery: 'hausa dalibai', total: 1 });
    expect(await findTitles('circle')).toEqual(['Peer circles']);
  });

  it('OPS-09 returns pages of one kind, and results with texts, dates and images', async () => {
    const { results, total } = await find('ife', '&kind=photo&limit=1');
    expect([results.length, total]).toEqual([1, 1]);
    expect(results[0]).toMatchObject({ kind: 'photo', imageAlt: 'Palms', imageUrl: expect.stringMatching(/^\/img\/upload\//) });
    expect((await find('ife', '&offset=1&limit=1')).results).toHaveLength(1);
    expect((await find('ife', '&offset=9')).results).toEqual([]);
    expect((await app.get('/api/search')).statusCode).toBe(422);
    expect((await app.get('/api/search?q=x&kind=user')).statusCode).toBe(422);
    expect(await find('" OR * NEAR( } \' \\ %')).toMatchObject({ total: 0 });
    expect(await find('')).toMatchObject({ total: 0, results: [] });
  });

  it('OPS-09 ranks titles above texts, and shows partial matches when no document has all words', async () => {
    await createPost('About gardens', '<p>Nothing about the lantern.</p>');
    await createPost('A lantern', '<p>Nothing else.</p>');

    expect(await findTitles('lantern')).toEqual(['A lantern', 'About gardens']);
    expect(await find('lantern drummers')).toMatchObject({ isAnyWord: true, total: 3 });
    expect(await find('lantern xyzzyqwert')).toMatchObject({ isAnyWord: true, total: 2 });
    expect(await find('gardens lantern')).toMatchObject({ isAnyWord: false, total: 1 });
  });

  it('OPS-09 says when it shows only similar results, and puts a text first for visitors who look for help', async () => {
    await create('events', {
      title: 'Drugs: an open evening',
      description: 'Drugs and substances',
      date: '2099-01-01',
      time: '16:00',
      location: 'Lagos',
      category: 'Hubs',
      status: 'published',
    });
    await createPost('What we do', '<p>We talk about drugs.</p>');
    expect(await find('colorado')).toMatchObject({ isAnyWord: true, answers: ['help'] });
    expect(await findTitles('colorado')).toEqual(['What we do', 'Drugs: an open evening']);

    await createPost('Colorado', '<p>It is made of many things.</p>');
    expect(await find('colorado')).toMatchObject({ isAnyWord: false });
    expect((await findTitles('colorado'))[0]).toBe('Colorado');
  });

  it('OPS-09 never finds drafts, scheduled content, withdrawn photos or the trash, and finds changes at once', async () => {
    await createPost('Secret quokka', '<p>Text</p>', { status: 'draft' });
    await createPost('Quokka of tomorrow', '<p>Text</p>', { status: 'scheduled', publishedAt: '2099-01-01T00:00:00.000Z' });
    const photo = await create('gallery', { title: 'Quokka', published: 'false', image: await createImageFile() });
    expect(await find('quokka')).toMatchObject({ total: 0, correctedQuery: null });

    await app.form('PUT', `/api/gallery/${photo}`, { published: 'true' }, editor);
    const post = await createPost('A quokka', '<p>Text</p>');
    expect((await findTitles('quokka')).sort()).toEqual(['A quokka', 'Quokka']);

    await app.form('PUT', `/api/gallery/${photo}`, { published: 'false' }, editor);
    await app.form('PUT', `/api/posts/${post}`, { title: 'A wombat' }, editor);
    expect(await findTitles('quokka')).toEqual([]);
    expect(await findTitles('wombat')).toEqual(['A wombat']);

    await app.send('DELETE', `/api/posts/${post}`, undefined, editor);
    expect(await findTitles('wombat')).toEqual([]);
    await app.send('POST', `/api/posts/${post}/restore`, undefined, editor);
    expect(await findTitles('wombat')).toEqual(['A wombat']);
  });

  it('OPS-02 indexes rows of an older release in the background, and never shows rows that it withdraws', async () => {
    const { db, revision } = app.services;
    const at = '2026-01-01T00:00:00.000Z';
    const sharedFields = {
      content: '<p>An axolotl</p>',
      excerpt: '',
      picture_id: null,
      picture_alt: '',
      category: 'C',
      tags: '[]',
      author_id: null,
      author_picture_id: null,
    };
    await db
      .insertInto('posts')
      .values({
        id: 'old',
        slug: createId(),
        title: 'Old',
        ...sharedFields,
        status: 'published',
        published_at: at,
        author_name: 'A',
        is_sample: 0,
        created_at: at,
        updated_at: at,
      })
      .execute();
    const before = (await revision.state()).number;

    expect(await indexPublicContent(app.services)).toBe(1);
    expect(await findTitles('axolotl')).toEqual(['Old']);
    expect((await revision.state()).number).toBeGreaterThan(before);
    expect(await indexPublicContent(app.services)).toBe(0);

    await db.updateTable('posts').set({ status: 'draft' }).where('id', '=', 'old').execute();
    await db
      .updateTable('content_revision')
      .set((expression) => ({ number: expression('number', '+', 1) }))
      .execute();
    expect((await find('axolotl', '&limit=9')).results).toEqual([]);
    await indexPublicContent(app.services);
    expect(await find('axolotl', '&limit=8')).toMatchObject({ total: 0 });

    expect(await db.selectFrom('search_words').selectAll().where('word', '=', 'axolotl').execute()).toHaveLength(1);
    await deleteUnusedWords(db);
    expect(await db.selectFrom('search_words').selectAll().where('word', 'in', ['axolotl', 'lantern']).execute()).toEqual([{ word: 'lantern' }]);
  });

  it('OPS-09 limits the uncached searches of one IP address', async () => {
    const search = (number: number, address: string) => app.server.inject({ url: `/api/search?q=limited${number}`, headers: { 'x-forwarded-for': address } });
    for (let number = 0; number < 60; number += 1) expect((await search(number, '192.0.2.7')).statusCode).toBe(200);

    const limitedResponse = await search(60, '192.0.2.7');
    expect([limitedResponse.statusCode, Number(limitedResponse.headers['retry-after']) > 0]).toEqual([429, true]);
    expect((await search(59, '192.0.2.7')).statusCode).toBe(200);
    expect((await search(61, '192.0.2.8')).statusCode).toBe(200);
  });

  it('OPS-09 finds an event by its speakers, agenda and audience, and shows the match', async () => {
    const event = { title: 'Kite evening', description: 'Bring string.', date: '2099-01-01', time: '16:00', location: 'Lekki', status: 'published' };
    const id = await create('events', { ...event, speakers: 'Zainab Quist, pilot', agenda: '4:00 PM Folding\n5:00 PM Gliders', audience: 'Apprentices' });
    for (const query of ['quist', 'gliders', 'apprentices']) expect(await findTitles(query)).toEqual(['Kite evening']);
    expect(toText((await find('gliders')).results[0]?.excerpt ?? [])).toBe('4:00 PM Folding. 5:00 PM [Gliders]. Apprentices. Zainab Quist, pilot');

    await app.form('PUT', `/api/events/${id}`, { speakers: 'Bolanle Adekola, pilot' }, editor);
    expect(await findTitles('quist')).toEqual([]);
    expect(await findTitles('adekola')).toEqual(['Kite evening']);

    // Rows that another release writes are indexed in the background.
    await app.services.db.updateTable('events').set({ agenda: 'Parachutes' }).where('id', '=', id).execute();
    await indexPublicContent(app.services);
    expect(await findTitles('parachutes')).toEqual(['Kite evening']);
  });

  it('OPS-09 does not join headings to sentences', async () => {
    await createPost('Walks', '<h2>How it works</h2><ul><li>We meet at the pagoda</li><li>We walk</li></ul><p>Rice &amp; stew<br>and tea</p>');
    expect(toText((await find('pagoda')).results[0]?.excerpt ?? [])).toBe('How it works. We meet at the [pagoda]. We walk. Rice & stew. and tea');
  });

  it('shows visitors who look for help the beginning of a text, and no sentence out of context', async () => {
    const text = `<p>Begin here. ${'We meet in pairs and listen. '.repeat(20)}It is never funny. Then we learn what suicide is.</p>`;
    await createPost('A weekend for listeners', text, { excerpt: 'Two days in Yaba. You learn to listen.' });
    await create('programs', { title: 'Listeners', content: text });
    expect(toText((await find('funny')).results[0]?.excerpt ?? [])).toContain('[funny]');
    const { answers, results } = await find('suicide');
    expect(answers).toEqual(['help']);
    expect(results.map(({ excerpt }) => toText(excerpt)).sort()).toEqual([
      expect.stringMatching(/^Begin here\. We meet/),
      'Two days in Yaba. You learn to listen.',
    ]);
  });

  it('OPS-09 does not correct valid words or words without a similar one', async () => {
    await createPost('A week of jokes', '<p>Debate and cooking</p>');
    for (const query of ['weed', 'smokes', 'smoking', 'donate', 'meek']) expect((await find(query)).correctedQuery).toBeNull();
    expect(await find('sucide')).toMatchObject({ correctedQuery: null, answers: ['help'] });
    expect(await find('suicicde')).toMatchObject({ correctedQuery: 'suicide', answers: ['help'] });
    expect(await find('donattion')).toMatchObject({ correctedQuery: 'donation', answers: [], pages: ['/donate'] });
  });

  it('states that an event is cancelled or postponed', async () => {
    const event = { title: 'Kite festival', description: 'Bring string.', date: '2099-01-01', time: '16:00', location: 'Lekki', status: 'published' };
    const id = await create('events', { ...event, eventStatus: 'cancelled' });
    expect((await find('kite festival')).results).toMatchObject([{ kind: 'event', change: 'cancelled' }]);

    await app.form('PUT', `/api/events/${id}`, { eventStatus: 'scheduled' }, editor);
    expect((await find('kite festival')).results[0]?.change).toBeUndefined();
  });
});
