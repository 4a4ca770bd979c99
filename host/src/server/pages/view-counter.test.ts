/** @jest-environment node */
import { createViewCounter } from './view-counter.ts';

const setUp = (responses: readonly number[]) => {
  jest.useFakeTimers();
  let calls = 0;
  const sent: unknown[] = [];
  jest.spyOn(globalThis, 'fetch').mockImplementation(async (_url, init) => {
    sent.push(JSON.parse(String(init?.body)).pages);
    calls += 1;
    const status = responses[calls - 1] ?? 200;
    if (status === 0) throw new TypeError('fetch failed');
    return new Response(null, { status });
  });
  return { counter: createViewCounter('http://provider.test'), sent };
};

afterEach(() => jest.useRealTimers());

describe('createViewCounter', () => {
  it('OPS-04 sends the views of a second in one call', async () => {
    const { counter, sent } = setUp([]);
    for (let view = 0; view < 500; view += 1) counter.count('/news');
    counter.count('/about');
    await jest.advanceTimersByTimeAsync(999);
    expect(sent).toEqual([]);
    await jest.advanceTimersByTimeAsync(5000);

    expect(sent).toEqual([
      [
        { path: '/news', views: 500 },
        { path: '/about', views: 1 },
      ],
    ]);
  });

  it.each([
    ['does not respond', 0],
    ['cannot store them', 503],
  ])('OPS-01 sends views again if the provider %s', async (_, status) => {
    const { counter, sent } = setUp([status]);
    counter.count('/news');
    await jest.advanceTimersByTimeAsync(1000);
    counter.count('/news');
    await jest.advanceTimersByTimeAsync(1000);

    expect(sent).toEqual([[{ path: '/news', views: 1 }], [{ path: '/news', views: 2 }]]);
  });

  it('omits anything that is not the path of a page, and sends at most 100 paths in a call and 2,000 in all', async () => {
    const { counter, sent } = setUp([]);
    for (const path of ['/News', '/a%20b']) counter.count(path);
    for (let page = 0; page < 2100; page += 1) counter.count(`/page-${page}`);
    await counter.close();

    expect(sent.map((pages) => (pages as unknown[]).length)).toEqual(Array.from({ length: 20 }, () => 100));
  });

  it('does not wait for an unresponsive provider when the host stops', async () => {
    const { counter, sent } = setUp([0]);
    counter.count('/news');
    await counter.close();
    await jest.advanceTimersByTimeAsync(5000);

    expect(sent).toHaveLength(1);
  });
});
