import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { createPageViews } from './page-views.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

/** Creates a deadlock error as PostgreSQL reports it. */
const createDeadlock = (): Error => Object.assign(new Error('deadlock detected'), { code: '40P01' });

describe('page views', () => {
  it('OPS-01 are stored by the next attempt when the transaction collided or the database was away', async () => {
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

  it('OPS-01 are never lost in silence', async () => {
    const log = { warn: jest.fn(), error: jest.fn() };
    const { db } = app.services;
    const views = createPageViews(db, () => app.clock.now, log);
    for (let page = 0; page < 503; page += 1) views.count(`/page-${page}`);
    const transaction = jest.spyOn(db, 'transaction').mockImplementation(() => {
      throw new Error('the database is away');
    });
    await views.close();
    transaction.mockRestore();

    expect(log.warn).toHaveBeenCalledWith({ omitted: 3 }, expect.any(String));
    expect(log.error).toHaveBeenCalledWith(expect.objectContaining({ views: 500 }), 'page views are lost');
  });
});
