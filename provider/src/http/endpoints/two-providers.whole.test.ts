import { startTestApp, type TestApp } from '../../testing/test-app.ts';

/** The embedded file has one provider. */
const itShared = Reflect.get(globalThis, 'TEST_ENGINE') === 'postgres' ? it : it.skip;

let one: TestApp;
let other: TestApp;
beforeAll(async () => {
  one = await startTestApp();
  other = await startTestApp({ restartOf: one });
});
afterAll(async () => {
  await other.stop();
  await one.stop();
});

describe('two providers of one database', () => {
  itShared(
    'OPS-01 counts all of 5,000 page views that both accept at once',
    async () => {
      const paths = Array.from({ length: 50 }, (_, index) => `/news/page-${index}`);
      const count = async (provider: TestApp, order: readonly string[]): Promise<void> => {
        for (let round = 0; round < 50; round += 1) {
          const responses = await Promise.all(order.map((path) => provider.server.inject({ method: 'POST', url: '/api/page-views', payload: { path } })));
          expect(responses.every(({ statusCode }) => statusCode === 200)).toBe(true);
          // Writes what was counted, as the timer does.
          if (round % 5 === 4) await provider.get('/api/dashboard', reader);
        }
      };
      const reader = (await one.signInAs('contributor')).token;
      await Promise.all([count(one, paths), count(other, [...paths].reverse())]);

      expect((await one.get('/api/dashboard', reader)).json().data.pageViews.at(-1).views).toBe(5000);
    },
    60_000,
  );
});
