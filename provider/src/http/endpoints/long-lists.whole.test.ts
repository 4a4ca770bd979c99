import { text } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import { stripMarkup } from '@site/shared/domain/strip-markup';
import { getSearchColumns } from '../../database/derived-columns.ts';
import { LongList, PUBLISHED_REQUEST } from '../../database/page.ts';
import { listPostRows } from '../../database/post-queries.ts';
import { createRevisionCache } from '../../database/revision-cache.ts';
import { createId } from '../../domain/ids.ts';
import { matchesWords } from '../../testing/matches-words.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

/** More rows than fit into a batch, and enough matches for a search to read the list in order. */
const ROWS = 1080;
const TITLES = ['Ilé-Ifẹ̀ meets', 'Ɗalibai na Kano', 'Ọ̀sun “walks”', '100% of us', 'under_score', 'A \\ B', 'Schools'] as const;
const ROWS_PER_INSERT = 50;

let app: TestApp;
let editor: string;

const at = (index: number): string => new Date(Date.UTC(2026, 0, 1) + Math.floor(index / 3) * 3_600_000).toISOString();
const dates = (index: number) => ({ created_at: at(index), updated_at: at(index), is_sample: 0 as const });
const status = (index: number) => (index % 9 === 0 ? ('draft' as const) : ('published' as const));
const title = (index: number): string => `${TITLES[index % TITLES.length]} ${index}`;
const body = (index: number): string => `<p>Xýlophone${index % 3 === 0 ? ' <b>Quagga</b>' : ''}</p>`;
const toSearchedColumns = (index: number) => ({
  updated_at: at(index),
  title: title(index),
  category: 'Hubs',
  author_name: 'A',
  tags: '[]',
  content: body(index),
});
const ids = Array.from({ length: ROWS }, (_, index) => `${createId().slice(0, 20)}${String(index).padStart(4, '0')}`);

beforeAll(async () => {
  app = await startTestApp();
  ({ token: editor } = await app.signInAs('editor'));
  const { db } = app.services;
  const picture = { version: 1, format: 'jpg', width: 1, height: 1, bytes: 1, focal_x: null, focal_y: null, is_sample: 0 as const, created_at: at(0) };
  const sharedColumns = { picture_id: null, picture_alt: '', category: 'Hubs', tags: '[]', author_id: null };
  await db
    .insertInto('pictures')
    .values({ id: createId(), ...picture })
    .execute();
  const { id: picture_id } = await db.selectFrom('pictures').select('id').executeTakeFirstOrThrow();
  for (let start = 0; start < ROWS; start += ROWS_PER_INSERT) {
    const rows = ids.slice(start, start + ROWS_PER_INSERT).map((id, offset) => ({ id, index: start + offset }));
    await db
      .insertInto('posts')
      .values(
        rows.map(({ id, index }) => ({
          ...{ id, slug: `post-${index}`, title: title(index), content: body(index), excerpt: '', author_name: 'A', author_picture_id: null },
          ...{ ...sharedColumns, ...dates(index), status: status(index), published_at: at(index), ...getSearchColumns('posts', toSearchedColumns(index)) },
        })),
      )
      .execute();
    await db
      .insertInto('events')
      .values(
        rows.map(({ id, index }) => ({
          ...{ id, title: `Event ${index}`, description: '', date: at(index).slice(0, 10), time: '', end_time: '', location: '', registration_link: '' },
          ...{ ...sharedColumns, ...dates(index), status: status(index), upcoming_override: null },
        })),
      )
      .execute();
    await db
      .insertInto('gallery_images')
      .values(
        rows.map(({ id, index }) => ({
          ...{
            id,
            title: `Image ${index}`,
            alt: '',
            picture_id,
            album_id: null,
            position: 0,
            author_id: null,
            is_published: status(index) === 'draft' ? 0 : 1,
          },
          ...dates(index),
        })),
      )
      .execute();
  }
});
afterAll(() => app.stop());

interface ListResponse {
  readonly data: ReadonlyArray<{ readonly _id: string }>;
  readonly page?: { readonly total: number };
}

const readPages = async (url: string, token?: string): Promise<string[]> => {
  const foundIds: string[] = [];
  for (;;) {
    const response = await app.get(`${url}${url.includes('?') ? '&' : '?'}limit=200&offset=${foundIds.length}`, token);
    const { data, page }: ListResponse = response.json();
    foundIds.push(...data.map(({ _id }) => _id));
    if (data.length === 0 || foundIds.length >= (page?.total ?? 0)) return foundIds;
  }
};

describe('lists that are longer than one batch', () => {
  it.each([
    '/api/posts',
    '/api/posts?sort=-title',
    '/api/posts?view=summary',
    '/api/events',
    '/api/events?when=past',
    '/api/gallery',
    '/api/gallery/published',
  ])('OPS-03 %s without a limit is sent in batches, complete and in the order of its pages', async (url) => {
    const response = await app.get(url);

    expect(response.statusCode).toBe(200);
    expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(response.headers['x-content-revision']).toMatch(/^\d+$/);
    // The length of a streamed response is not known in advance.
    expect(response.headers).not.toHaveProperty('content-length');
    const { data, ...others }: ListResponse = response.json();
    expect(others).toEqual({});
    expect(data).toHaveLength(ROWS - Math.ceil(ROWS / 9));
    expect(data.map(({ _id }) => _id)).toEqual(await readPages(url));
  });

  it('OPS-03 include drafts for staff', async () => {
    const response = await app.get('/api/posts?status=all', editor);

    const { data }: ListResponse = response.json();
    expect(data.map(({ _id }) => _id)).toEqual(await readPages('/api/posts?status=all', editor));
    expect(data).toHaveLength(ROWS);
  });

  it('OPS-03 omit content that is withdrawn while the list is sent, and read each batch only when it is needed', async () => {
    const { db } = app.services;
    const list = (await listPostRows(db, { ...PUBLISHED_REQUEST, offset: 0, limit: undefined }, 'summary')).map(({ id }) => id);
    if (!(list instanceof LongList)) throw new Error('The list is short.');
    const batches = list.readBatches()[Symbol.asyncIterator]();
    const first: readonly string[] = (await batches.next()).value;
    const publishedIds = await readPages('/api/posts');
    const withdrawnId = publishedIds[first.length + 1] ?? '';

    await app.services.revision.write((transaction) => transaction.updateTable('posts').set({ status: 'draft' }).where('id', '=', withdrawnId).execute());
    const second: readonly string[] = (await batches.next()).value;

    expect(second).toEqual(publishedIds.slice(first.length, 2 * first.length).filter((id) => id !== withdrawnId));
    await batches.return?.(undefined);
  });
});

describe('several long lists at once', () => {
  it('OPS-03 are read one batch at a time, and other requests run between two batches', async () => {
    const start = () => app.server.inject({ method: 'GET', url: '/api/posts', payloadAsStream: true });
    const responses = await Promise.all([start(), start(), start(), start(), start()]);
    const selectSpy = jest.spyOn(app.services.db, 'selectFrom');
    let isReading = true;
    let maxReads = 0;
    const watch = async (): Promise<void> => {
      while (isReading) {
        selectSpy.mockClear();
        await setImmediate();
        maxReads = Math.max(maxReads, selectSpy.mock.calls.filter(([table]) => String(table) === 'posts').length);
      }
    };
    const readPromise = Promise.all(responses.map((response) => text(response.stream()))).finally(() => {
      isReading = false;
    });
    const [bodies] = await Promise.all([readPromise, watch()]);
    selectSpy.mockRestore();

    expect(maxReads).toBe(1);
    expect(new Set(bodies).size).toBe(1);
    const { data }: ListResponse = JSON.parse(bodies[0] ?? '');
    expect(data.map(({ _id }) => _id)).toEqual(await readPages('/api/posts'));
  });

  it('OPS-03 are limited for visitors, but not for staff', async () => {
    const sendRequest = (headers: Readonly<Record<string, string>>) => app.server.inject({ method: 'GET', url: '/api/posts', headers });
    const visitor = { 'x-forwarded-for': '192.0.2.1' };
    const statuses: number[] = [];
    for (let count = 0; count < 30; count += 1) statuses.push((await sendRequest(visitor)).statusCode);
    const refusal = await sendRequest(visitor);

    expect(new Set(statuses)).toEqual(new Set([200]));
    expect([refusal.statusCode, Number(refusal.headers['retry-after'])]).toEqual([429, expect.any(Number)]);
    expect((await sendRequest({ ...visitor, authorization: `Bearer ${editor}` })).statusCode).toBe(200);
    expect((await app.server.inject({ method: 'GET', url: '/api/posts?limit=20', headers: visitor })).statusCode).toBe(200);
  });
});

describe('the cache of each content revision', () => {
  it('OPS-09 computes a value again after a failure, and when any provider changes the content', async () => {
    const { db } = app.services;
    const read = createRevisionCache<number>();
    let computeCount = 0;
    const compute = async (): Promise<number> => ++computeCount;

    expect(await Promise.all([read(db, 'all', ['one'], compute), read(db, 'all', ['one'], compute)])).toEqual([1, 1]);
    expect(await read(db, 'all', ['other'], compute)).toBe(2);
    await db
      .updateTable('content_revision')
      .set((expression) => ({ number: expression('number', '+', 1) }))
      .execute();
    expect(await read(db, 'all', ['one'], compute)).toBe(3);
    await expect(read(db, 'all', ['failing'], () => Promise.reject(new Error('away')))).rejects.toThrow('away');
    expect(await read(db, 'all', ['failing'], compute)).toBe(4);
  });

  it('OPS-09 counts a list once for all of its pages', async () => {
    const { db } = app.services;
    const readTotal = async (page: string): Promise<number> => (await app.get(`/api/posts?status=all&counts=true&${page}`, editor)).json().page.total;
    const before = await readTotal('limit=2');
    const setDeleted = (at: string | null) =>
      db
        .updateTable('posts')
        .set({ deleted_at: at })
        .where('id', '=', ids[9] ?? '')
        .execute();

    // Change rows without raising the revision, which no provider does. Only if the rows were counted again would the total change.
    await setDeleted('2026-11-21T09:00:00.000Z');
    expect(await readTotal('limit=3&offset=2')).toBe(before);
    await setDeleted(null);
  });

  it('OPS-09 never returns counts that are older than the rows of the list', async () => {
    const countDrafts = async (): Promise<number> => (await app.get('/api/posts?status=all&counts=true&limit=1', editor)).json().page.counts.draft;
    const set = (status: 'draft' | 'published') =>
      app.services.revision.write((transaction) =>
        transaction
          .updateTable('posts')
          .set({ status })
          .where('id', '=', ids[9] ?? '')
          .execute(),
      );
    const before = await countDrafts();

    await set('published');
    expect(await countDrafts()).toBe(before - 1);
    await set('draft');
    expect(await countDrafts()).toBe(before);
  });
});

describe('the search of a long list', () => {
  const findIds = async (query: string): Promise<string[]> => readPages(`/api/posts?status=all&sort=publishedAt&${query}`, editor);
  const match = (matches: (text: string) => boolean, getText: (index: number) => string): string[] =>
    ids
      .flatMap((id, index) => (matches(getText(index)) ? [{ id, at: at(index) }] : []))
      .sort((a, b) => (a.at + a.id < b.at + b.id ? -1 : 1))
      .map(({ id }) => id);
  const getText = (index: number): string => `${title(index)}\n\nHubs\nA\n[]`;

  it.each([
    'ile ife',
    'dalibai kano',
    'osun',
    'ɗali',
    'hubs',
    'if',
    'ɓ',
    'a',
    '%',
    '_',
    '\\',
    '“',
    '"',
    '12',
    'ub 7',
    'walks 107',
    "'",
    'nothing at all',
    'AND',
    '[]',
  ])('OPS-09 finds every row with all terms of: %s', async (q) => {
    expect(await findIds(`scope=all&q=${encodeURIComponent(q)}`)).toEqual(match((text) => matchesWords(text, q), getText));
  });

  it.each(['xylophone', 'XYLO', 'quagga', 'quag xylo', 'quagga walks', 'xylophone hub'])(
    'OPS-09 finds every row that has all terms in its texts or its content: %s',
    async (q) => {
      const expected = match(
        (text) => matchesWords(text, q),
        (index) => `${getText(index)}\n${stripMarkup(body(index))}`,
      );
      const published = await readPages('/api/posts');

      expect(await findIds(`scope=all&q=${encodeURIComponent(q)}`)).toEqual(expected);
      expect(await readPages(`/api/posts?scope=all&q=${encodeURIComponent(q)}`)).toEqual(published.filter((id) => expected.includes(id)));
    },
  );

  it.each(['Ilé-Ifẹ̀ meets 1', 'na kano', '% of', 'S', 'hubs', ' ', '´', 'meets 10', '\\ b', 'ife ile', 'fe'])(
    'OPS-09 finds every row with a title whose words begin with those of: %s',
    async (q) => {
      const expected = match((text) => q.trim() === '' || matchesWords(text, q), title);
      expect(await findIds(`q=${encodeURIComponent(q)}`)).toEqual(expected);
    },
  );

  it('OPS-09 finds published rows for visitors, in the order of the list', async () => {
    const publishedIds = await readPages('/api/posts');

    for (const q of ['school', 'of'])
      expect(await readPages(`/api/posts?q=${q}`)).toEqual(publishedIds.filter((id) => matchesWords(title(ids.indexOf(id)), q)));
  });

  it('OPS-09 finds rows that another release has written, but no deleted rows', async () => {
    const { db } = app.services;
    const [id = '', other = ''] = ids;
    const listIds = async (q: string, token?: string): Promise<string[]> => {
      const { data }: ListResponse = (await app.get(`/api/posts?scope=all&q=${q}`, token)).json();
      return data.map(({ _id }) => _id);
    };
    const update = (values: { status?: 'published'; search_text?: string; deleted_at?: string | null }) =>
      app.services.revision.write((transaction) => transaction.updateTable('posts').set(values).where('id', '=', id).execute());

    await update({ search_text: 'zebra\n\nhubs' });
    expect(await listIds('zebra', editor)).toEqual([id]);
    expect(await listIds('zebra')).toEqual([]);
    await update({ status: 'published' });
    expect(await listIds('zebra')).toEqual([id]);
    await update({ deleted_at: at(0) });
    expect(await listIds('zebra', editor)).toEqual([]);
    await update({ deleted_at: null });
    expect(await listIds('zebra', editor)).toEqual([id]);

    const longWord = 'dundun'.repeat(6);
    await update({ search_text: `${longWord}s\n\nhubs` });
    expect(await listIds(longWord, editor)).toEqual([id]);
    expect(await listIds(`${longWord}d`, editor)).toEqual([]);

    await db.updateTable('posts').set({ search_text: 'okapi' }).where('id', '=', other).execute();
    expect(await listIds('okapi', editor)).toEqual([other]);
    await db.deleteFrom('posts').where('id', '=', other).execute();
    expect(await listIds('okapi', editor)).toEqual([]);
    expect(await db.selectFrom('search_documents').select('id').where('id', '=', other).where('kind', '=', 'post').execute()).toEqual([]);
  });
});
