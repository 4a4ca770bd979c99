/** @jest-environment node */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { siteFixture } from '@site/shared/testing/fixtures';
import { createRenderPool, type RenderPool } from './render-pool.ts';
import type { RenderTask } from './render-task.ts';

const AT_ONCE = 8;

/** Returns its thread and the time limit of its data; the URL of a task selects what it does. */
const WORKER = `
const { threadId } = require('node:worker_threads');
const waiting = [];
const getResult = (task) => ({ threadId, dataLimitMs: task.dataLimitMs });
exports.render = async (task) => {
  if (task.url === 'loop') for (;;);
  if (task.url === 'hang') await new Promise(() => setInterval(() => {}, 1000));
  if (task.url === 'together') {
    await new Promise((resolve) => {
      waiting.push(resolve);
      if (waiting.length === ${AT_ONCE}) for (const go of waiting) go();
    });
  }
  if (task.url === 'throw') throw new Error('a bug');
  return getResult(task);
};
exports.addresses = async (task) => getResult(task);
exports.probe = async ({ file }) => {
  if (file === 'broken') throw new Error('it does not load');
};
`;
/** Long enough for a busy machine to start a thread. */
const LIMITS_MS = { data: 1800, page: 2000, formData: 1900, form: 2000 };
jest.setTimeout(30_000);

const folder = mkdtempSync(join(tmpdir(), 'render-pool-'));
const workerFile = join(folder, 'worker.cjs');
writeFileSync(workerFile, WORKER);

let pool: RenderPool;
beforeEach(() => {
  pool = createRenderPool({ workerFile, limitsMs: LIMITS_MS });
});
afterEach(() => pool.close());
afterAll(() => rmSync(folder, { recursive: true }));

const createBundle = (remote: string, file = '') => ({ remote, file, hash: '', publicPath: '', paths: [] });
const createTask = (remote: string, url = ''): Omit<RenderTask, 'dataLimitMs'> => ({
  url,
  site: siteFixture(),
  providerUrl: '',
  bundle: remote === '' ? undefined : createBundle(remote),
});
const form = { body: '', visitor: '' };
const getThread = async (task: Omit<RenderTask, 'dataLimitMs'>) => (await pool.render(task)) as unknown as { threadId: number; dataLimitMs: number };

describe('createRenderPool', () => {
  it('has one thread for each remote, one for paths without a remote, and one for forms', async () => {
    const threads = [
      await getThread(createTask('news')),
      await getThread(createTask('gallery')),
      await getThread(createTask('')),
      await getThread({ ...createTask('news'), form }),
    ];

    expect(new Set(threads.map(({ threadId }) => threadId)).size).toBe(4);
    expect((await getThread(createTask('news'))).threadId).toBe(threads[0]?.threadId);
    expect(threads.map(({ dataLimitMs }) => dataLimitMs)).toEqual([1800, 1800, 1800, 1900]);
  });

  it('renders pages of one remote at once in its thread', async () => {
    const pages = await Promise.all(Array.from({ length: AT_ONCE }, () => getThread(createTask('news', 'together'))));

    expect(new Set(pages.map(({ threadId }) => threadId)).size).toBe(1);
  });

  it.each(['loop', 'hang'])('NS-10 rejects a page that takes too long (%s) and starts its remote in a new thread; the others go on', async (url) => {
    const [news, gallery] = [await getThread(createTask('news')), await getThread(createTask('gallery'))];

    await expect(pool.render(createTask('news', url))).rejects.toThrow();

    expect((await getThread(createTask('news'))).threadId).not.toBe(news.threadId);
    expect((await getThread(createTask('gallery'))).threadId).toBe(gallery.threadId);
  });

  it('rejects a form that takes too long, while pages of its remote go on', async () => {
    const before = await getThread(createTask('news'));
    const sent = pool.render({ ...createTask('news', 'hang'), form });
    const rejected = expect(sent).rejects.toThrow();

    expect((await getThread(createTask('news'))).threadId).toBe(before.threadId);
    await rejected;
  });

  it('passes on what was thrown, and the thread goes on', async () => {
    const before = await getThread(createTask('news'));
    await expect(pool.render(createTask('news', 'throw'))).rejects.toThrow('a bug');

    expect((await getThread(createTask('news'))).threadId).toBe(before.threadId);
  });

  it('checks whether a bundle loads', async () => {
    await expect(pool.probe(createBundle('news'))).resolves.toBeUndefined();
    await expect(pool.probe(createBundle('news', 'broken'))).rejects.toThrow('it does not load');
  });
});
