import { expect } from '@playwright/test';
import { findMissingProgram, type Topology } from '@site/scripts/topology';
import { isLongRun } from '../support/long-drills.ts';
import { test } from '../support/packages-test.ts';

const WRITE_COUNT = isLongRun ? 500 : 100;
const WRITERS = 8;
const STALE_AFTER_MS = 2000;
const VIEW_COUNT = isLongRun ? 5000 : 1000;
/** Pages to view. There are several, so that both providers write the same rows at the same time. No other test reads these view counts. */
const VIEWED_PATHS = ['/about', '/team', '/impact', '/what-we-do', '/ebook', '/volunteer', '/privacy', '/programs/navigate'];

const missing = findMissingProgram();
test.skip(missing !== undefined, missing ?? '');
// All tests share one set of servers.
test.describe.configure({ mode: 'default' });

const signIn = async (url: string, { admin }: Topology): Promise<string> => {
  const response = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...admin, remember: false }),
  });
  expect(response.status).toBe(200);
  const { token } = await response.json();
  return token;
};

const runConcurrently = async (count: number, workers: number, work: (index: number) => Promise<void>): Promise<void> => {
  let next = 0;
  const run = async (): Promise<void> => {
    for (let index = next++; index < count; index = next++) await work(index);
  };
  await Promise.all(Array.from({ length: workers }, run));
};

const readPage = async (url: string): Promise<string> => (await fetch(url)).text();

test.describe('two hosts and two providers behind a proxy, from the packages', { tag: '@drill' }, () => {
  test('OPS-07 every host serves the first releases, which one host has published', async ({ topology }) => {
    for (const { url } of topology.hosts)
      for (const path of ['/', '/news', '/events', '/gallery', '/login']) expect([path, (await fetch(url + path)).status]).toEqual([path, 200]);
    const releaseSets = await Promise.all(topology.hosts.map(async ({ url }) => (await (await fetch(`${url}/release-set.json`)).json()).id));
    expect(new Set(releaseSets).size).toBe(1);
  });

  test('OPS-01 a session of one provider is valid at the other', async ({ topology }) => {
    const [first, second] = topology.providers;
    const token = await signIn(first?.url ?? '', topology);

    const response = await fetch(`${second?.url}/api/auth/me`, { headers: { authorization: `Bearer ${token}` } });

    expect(response.status).toBe(200);
  });

  test(`OPS-01 none of ${WRITE_COUNT} writes leaves a page stale on either host`, async ({ topology }) => {
    const headers = { authorization: `Bearer ${await signIn(topology.url, topology)}`, 'content-type': 'application/json' };
    const posts: { id: string; slug: string; title: string }[] = [];
    for (let index = 0; index < 40; index += 1) {
      const body = JSON.stringify({ title: `Written ${index}`, category: 'Hubs', content: '<p>Text.</p>', status: 'published' });
      const { data } = await (await fetch(`${topology.url}/api/posts`, { method: 'POST', headers, body })).json();
      posts.push({ id: data._id, slug: data.slug, title: data.title });
    }
    const pages = (slug: string): string[] => topology.hosts.map(({ url }) => `${url}/news/${slug}`);
    let isWriting = true;
    // Visitors read while editors write, so that a page is cached before and after each change.
    const reading = runConcurrently(Number.POSITIVE_INFINITY, 2, async (index) => {
      const path = isWriting ? pages(posts[index % posts.length]?.slug ?? '')[index % 2] : undefined;
      if (path === undefined) throw new Error('done');
      await readPage(path);
    }).catch(() => undefined);

    const rejected: number[] = [];
    await runConcurrently(WRITE_COUNT, WRITERS, async (index) => {
      const post = posts[index % posts.length];
      if (post === undefined) return;
      const title = `Written ${index}, ${post.slug}`;
      const body = JSON.stringify({ title, category: 'Hubs', content: `<p>Text ${index}.</p>`, status: 'published' });
      const response = await fetch(`${topology.url}/api/posts/${post.id}`, { method: 'PUT', headers, body });
      if (response.ok) post.title = (await response.json()).data.title;
      else rejected.push(response.status);
    });
    const finishedAt = performance.now();
    isWriting = false;
    await reading;

    expect(rejected).toEqual([]);
    // Read the stored titles, because concurrent writers of the same post may finish in any order.
    const stored = new Map<string, string>();
    for (const { id, slug } of posts) stored.set(slug, (await (await fetch(`${topology.url}/api/posts/${id}`)).json()).data.title);
    await expect.poll(() => performance.now() - finishedAt, { intervals: [100] }).toBeGreaterThan(STALE_AFTER_MS);
    const stalePages: string[] = [];
    for (const [slug, title] of stored) for (const page of pages(slug)) if (!(await readPage(page)).includes(title)) stalePages.push(page);
    expect(stalePages).toEqual([]);
  });

  test(`OPS-01 all of ${VIEW_COUNT} views are counted`, async ({ topology }) => {
    const sent = new Map<string, number>();
    await runConcurrently(VIEW_COUNT, WRITERS, async (index) => {
      const path = VIEWED_PATHS[index % VIEWED_PATHS.length] ?? '';
      const response = await fetch(`${topology.url}${path}`);
      await response.body?.cancel();
      if (response.status === 200) sent.set(path, (sent.get(path) ?? 0) + 1);
    });

    const readViewCounts = (): unknown => JSON.parse(topology.database.run("select coalesce(json_object_agg(path, views), '{}') from page_views"));
    expect([...sent.values()].reduce((sum, views) => sum + views, 0)).toBe(VIEW_COUNT);
    // Hosts send counts every second, and providers store them every three seconds.
    await expect.poll(readViewCounts).toMatchObject(Object.fromEntries(sent));
  });
});
