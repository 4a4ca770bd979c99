import { toLagosDay } from '@site/shared/domain/dates';
import { insertPosts } from '../testing/insert-rows.ts';
import { observeStatements } from '../testing/observe-statements.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { createPageViews } from './page-views.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const createDeadlock = (): Error => Object.assign(new Error('deadlock detected'), { code: '40P01' });

describe('page views', () => {
  it('OPS-01 are stored by the next attempt after a deadlock or a database outage', async () => {
    const { db } = app.services;
    const views = createPageViews(db, () => app.clock.now, app.server.log);
    for (const path of ['/b', '/a', '/b']) views.count(path);
    const transaction = jest.spyOn(db, 'transaction');

    transaction.mockImplementationOnce(() => {
      throw createDeadlock();
    });
    await views.flush();
    expect((await views.readMonth()).at(-1)?.views).toBe(3);

    views.count('/b');
    transaction.mockImplementationOnce(() => {
      throw new Error('the database is away');
    });
    await expect(views.flush()).rejects.toThrow('away');
    views.count('/c');
    await views.flush();
    expect((await views.readMonth()).at(-1)?.views).toBe(5);
    transaction.mockRestore();
  });

  it('OPS-01 are never lost silently', async () => {
    const log = { error: jest.fn() };
    const { db } = app.services;
    const views = createPageViews(db, () => app.clock.now, log);
    for (let page = 0; page < 10_003; page += 1) views.count(`/page-${page}`);
    const transaction = jest.spyOn(db, 'transaction').mockImplementation(() => {
      throw new Error('the database is away');
    });
    await views.close();
    transaction.mockRestore();

    expect(log.error).toHaveBeenCalledWith(expect.objectContaining({ views: 10_003 }), 'page views are lost');
  });

  it('NS-01 SEC-23 are stored for every document page, and for a limited number of other paths', async () => {
    const { db } = app.services;
    app.clock.now = new Date(app.clock.now.getTime() + 24 * 60 * 60 * 1000);
    const views = createPageViews(db, () => app.clock.now, app.server.log);
    const posts = await insertPosts(
      db,
      Array.from({ length: 2300 }, () => ({})),
    );
    const firstInventedPaths = ['/news/none', '/events/none', '/news/category/none'];
    const inventedPaths = [...firstInventedPaths, ...Array.from({ length: 2100 }, (_, page) => `/invented/${page}`)];
    const readRows = async () => {
      const rows = await db.selectFrom('page_views').select(['path', 'views']).where('day', '=', toLagosDay(app.clock.now)).execute();
      return new Map(rows.map(({ path, views: count }) => [path, count]));
    };
    for (const path of firstInventedPaths) views.count(path);
    await views.flush();
    for (const path of inventedPaths.slice(firstInventedPaths.length)) views.count(path);
    await views.flush();

    for (const id of posts) views.count(`/news/${id}`);
    await views.flush();

    const rows = await readRows();
    expect(posts.filter((id) => rows.get(`/news/${id}`) !== 1)).toEqual([]);
    expect([rows.has('/news/none'), rows.has('/events/none'), rows.has('/news/category/none')]).toEqual([false, false, true]);
    expect(rows.size).toBe(posts.length + 2000 + 1);
    expect(rows.get('')).toBe(inventedPaths.length - 2000);
    expect((await views.readMonth()).at(-1)?.views).toBe(posts.length + inventedPaths.length);

    // A later flush must read only the rows for the paths that it stores.
    for (const path of [`/news/${posts[0]}`, '/news/none', '/news/category/none', '/invented/later', '']) views.count(path, 2);
    const statements = await observeStatements(views.flush);
    expect(statements.length).toBeLessThanOrEqual(4);
    const laterRows = await readRows();
    expect([laterRows.size, laterRows.get(`/news/${posts[0]}`), laterRows.get('/news/category/none'), laterRows.get('')]).toEqual([
      rows.size,
      3,
      3,
      inventedPaths.length - 2000 + 6,
    ]);
  });
});
