import type { Review } from '@site/shared/contracts/review';
import type { Role } from '@site/shared/domain/roles';
import { sql } from 'kysely';
import { repeatErasures } from '../../maintenance/repeat-erasures.ts';
import { createImageFile } from '../../testing/images.ts';
import { selectAllItems } from '../../testing/person-items.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

const POST = { title: 'A walk', content: '<p>One</p>', category: 'C' };
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

let app: TestApp;
const ids = { contributor: '', other: '', editor: '', admin: '' };
const tokens = { contributor: '', other: '', editor: '', admin: '' };
type Person = keyof typeof ids;
const PEOPLE: readonly Person[] = ['contributor', 'other', 'editor', 'admin'];
const signIn = async (): Promise<void> => {
  for (const person of PEOPLE) tokens[person] = (await app.services.sessions.start(ids[person], false)).token;
};
beforeAll(async () => {
  app = await startTestApp();
  for (const person of PEOPLE) ids[person] = (await app.signInAs(person === 'other' ? 'contributor' : (person satisfies Role))).userId;
});
beforeEach(signIn);
afterAll(() => app.stop());

const createPost = async (person: Person = 'contributor', fields: Readonly<Record<string, string | Buffer>> = {}): Promise<string> =>
  (await app.form('POST', '/api/posts', { ...POST, ...fields }, tokens[person])).json().data._id;
const decide = (id: string, act: string, person: Person, comment = '') => app.send('POST', `/api/reviews/post/${id}`, { act, comment }, tokens[person]);
const read = async (id: string, person: Person = 'editor'): Promise<Review> => (await app.get(`/api/reviews/post/${id}`, tokens[person])).json().data;
const createLink = async (id: string, days = 7, person: Person = 'contributor') => {
  const response = await app.send('POST', `/api/reviews/post/${id}/links`, { days }, tokens[person]);
  const { path, review } = response.json().data as { path: string; review: Review };
  return { path, url: `/api/review-links/${path.split('/').at(-1)}`, linkId: review.links.at(-1)?._id ?? '' };
};
/** Runs work while writes to the table fail because a column is missing. */
const withoutColumn = async <T>(table: string, column: string, work: () => Promise<T>): Promise<T> => {
  const rename = (from: string, to: string) => sql`alter table ${sql.table(table)} rename column ${sql.ref(from)} to ${sql.ref(to)}`.execute(app.services.db);
  await rename(column, 'renamed');
  return work().finally(() => rename('renamed', column));
};
const advanceTime = async (ms: number): Promise<void> => {
  app.clock.now = new Date(app.clock.now.getTime() + ms);
  await signIn();
};

describe('the review of a draft', () => {
  it('is requested, returned with a comment, requested again, approved, and closed on publication', async () => {
    const id = await createPost();
    expect(await read(id)).toEqual({ state: 'none', by: '', at: '', isChanged: false, comments: [], links: [] });
    expect((await decide(id, 'request', 'contributor')).json().data).toMatchObject({ state: 'requested', by: 'The contributor' });
    expect((await decide(id, 'return', 'editor', 'Who was there?')).json().data).toMatchObject({
      state: 'returned',
      by: 'The editor',
      comments: [{ text: 'Who was there?', author: 'The editor', authorId: ids.editor }],
    });
    await advanceTime(1000);
    await app.form('PUT', `/api/posts/${id}`, { content: '<p>All</p>' }, tokens.contributor);
    expect((await read(id)).isChanged).toBe(true);
    expect((await decide(id, 'request', 'contributor')).json().data).toMatchObject({ state: 'requested', isChanged: false });
    expect((await decide(id, 'approve', 'editor')).json().data.state).toBe('approved');

    expect((await app.form('PUT', `/api/posts/${id}`, { status: 'published' }, tokens.editor)).statusCode).toBe(200);
    expect(await read(id)).toMatchObject({ state: 'none', comments: [{ text: 'Who was there?' }] });
    expect((await decide(id, 'request', 'editor')).statusCode).toBe(409);
  });

  it('stores neither the comment nor the decision if one of the two cannot be stored', async () => {
    const id = await createPost();
    await decide(id, 'request', 'contributor');
    const response = await withoutColumn('reviews', 'by_name', () => decide(id, 'return', 'editor', 'Who was there?'));
    expect(response.statusCode).toBe(500);
    expect(await read(id)).toMatchObject({ state: 'requested', comments: [] });
  });

  it('STAFF-10 of a program is decided by editors, and appears on their dashboard', async () => {
    const program = await app.form('POST', '/api/programs', { title: 'A course', content: '<p>One</p>', status: 'draft', alt: '' }, tokens.editor);
    const url = `/api/reviews/program/${program.json().data._id}`;
    const act = async (name: string, person: Person) => app.send('POST', url, { act: name }, tokens[person]);
    expect((await act('request', 'contributor')).statusCode).toBe(403);
    expect((await act('request', 'editor')).json().data.state).toBe('requested');
    expect((await app.get('/api/dashboard', tokens.admin)).json().data.reviews).toContainEqual(expect.objectContaining({ kind: 'program', title: 'A course' }));
    expect((await act('approve', 'admin')).json().data).toMatchObject({ state: 'approved', by: 'The admin' });
    await app.form('PUT', `/api/programs/${program.json().data._id}`, { status: 'published' }, tokens.editor);
    expect((await app.get(url, tokens.editor)).json().data.state).toBe('none');
  });

  it('changes nothing for visitors: the draft stays a draft', async () => {
    const id = await createPost();
    await decide(id, 'request', 'contributor');
    await decide(id, 'approve', 'editor');

    expect((await app.get(`/api/posts/${id}`)).statusCode).toBe(404);
    expect((await app.get(`/api/posts/${id}`, tokens.editor)).json().data.status).toBe('draft');
    expect((await app.get('/api/posts')).body).not.toContain(id);
  });

  // NS-08: `contributor` is the author of the draft, and `other` is another contributor.
  it.each([
    ['request', { contributor: 200, other: 403, editor: 200, admin: 200 }],
    ['withdraw', { contributor: 200, other: 403, editor: 200, admin: 200 }],
    ['approve', { contributor: 403, other: 403, editor: 200, admin: 200 }],
    ['return', { contributor: 403, other: 403, editor: 200, admin: 200 }],
    ['comment', { contributor: 200, other: 200, editor: 200, admin: 200 }],
    ['link', { contributor: 201, other: 403, editor: 201, admin: 201 }],
    ['read', { contributor: 200, other: 200, editor: 200, admin: 200 }],
  ] as const)('NS-08 lets people %s according to their role', async (act, expected) => {
    const id = await createPost();
    const call = async (token: string | undefined) => {
      const url = `/api/reviews/post/${id}`;
      if (act === 'read') return app.get(url, token);
      if (act === 'comment') return app.send('POST', `${url}/comments`, { text: 'Good' }, token);
      if (act === 'link') return app.send('POST', `${url}/links`, { days: 1 }, token);
      return app.send('POST', url, { act }, token);
    };
    const statuses = Object.fromEntries(await Promise.all(PEOPLE.map(async (person) => [person, (await call(tokens[person])).statusCode] as const)));
    expect(statuses).toEqual(expected);
    expect((await call(undefined)).statusCode).toBe(401);
  });

  it('lets users delete their own comments, and administrators delete any comment', async () => {
    const id = await createPost();
    for (const person of ['contributor', 'editor'] as const) {
      await app.send('POST', `/api/reviews/post/${id}/comments`, { text: `By ${person}` }, tokens[person]);
      await advanceTime(1);
    }
    const [first, second] = (await read(id)).comments;
    const remove = async (commentId: string | undefined, person: Person) =>
      (await app.send('DELETE', `/api/reviews/post/${id}/comments/${commentId}`, undefined, tokens[person])).statusCode;
    expect([await remove(second?._id, 'contributor'), await remove(first?._id, 'editor'), await remove(first?._id, 'contributor')]).toEqual([403, 403, 200]);
    expect(await remove(second?._id, 'admin')).toBe(200);
    expect((await read(id)).comments).toEqual([]);
  });

  it('NS-01 appears on the dashboard of users who may decide', async () => {
    const id = await createPost();
    await decide(id, 'request', 'contributor');
    const getReviews = async (person: Person) =>
      (await app.get('/api/dashboard', tokens[person])).json().data.reviews.filter(({ _id }: { _id: string }) => _id === id);
    expect(await getReviews('editor')).toMatchObject([{ kind: 'post', title: 'A walk', by: 'The contributor' }]);
    expect(await getReviews('contributor')).toEqual([]);
    await decide(id, 'return', 'editor');
    expect(await getReviews('editor')).toEqual([]);
  });
});

describe('a preview link for people without an account', () => {
  it('shows the draft as it is saved now, with its images, and is never cached', async () => {
    const imageUrl = (await app.form('POST', '/api/pictures', { file: await createImageFile() }, tokens.contributor)).json().data.url as string;
    const id = await createPost('contributor', {
      featuredImage: await createImageFile(),
      featuredImageAlt: 'Red',
      content: `<p>One</p><img src="${imageUrl}" alt="Red">`,
    });
    const { url, path } = await createLink(id);
    expect(path).toMatch(/^\/news\/review\/[\w.-]+$/);
    await app.form('PUT', `/api/posts/${id}`, { title: 'A ride' }, tokens.contributor);
    const response = await app.get(url);

    expect(response.headers).toMatchObject({ 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex' });
    const { post } = response.json().data;
    expect(post).toMatchObject({ title: 'A ride', status: 'draft' });
    expect(post.authorId).toBeUndefined();
    const textImageUrl = /src="([^"]+)"/.exec(post.content)?.[1]?.replaceAll('&amp;', '&') ?? '';
    expect((await app.get(post.featuredImage)).statusCode).toBe(200);
    expect((await app.get(textImageUrl)).statusCode).toBe(200);
    await advanceTime(HOUR_MS + 1000);
    expect((await app.get(post.featuredImage)).statusCode).toBe(404);
    expect((await app.get((await app.get(url)).json().data.post.featuredImage)).statusCode).toBe(200);
  });

  it('gives no access to other drafts, and no right to change anything', async () => {
    const { url, path } = await createLink(await createPost());
    const otherPostId = await createPost();
    const token = path.split('/').at(-1);
    expect((await app.get(`/api/posts/${otherPostId}`, token)).statusCode).toBe(404);
    expect((await app.get('/api/dashboard', token)).statusCode).toBe(401);
    expect((await app.get(`${url}x`)).statusCode).toBe(404);
  });

  it('ends when it expires, when it is revoked, or with the document', async () => {
    const id = await createPost();
    const [day, week, revoked] = [await createLink(id, 1), await createLink(id, 7), await createLink(id, 7)];
    const revoke = async (person: Person) =>
      (await app.send('DELETE', `/api/reviews/post/${id}/links/${revoked.linkId}`, undefined, tokens[person])).statusCode;
    expect([await revoke('other'), await revoke('contributor')]).toEqual([403, 200]);
    expect(await Promise.all([day, week, revoked].map(async ({ url }) => (await app.get(url)).statusCode))).toEqual([200, 200, 404]);
    await advanceTime(DAY_MS + 1000);
    expect(await Promise.all([day, week].map(async ({ url }) => (await app.get(url)).statusCode))).toEqual([404, 200]);
    expect((await read(id)).links).toHaveLength(1);
    await app.send('DELETE', `/api/posts/${id}`, undefined, tokens.contributor);
    expect((await app.get(week.url)).statusCode).toBe(404);
  });

  it.each([
    { kind: 'event', list: 'events', text: 'description' },
    { kind: 'program', list: 'programs', text: 'content' },
  ] as const)('shows a draft of the kind $kind, with the images of its text, until it is revoked', async ({ kind, list, text }) => {
    const imageUrl = (await app.form('POST', '/api/pictures', { file: await createImageFile() }, tokens.editor)).json().data.url as string;
    const fields = { title: 'Walk', status: 'draft', alt: '', [text]: `<p>One</p><img src="${imageUrl}" alt="Red">` };
    const document = (await app.form('POST', `/api/${list}`, fields, tokens.editor)).json().data;
    const links = `/api/reviews/${kind}/${document._id}/links`;
    expect((await app.send('POST', links, { days: 1 }, tokens[kind === 'program' ? 'contributor' : 'other'])).statusCode).toBe(403);
    const { path, review } = (await app.send('POST', links, { days: 1 }, tokens.editor)).json().data;
    expect(path).toMatch(new RegExp(`^/${list}/review/[\\w.-]+$`));
    const url = `/api/review-links/${path.split('/').at(-1)}`;
    const response = await app.get(url);

    expect(response.headers).toMatchObject({ 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex' });
    const shownDocument = response.json().data;
    expect(shownDocument).toMatchObject({ kind, post: null, event: null, program: null, [kind]: { title: 'Walk', status: 'draft' } });
    expect(shownDocument[kind].authorId).toBeUndefined();
    const textImageUrl = /src="([^"]+)"/.exec(shownDocument[kind][text])?.[1]?.replaceAll('&amp;', '&') ?? '';
    expect((await app.get(textImageUrl)).statusCode).toBe(200);
    await app.send('DELETE', `${links}/${review.links[0]._id}`, undefined, tokens.editor);
    expect((await app.get(url)).statusCode).toBe(404);
  });
});

describe('the stored rows of a review', () => {
  it('are deleted with the document', async () => {
    const id = await createPost();
    await decide(id, 'request', 'contributor', 'Please');
    await createLink(id);
    await app.services.db.deleteFrom('posts').where('id', '=', id).execute();
    for (const table of ['reviews', 'review_comments', 'review_links'] as const)
      expect(await app.services.db.selectFrom(table).select('kind').where('document_id', '=', id).execute()).toEqual([]);
  });

  it('are erased if they name a person, even in a restored backup', async () => {
    const id = await createPost();
    for (const text of ['Ask Chidinma Eze first', 'Fine']) await app.send('POST', `/api/reviews/post/${id}/comments`, { text }, tokens.editor);
    const { db } = app.services;
    const copy = await db.selectFrom('review_comments').selectAll().where('text', 'like', '%Chidinma%').executeTakeFirstOrThrow();
    const admin = (await app.signIn()).token;
    const person = { email: 'chidinma@example.org', name: 'Chidinma Eze' };

    const personData = (await app.send('POST', '/api/privacy/person', person, admin)).json().data;
    expect((await app.send('POST', '/api/privacy/erase', { ...person, ...selectAllItems(personData) }, admin)).json().data.comments).toBe(1);
    expect((await read(id)).comments.map(({ text }) => text)).toEqual(['Fine']);
    await db.insertInto('review_comments').values(copy).execute();
    await repeatErasures(app.services);
    expect((await read(id)).comments.map(({ text }) => text)).toEqual(['Fine']);
  });
});

describe('the users who have a document open', () => {
  const TABS = ['1'.repeat(32), '2'.repeat(32)] as const;
  const put = async (id: string, tab: string, person: Person, act = 'stay') =>
    (await app.send('PUT', `/api/presence/post/${id}`, { tab, act }, tokens[person])).json().data;

  it('are those whose tabs have reported recently, and the user who has taken over', async () => {
    const id = await createPost();
    const [mine, theirs] = TABS;
    expect(await put(id, mine, 'editor')).toEqual({ others: [], holder: null });
    expect(await put(id, theirs, 'admin')).toMatchObject({ others: [{ tab: mine, name: 'The editor', isSelf: false }], holder: null });
    expect((await put(id, theirs, 'admin', 'take-over')).holder).toBe(theirs);
    expect(await put(id, mine, 'editor')).toMatchObject({ others: [{ tab: theirs, name: 'The admin' }], holder: theirs });
    await advanceTime(1);
    expect((await put(id, mine, 'editor', 'take-over')).holder).toBe(mine);
    expect((await put(id, mine, 'editor', 'release')).holder).toBe(theirs);
    await app.send('DELETE', `/api/presence/post/${id}/${theirs}`, undefined, tokens.admin);
    expect(await put(id, mine, 'editor')).toEqual({ others: [], holder: null });
  });

  it('include neither silent tabs nor tabs of another document', async () => {
    const id = await createPost();
    const [mine, theirs] = TABS;
    await put(id, theirs, 'admin', 'take-over');
    expect((await put(await createPost(), mine, 'editor')).others).toEqual([]);
    await advanceTime(41_000);
    expect(await put(id, mine, 'editor')).toEqual({ others: [], holder: null });
    expect((await app.send('PUT', `/api/presence/post/${id}`, { tab: mine })).statusCode).toBe(401);
  });

  it('stay the same when a tab cannot be stored', async () => {
    const id = await createPost();
    await put(id, TABS[0], 'editor');
    await advanceTime(41_000);
    const count = async () => (await app.services.db.selectFrom('presences').select('tab').where('document_id', '=', id).execute()).length;
    await withoutColumn('presences', 'since', () => put(id, TABS[1], 'admin'));
    expect(await count()).toBe(1);
  });

  it('are not removed by a tab of another user', async () => {
    const id = await createPost();
    const [mine] = TABS;
    await put(id, mine, 'editor');
    await app.send('DELETE', `/api/presence/post/${id}/${mine}`, undefined, tokens.other);
    expect((await put(id, TABS[1], 'admin')).others).toHaveLength(1);
  });
});

describe('a preview for staff without a session', () => {
  const HASH = 'a'.repeat(64);
  const preview = async (id: string, body: object = {}, person: Person = 'contributor') => {
    const response = await app.send('POST', `/api/previews/post/${id}`, body, tokens[person]);
    const path: string = response.json().data?.path ?? '';
    return { status: response.statusCode, path, url: `/api/review-links/${path.split('/').at(-1)}` };
  };

  it('SEC-10 shows the saved document for a quarter of an hour, and contains the hash of the unsaved fields', async () => {
    const id = await createPost();
    const { status, path, url } = await preview(id, { draft: HASH });
    expect([status, path]).toEqual([201, expect.stringMatching(/^\/news\/review\/[\w.-]+$/)]);

    const openResponse = await app.get(url);
    expect([openResponse.statusCode, openResponse.headers['cache-control']]).toEqual([200, 'private, no-store']);
    expect(openResponse.json().data).toMatchObject({ kind: 'post', post: { title: 'A walk' }, event: null, program: null, draft: HASH });
    expect((await app.get((await preview(id)).url)).json().data.draft).toBeNull();
    expect((await app.get((await createLink(id)).url)).json().data.draft).toBeNull();

    await advanceTime(15 * 60_000 - 1000);
    expect((await app.get(url)).statusCode).toBe(200);
    await advanceTime(1000);
    expect((await app.get(url)).statusCode).toBe(404);
  });

  it('SEC-10 also shows published documents, and works for colleagues who may only read them', async () => {
    const id = await createPost('editor', { status: 'published' });
    expect((await app.get((await preview(id, {}, 'other')).url)).json().data.post.title).toBe('A walk');
  });

  it('SEC-10 has only the unsaved fields of a document that was never saved', async () => {
    const { url } = await preview('new', { draft: HASH });
    expect((await app.get(url)).json().data).toMatchObject({ kind: 'post', post: null, draft: HASH });
  });

  it('SEC-10 is for staff only, ends with its document, and stores nothing', async () => {
    const id = await createPost();
    const { url } = await preview(id);
    expect((await app.send('POST', `/api/previews/post/${id}`, {})).statusCode).toBe(401);
    expect((await preview('nothing')).status).toBe(404);
    expect((await preview(id, { draft: 'not a hash' })).status).toBe(422);
    expect((await read(id)).links).toEqual([]);

    await app.send('DELETE', `/api/posts/${id}`, undefined, tokens.contributor);
    expect((await app.get(url)).statusCode).toBe(404);
  });
});
