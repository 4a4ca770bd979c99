import type { Event } from '@site/shared/contracts/event';
import type { GalleryImage } from '@site/shared/contracts/gallery';
import type { Post } from '@site/shared/contracts/post';
import { relatedPosts } from '@site/shared/domain/related-posts';
import { isEventUpcoming } from '../../domain/event-times.ts';
import { matchesWords } from '../../testing/matches-words.ts';
import { createRandomContent, STATUSES, TITLES } from '../../testing/random-content.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

const content = createRandomContent('lists in pages');
const { chance, below, pick } = content;

let app: TestApp;
let editor: string;
let editorId: string;
let albums: readonly string[];

/** Sets the clock and starts a new session, because the old session would expire. */
const travelTo = async (date: Date): Promise<void> => {
  app.clock.now = date;
  editor = (await app.services.sessions.start(editorId, false)).token;
};

beforeAll(async () => {
  app = await startTestApp();
  app.clock.now = new Date('2026-11-21T12:00:00Z');
  ({ token: editor, userId: editorId } = await app.signInAs('editor'));
  albums = await content.insert(app.services.db);
});
afterAll(() => app.stop());

interface ListResponse<Item> {
  readonly data: readonly Item[];
  readonly page?: { readonly offset: number; readonly total: number };
}
const read = async <Item>(url: string, token?: string): Promise<ListResponse<Item>> => {
  const response = await app.get(url, token);
  if (response.statusCode !== 200) throw new Error(`${url} responded with ${response.statusCode}: ${response.body}`);
  return response.json();
};
const selectIds = (items: ReadonlyArray<{ _id: string }>): string[] => items.map((item) => item._id);
const by =
  <Item>(...keys: Array<(item: Item) => string | number>) =>
  (a: Item, b: Item): number => {
    for (const key of keys) if (key(a) !== key(b)) return key(a) < key(b) ? -1 : 1;
    return 0;
  };
/** Inverts the digits of a timestamp, so that later timestamps sort first. */
const invertDigits = (timestamp: string): string => [...timestamp].map((letter) => String.fromCharCode(200 - letter.charCodeAt(0))).join('');
const selectActiveIds = async (table: 'posts' | 'events' | 'gallery_images'): Promise<Set<string>> =>
  new Set((await app.services.db.selectFrom(table).select('id').where('deleted_at', 'is', null).execute()).map((row) => row.id));

describe('paginated lists', () => {
  it('API-05 X-08 posts have the same order in the complete list and in pages', async () => {
    const activeIds = await selectActiveIds('posts');
    const { data: all, page } = await read<Post>('/api/posts', editor);
    expect(page).toBeUndefined();
    expect(new Set(selectIds(all))).toEqual(activeIds);
    const order = [...all].sort(
      by(
        (post) => invertDigits(post.publishedAt ?? '9'),
        (post) => post._id,
      ),
    );
    expect(selectIds(all)).toEqual(selectIds(order));
    expect(selectIds((await read<Post>('/api/posts')).data)).toEqual(selectIds(all.filter((post) => post.status === 'published')));

    for (let attempt = 0; attempt < 25; attempt += 1) {
      const [limit, offset, q, status] = [
        1 + below(30),
        below(60),
        chance(0.6) ? pick([...TITLES, '%', '_', '\\', 'ile', 'bau']) : '',
        pick(['all', ...STATUSES]),
      ];
      const token = chance(0.5) ? editor : undefined;
      const query = `limit=${limit}&offset=${offset}${q === '' ? '' : `&q=${encodeURIComponent(q)}`}${token === undefined ? '' : `&status=${status}`}`;
      const expectedStatus = token === undefined ? 'published' : status;
      const expectedPosts = all.filter((post) => (expectedStatus === 'all' || post.status === expectedStatus) && (q === '' || matchesWords(post.title, q)));

      const responsePage = await read<Post>(`/api/posts?${query}`, token);

      expect({ query, ids: selectIds(responsePage.data), page: responsePage.page }).toEqual({
        query,
        ids: selectIds(expectedPosts.slice(offset, offset + limit)),
        page: { offset, total: expectedPosts.length },
      });
    }
  });

  it('NEWS-09 summaries have no content, but always an excerpt', async () => {
    const { data: completePosts } = await read<Post>('/api/posts');
    const { data: summaries } = await read<Post>('/api/posts?view=summary');

    expect(summaries).toEqual(completePosts.map((post) => ({ ...post, content: '', shareImage: undefined, excerpt: post.excerpt || 'One two & three four' })));
    expect((await read<Event>('/api/events?view=summary')).data[0]?.description).toBe('One two');
  });

  it('POST-04 a post includes its neighbours and the newest related posts', async () => {
    const { data: all } = await read<Post>('/api/posts');
    for (const [index, post] of all.entries()) {
      const expected = [all[index - 1], post, all[index + 1], ...relatedPosts(post, all)].filter((other) => other !== undefined);

      const { data: context } = await read<Post>(`/api/posts?view=summary&${chance(0.5) ? 'relatedTo' : 'beside'}=${chance(0.5) ? post._id : post.slug}`);

      expect(selectIds(context)).toEqual(selectIds(all.filter((other) => expected.includes(other))));
    }
    expect((await read<Post>('/api/posts?relatedTo=none')).data).toEqual([]);
  });

  it('POST-04 OPS-04 one call returns a post with the summaries of nearby posts', async () => {
    for (const post of (await read<Post>('/api/posts')).data) {
      const address = chance(0.5) ? post._id : post.slug;
      const { data: nearbyPosts } = await read<Post>(`/api/posts?view=summary&relatedTo=${address}`);

      expect((await read<Post>(`/api/posts/${address}?nearby=true`)).data).toEqual({ ...post, nearby: nearbyPosts });
    }
  });

  it('X-10 EVT-02 classifies events as upcoming or past by the rule, at any time', async () => {
    const { db } = app.services;
    const rows = (await db.selectFrom('events').selectAll().where('deleted_at', 'is', null).execute()).filter((row) => row.status === 'published');
    const start = Date.parse('2026-11-17T00:00:00Z');
    for (let attempt = 0; attempt < 25; attempt += 1) {
      await travelTo(new Date(start + below(9 * 24 * 4) * 900_000));
      const isUpcoming = (row: (typeof rows)[number]): boolean => isEventUpcoming(row, app.clock.now);
      const upcomingRows = rows.filter(isUpcoming).sort(
        by(
          (row) => row.date,
          (row) => row.id,
        ),
      );
      const pastRows = rows
        .filter((row) => !isUpcoming(row))
        .sort(
          by(
            (row) => invertDigits(row.date.padEnd(10)),
            (row) => row.id,
          ),
        );
      const [limit, offset] = [1 + below(30), below(20)];

      const readEvents = (when: string) => read<Event>(`/api/events?when=${when}&status=published&limit=${limit}&offset=${offset}`, editor);
      const [upcomingPage, pastPage] = [await readEvents('upcoming'), await readEvents('past')];

      expect(selectIds(upcomingPage.data)).toEqual(upcomingRows.slice(offset, offset + limit).map((row) => row.id));
      expect(upcomingPage.page).toEqual({ offset, total: upcomingRows.length });
      expect(upcomingPage.data.every((event) => event.isUpcoming)).toBe(true);
      expect(selectIds(pastPage.data)).toEqual(pastRows.slice(offset, offset + limit).map((row) => row.id));
      expect(pastPage.page).toEqual({ offset, total: pastRows.length });
      expect(pastPage.data.some((event) => event.isUpcoming)).toBe(false);
    }
    expect(selectIds((await read<Event>('/api/events', editor)).data).length).toBe((await selectActiveIds('events')).size);
  });

  it('API-10 API-14 X-16 images have the same order in the complete list, in pages, and around a given image', async () => {
    const activeIds = await selectActiveIds('gallery_images');
    await travelTo(new Date('2026-11-21T12:00:00Z'));
    const rows = new Map((await app.services.db.selectFrom('gallery_images').selectAll().execute()).map((row) => [row.id, row]));
    const getPosition = (image: GalleryImage): number => rows.get(image._id)?.position ?? 0;
    const { data: all } = await read<GalleryImage>('/api/gallery', editor);
    expect(new Set(selectIds(all))).toEqual(activeIds);
    expect(selectIds(all)).toEqual(
      selectIds(
        [...all].sort(
          by(
            (image) => invertDigits(image.createdAt ?? ''),
            (image) => image._id,
          ),
        ),
      ),
    );

    for (let attempt = 0; attempt < 25; attempt += 1) {
      const [limit, offset, album] = [1 + below(30), below(40), chance(0.5) ? albums[below(2)] : undefined];
      const shownImages = all.filter((image) => image.published && (album === undefined || image.album?._id === album));
      const list = album === undefined ? shownImages : [...shownImages].sort(by(getPosition, (image) => shownImages.indexOf(image)));
      const at = chance(0.5) ? all[below(all.length)] : undefined;
      const position = at === undefined ? -1 : list.indexOf(at);
      const start = position < 0 ? offset : position;
      const path = album === undefined ? '/api/gallery/published' : `/api/gallery/albums/${album}/images`;

      const responsePage = await read<GalleryImage>(`${path}?limit=${limit}&offset=${offset}${at === undefined ? '' : `&at=${at._id}`}`);

      expect(selectIds(responsePage.data)).toEqual(selectIds(list.slice(start, start + limit)));
      expect(responsePage.page).toEqual({ offset: start, total: list.length });
    }
    expect((await read<GalleryImage>('/api/gallery?q=ile&limit=200', editor)).page?.total).toBe(all.filter((image) => matchesWords(image.title, 'ile')).length);
  });

  it('caches the headers with the response', async () => {
    const first = await app.get('/api/posts?limit=2');
    const secondResponse = await app.get('/api/posts?limit=2');

    expect(secondResponse.headers['x-next-cursor']).toBe('2');
    expect(secondResponse.headers['x-total-count']).toBe(first.headers['x-total-count']);
    expect((await app.get('/api/posts?limit=2&cursor=2')).json().page.offset).toBe(2);
  });
});
