import { relatedPosts } from '@site/shared/domain/related-posts';
import { createRandom } from '../samples/artwork/random.ts';
import { insertPosts } from '../testing/insert-rows.ts';
import { explain, observeStatements } from '../testing/observe-statements.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { findPostRow, listNearbyPosts, type PostRow } from './post-queries.ts';
import { readTextList } from './topics.ts';

let app: TestApp;
beforeEach(async () => {
  app = await startTestApp();
});
afterEach(() => app.stop());

/** Matches a query plan that reads every row of a table that contains documents or their texts. */
const FULL_SCAN = /\bSCAN (?:posts|programs|search_documents|d)\b|Seq Scan on (?:posts|programs|search_documents)\b/;

const read = async (id: string): Promise<PostRow> => {
  const row = await findPostRow(app.services.db, id);
  if (row === undefined) throw new Error(`no post has the id ${id}`);
  return row;
};
const repeat = <Value>(count: number, value: Value): Value[] => Array.from({ length: count }, () => value);
const FILLER_POST = { category: 'News', tags: '["news"]', excerpt: 'On drug abuse and what is rare' };

describe('related posts', () => {
  it('POST-04 OPS-09 of a rare topic take the same number of statements, regardless of the number of other posts', async () => {
    const { db } = app.services;
    const [first = '', second = '', , current = ''] = await insertPosts(db, [
      { category: 'Else', tags: '["Drug Abuse","more"]' },
      { category: 'rare' },
      { category: 'Rare', status: 'draft' },
      { category: 'Rare', tags: '["drug abuse"]' },
      ...repeat(150, FILLER_POST),
    ]);
    const post = await read(current);
    const list = () => listNearbyPosts(db, post, 'summary');
    await list();
    const statementsBefore = await observeStatements(list);

    await insertPosts(db, repeat(300, FILLER_POST));
    const statementsAfter = await observeStatements(list);

    expect((await list()).map(({ id }) => id)).toEqual(expect.arrayContaining([first, second, current]));
    expect(statementsAfter).toHaveLength(statementsBefore.length);
    expect(statementsAfter.length).toBeLessThanOrEqual(6);
    for (const statement of statementsAfter) {
      const plan = await explain(db, statement);
      expect(plan).not.toMatch(FULL_SCAN);
      // SQLite: only the query for the newest posts may scan posts by status alone.
      if (!statement.sql.includes('offset')) expect(plan).not.toMatch(/posts_by_status \(status=\?\)$/m);
    }
  });

  it('POST-04 are the newest posts with the same category or a tag, regardless of special characters', async () => {
    const { db } = app.services;
    const random = createRandom('rare topics');
    const pick = <Value>(values: readonly Value[]): Value[] => values.filter(() => random() < 2 / values.length);
    const categories = ['Hubs', 'hubs', 'HUBS', 'Ọjà', 'Music', 'Drug abuse', ''];
    const tags = ['Drug Abuse', 'drug abuse', 'Ilé-Ifẹ̀', 'ile-ife', 'ILÉ-IFẸ̀', '"quoted"', 'back\\slash', "it's", '100%', '_', 'ọjà', 'a', 'HIV', 'drug'];
    await insertPosts(db, [
      ...Array.from({ length: 60 }, () => ({
        category: pick(categories)[0] ?? 'Alone',
        tags: JSON.stringify(pick(tags)),
        excerpt: pick(tags).join(' "'),
        ...(random() < 0.2 && { status: 'draft' as const }),
        ...(random() < 0.1 && { deleted_at: '2026-01-01T00:00:00.000Z' }),
      })),
      ...repeat(120, FILLER_POST),
    ]);
    const publishedPosts = db.selectFrom('posts').selectAll().where('status', '=', 'published').where('deleted_at', 'is', null);
    const rows = await publishedPosts.orderBy('published_at', 'desc').orderBy('id').execute();
    const all = rows.map(({ id, slug, category, tags: storedTags }) => ({ _id: id, slug, category, tags: readTextList(storedTags) }));
    let count = 0;
    for (const [index, post] of all.entries()) {
      if (post.category === 'News') continue;
      const expectedRelatedPosts = relatedPosts(post, all);
      count += expectedRelatedPosts.length;
      const expected = [all[index - 1], post, all[index + 1], ...expectedRelatedPosts];

      const nearbyPosts = await listNearbyPosts(db, await read(post._id), 'summary');

      expect(nearbyPosts.map(({ id }) => id)).toEqual(all.filter((other) => expected.includes(other)).map(({ _id }) => _id));
    }
    expect(count).toBeGreaterThan(30);
  });
});

describe('reading a document by its slug', () => {
  const observe = (url: string, status: number) => observeStatements(async () => expect((await app.get(url)).statusCode).toBe(status));

  it('API-06 OPS-04 takes two statements, and three if it does not exist', async () => {
    const { db } = app.services;
    const { token } = await app.signInAs('editor');
    const fields = { category: 'C', content: '<p>Text</p>', status: 'published' };
    const post = (await app.form('POST', '/api/posts', { ...fields, title: 'A post' }, token)).json().data;
    await app.form('POST', '/api/programs', { ...fields, title: 'A program' }, token);
    for (const url of ['/api/posts/a-post', `/api/posts/${post._id}`, '/api/programs/a-program']) {
      const statements = await observe(url, 200);
      expect([url, statements.length]).toEqual([url, expect.any(Number)]);
      expect(statements.length).toBeLessThanOrEqual(2);
      for (const statement of statements) expect(await explain(db, statement)).not.toMatch(FULL_SCAN);
    }
    for (const url of ['/api/posts/none', '/api/programs/none']) expect((await observe(url, 404)).length).toBeLessThanOrEqual(3);
    for (const url of ['/api/events/none', '/api/gallery/none']) expect((await observe(url, 404)).length).toBeLessThanOrEqual(2);
  });

  it('API-06 STAFF-18 prefers an id to the same slug of another document, and also accepts former slugs', async () => {
    const { db } = app.services;
    const [first = '', other = ''] = await insertPosts(db, [{ slug: 'first' }, { slug: 'other' }]);
    await db.updateTable('posts').set({ slug: first }).where('id', '=', other).execute();

    const find = async (address: string) => (await app.get(`/api/posts/${address}`)).json().data?._id;

    expect([await find(first), await find(other), await find('first'), await find('other')]).toEqual([first, other, first, other]);
    await db.updateTable('posts').set({ deleted_at: '2026-01-01T00:00:00.000Z' }).where('id', '=', first).execute();
    await app.services.revision.write(async () => undefined);
    expect(await find(first)).toBe(other);
  });
});
