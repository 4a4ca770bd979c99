import { sql } from 'kysely';
import { insertPosts } from '../testing/insert-rows.ts';
import { explain } from '../testing/observe-statements.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { createSearch } from './search.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

describe('a search with many matches', () => {
  it.each([['young'], ['young', 'school']])('OPS-09 reads a page in the order of the list, without sorting all matches of %j', async (...terms) => {
    const { db } = app.services;
    // More matches than `COMMON_MATCHES` of both engines.
    await insertPosts(
      db,
      Array.from({ length: 2600 }, () => ({ title: 'Young people at school' })),
    );
    if (Reflect.get(globalThis, 'TEST_ENGINE') === 'postgres') await sql`analyze`.execute(db);
    const search = await createSearch(db, 'post', 'posts.id', { search: '', terms, status: 'all', visibility: 'all', limit: 25 });
    if (search === undefined) throw new Error('There is no search.');
    const page = db.selectFrom('posts').select('posts.id').where('posts.deleted_at', 'is', null).where(search.perRow);
    const statement = page.orderBy(sql`coalesce(posts.published_at, '9') desc`).orderBy('posts.id').limit(25);

    expect(search.namesIds).toBe(false);
    expect(await explain(db, statement.compile())).not.toMatch(/Bitmap|Sort|FOR ORDER BY/);
    expect(await statement.execute()).toHaveLength(25);
  });
});
