/** @jest-environment node */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { siteFixture } from '@site/shared/testing/fixtures';
import { buildRemoteProgram } from '../../testing/remote-program.ts';
import type { ServerBundle } from '../remotes/server-bundle.ts';
import { createLauncher } from './launcher.ts';
import { PROCESS_LIMITS } from './limits.ts';
import { getRestartDelayMs } from './process-group.ts';
import { createRemoteProcesses, type RemoteProcesses } from './remote-processes.ts';

/** A page's query selects what its loader does, and the page shows the result. */
const BUNDLE = `
const { createElement } = require('react');
const { useLoaderData } = require('@site/shared/router');
let count = 0;
const kept = [];
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const call = (services, init) => fetch(init.url, init).then((response) => response.text(), (error) => error.message);
// Also waits for the provider, so that a slow machine reaches the memory limit before the time limit.
const grow = async (keep) => { const waiting = call(0, { url: 'http://provider.invalid/api/slow' }); for (let i = 0; i < 400; i += 1) { keep(); await pause(1); } return waiting; };
const work = {
  count: () => (count += 1),
  loop: () => { for (;;); },
  hang: () => new Promise(() => {}),
  heap: () => grow(() => kept.push(new Array(1e5).fill(count))),
  resident: () => grow(() => kept.push(new Uint8Array(1024 * 1024).fill(1))),
  exit: () => { const stack = () => stack() + stack(); for (;;) { try { stack(); } catch { kept.push(new Array(1e6).fill({})); } } },
  reject: () => { Promise.reject(new Error('not handled')); return 'rejected'; },
  timer: () => { setTimeout(() => { throw new Error('thrown in a timer'); }); return pause(20).then(() => 'thrown'); },
  burn: () => { const work = () => { for (const end = Date.now() + 8; Date.now() < end;); setTimeout(work, 1); }; work(); return 'burning'; },
  throw: () => { throw new Error('a bug'); },
  console: () => { console.error('one line', new Error('for the log')); return 'written'; },
  wait: () => call(0, { url: 'http://provider.invalid/api/slow' }),
  revisions: (services) => Promise.all([8, 7, 9].map((at) => call(services, { url: 'http://provider.invalid/api/posts?at=' + at }))).then(() => 'read'),
  failing: (services) => call(services, { url: 'http://provider.invalid/api/failing' }),
  posts: (services) => call(services, { url: 'http://provider.invalid/api/posts?x=1' }),
  elsewhere: (services) => call(services, { url: 'http://127.0.0.1/' }),
  outside: (services) => call(services, { url: 'http://provider.invalid/api/../metrics' }),
  write: (services) => call(services, { url: 'http://provider.invalid/api/posts', method: 'POST', body: '{}' }),
  together: () => Promise.all(Array.from({ length: 24 }, (_, index) => call(0, { url: 'http://provider.invalid/api/counted?' + index }))).then(() => 'done'),
  large: async () => { for (let i = 0; i < 12; i += 1) await call(0, { url: 'http://provider.invalid/api/posts', method: 'POST', body: '\\u0001'.repeat(10_000) }); return 'done'; },
  much: async () => { for (let i = 0; i < 20; i += 1) await call(0, { url: 'http://provider.invalid/api/huge' }); return 'done'; },
  download: async () => { for (let i = 0; i < 12; i += 1) await call(0, { url: 'http://provider.invalid/api/large' }); return 'done'; },
  longCall: (services) => call(services, { url: 'http://provider.invalid/api/' + 'x'.repeat(8000) }),
  longBody: (services) => call(services, { url: 'http://provider.invalid/api/posts', method: 'POST', body: 'x'.repeat(1024 * 1024 + 1) }),
  longPage: () => 'long page',
  longReply: () => '\\u0001'.repeat(4 * 1024 * 1024),
  longTitle: () => 'long title',
  many: async (services) => { for (let i = 0; i < 150; i += 1) await call(services, { url: 'http://provider.invalid/api/posts' }); return 'done'; },
};
exports.createRoutes = (services) => [
  { path: '/page', loader: ({ request }) => work[new URL(request.url).searchParams.get('do')](services), action: async ({ request }) => {
      const form = await request.formData();
      return fetch(services.site.volunteerFormUrl, { method: 'POST', headers: { 'content-type': 'application/json', 'x-forwarded-for': 'forged' }, body: JSON.stringify({ name: form.get('name') }) }).then((response) => response.text());
    }, Component: () => createElement('p', null, String(useLoaderData()).replace('long page', 'x'.repeat(4 * 1024 * 1024))),
    chunk: 'page', render: 'content', head: (data) => ({ title: data === 'long title' ? 'x'.repeat(4001) : 'Page', description: '' }) },
];
`;

const folder = mkdtempSync(join(tmpdir(), 'remote-processes-'));
const createBundle = (remote: string, version = '1', code = BUNDLE): ServerBundle => {
  const file = join(folder, `${remote}-${version}.cjs`);
  writeFileSync(file, code);
  return { remote, version, file, hash: createHash('sha256').update(code).digest('base64'), publicPath: `/_mf/${remote}/${version}/`, paths: ['/page'] };
};

let program: ReturnType<typeof buildRemoteProgram>;
let provider: Server;
const received: string[] = [];
let activeCalls = 0;
let maxActiveCalls = 0;
beforeAll(async () => {
  program = buildRemoteProgram();
  provider = createServer((request, response) => {
    const { authorization, 'x-forwarded-for': visitor, 'content-type': type } = request.headers;
    received.push([request.method, request.url, visitor, type, authorization].join(' ').trim());
    const at = new URL(request.url ?? '', 'http://provider').searchParams.get('at');
    if (at !== null) response.setHeader('x-content-revision', at);
    if (request.url === '/api/failing') response.writeHead(503).end();
    else if (request.url === '/api/slow') setTimeout(() => response.end('slow'), 2500);
    else if (request.url?.startsWith('/api/counted') === true) {
      activeCalls += 1;
      maxActiveCalls = Math.max(maxActiveCalls, activeCalls);
      setTimeout(() => {
        activeCalls -= 1;
        response.end();
      }, 20);
    } else if (request.url === '/api/large') response.end('x'.repeat(60_000));
    else if (request.url === '/api/huge') response.end('x'.repeat(1_000_000));
    else response.end(`received ${request.url}`);
  });
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
  program.remove();
  provider.closeAllConnections();
  provider.close();
  rmSync(folder, { recursive: true });
});

let processes: RemoteProcesses;
let faults: string[];
let loggedLines: unknown[];
let observedRevisions: number[];
const setUp = async (limits: Partial<typeof PROCESS_LIMITS> = {}): Promise<void> => {
  faults = [];
  loggedLines = [];
  observedRevisions = [];
  processes = createRemoteProcesses({
    launcher: await createLauncher({ ...program, barrier: 'auto' }),
    site: siteFixture({ volunteerFormUrl: '/api/volunteer' }),
    providerUrl: `http://127.0.0.1:${(provider.address() as AddressInfo).port}`,
    newestRevision: { get: () => 0, observe: ({ number }) => void observedRevisions.push(number) },
    log: { warn: (...line: unknown[]) => loggedLines.push(line) } as never,
    limits: { ...PROCESS_LIMITS, ...limits },
  });
  processes.onFault(({ remote }, message) => faults.push(`${remote}: ${message}`));
};
beforeEach(() => setUp());
afterEach(() => processes.close());

const render = async (bundle: ServerBundle, work: string, form?: { readonly body: string; readonly visitor: string }): Promise<string> => {
  const { area } = await processes.render(bundle, { url: `http://site.test/page?do=${work}`, ...(form === undefined ? {} : { form }) });
  return area.kind === 'page' ? area.html : `${area.kind} ${'message' in area ? area.message.split('\n')[0] : ''}`;
};

/** Counts the processes of this test's program, by the file in their command line. */
const countPrograms = (): number =>
  execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes(program.programFile) && !line.includes('unshare')).length;

describe('the processes of remotes', () => {
  const [news, gallery] = [createBundle('news'), createBundle('gallery')];

  it('REL-01 run separately for each version, and keep their state', async () => {
    expect([await render(news, 'count'), await render(news, 'count'), await render(gallery, 'count')]).toEqual(['<p>1</p>', '<p>2</p>', '<p>1</p>']);
    expect(await render(createBundle('news', '2'), 'count')).toBe('<p>1</p>');
    expect(countPrograms()).toBe(3);
  });

  it.each([
    ['loop', /endless loop/],
    ['hang', /1500 ms of processing time/],
    ['heap', /more heap than it may|ended by SIG/],
    ['resident', /MB of memory|more heap/],
  ])('NS-10 REL-01 affect only the remote at fault: %s', async (work, reason) => {
    const before = [await render(news, 'count'), await render(gallery, 'count')];
    const startedAt = performance.now();
    const [result, others] = await Promise.allSettled([render(news, work), Promise.all(Array.from({ length: 10 }, () => render(gallery, 'count')))]);

    expect(result).toMatchObject({ status: 'rejected', reason: { message: expect.stringMatching(reason) } });
    expect(performance.now() - startedAt).toBeLessThan(6000);
    expect(before).toEqual(['<p>1</p>', '<p>1</p>']);
    expect(others).toMatchObject({ status: 'fulfilled', value: expect.arrayContaining(['<p>11</p>']) });
    // After any other fault, a new process has started. If only a request hung, its process keeps running.
    expect(await render(news, 'count')).toBe(work === 'hang' ? '<p>2</p>' : '<p>1</p>');
  });

  it('REL-01 REL-08 survive and report an unhandled rejection and an error in a timer', async () => {
    await render(news, 'count');
    expect([await render(news, 'reject'), await render(news, 'timer')]).toEqual(['<p>rejected</p>', '<p>thrown</p>']);

    expect(await render(news, 'count')).toBe('<p>2</p>');
    expect(faults).toEqual([expect.stringContaining('news: Error: not handled'), expect.stringContaining('news: Error: thrown in a timer')]);
  });

  it('REL-01 may not use the CPU continuously without a request', async () => {
    processes.setVersions({ active: [news, gallery], standby: [] });
    await render(news, 'burn');
    for (let waits = 0; waits < 75 && !faults.some((fault) => fault.includes('without a request')); waits += 1) await delay(200);
    expect(faults.join()).toMatch(/news: It used \d+ ms of processor time in \d+ ms without a request\./);
    expect(await render(gallery, 'count')).toBe('<p>1</p>');
  }, 20_000);

  it('REL-01 report errors of a page, keep running, and log the console', async () => {
    expect(await render(news, 'throw')).toBe('fault Error: a bug');
    expect(await render(news, 'console')).toBe('<p>written</p>');
    expect(JSON.stringify(loggedLines)).toContain('one line Error: for the log');
  });

  it('OPS-06 log the console with the id of the request', async () => {
    const trace = { requestId: 'edge-request-1', traceId: '4bf92f3577b34da6a3ce929d0e0e4736', spanId: '00f067aa0ba902b7', hasSpan: true, isSampled: true };
    await processes.render(news, { url: 'http://site.test/page?do=console', trace });
    expect(loggedLines).toEqual([[expect.objectContaining({ remote: 'news', requestId: 'edge-request-1' }), 'remote console output']]);
  });

  it("REL-01 do not count the provider's time as processing time", async () => {
    expect(await render(news, 'wait')).toBe('<p>slow</p>');
  });

  it('REL-01 can only read from the provider, through the host and without headers of the remote', async () => {
    received.length = 0;
    expect(await render(news, 'posts')).toBe('<p>received /api/posts?x=1</p>');
    for (const work of ['elsewhere', 'outside', 'write']) expect(await render(news, work)).toContain('A remote may not call');
    expect(received).toEqual(['GET /api/posts?x=1']);
  });

  it("NS-07 REL-01 pass on a form with the visitor's IP address", async () => {
    received.length = 0;
    const { area, hasWritten } = await processes.render(news, { url: 'http://site.test/page?do=count', form: { body: 'name=Sade', visitor: '10.0.0.9' } });

    expect(area).toMatchObject({ kind: 'page', actionData: { '0-0-0': 'received /api/volunteer' } });
    expect([hasWritten, received]).toEqual([true, ['POST /api/volunteer 10.0.0.9 application/json']]);
  });

  it("OPS-01 report the oldest revision of a page's data, and whether some data is missing", async () => {
    const news = createBundle('news');
    const read = await processes.render(news, { url: 'http://site.test/page?do=revisions' });
    expect([read.data, observedRevisions.sort()]).toEqual([{ revision: 7, isComplete: true }, [7, 8, 9]]);

    const failed = await processes.render(news, { url: 'http://site.test/page?do=failing' });
    expect(failed.data).toEqual({ isComplete: false, failedCall: 'GET /api/failing: status 503' });
  });

  it.each([
    ['calls', 'many', 'more than 24 calls'],
    ['characters in responses', 'much', 'more than 8388608 characters of responses'],
    ['characters in the address of a call', 'longCall', 'sent an invalid message: url'],
    ['characters in the body of a call', 'longBody', 'sent an invalid message: body'],
    ['bytes of HTML', 'longPage', 'sent an invalid message: area.html'],
    ['bytes in a reply', 'longReply', 'has more than 8 MB'],
    ['characters in the title', 'longTitle', 'sent an invalid message: area.page.head.title'],
  ])('NS-10 REL-01 are limited in the number of %s; exceeding it ends only the request', async (_what, work, reason) => {
    // On a busy machine, sending megabytes takes longer than a page's time limit.
    await processes.close();
    await setUp({ ownMs: 15_000, starvedMs: 15_000, loopCpuMs: 10_000 });
    await render(news, 'count');
    const [result, other] = await Promise.allSettled([render(news, work), render(news, 'together')]);

    expect(result).toMatchObject({ status: 'rejected', reason: { message: expect.stringContaining(reason) } });
    expect([other, await render(news, 'count'), faults]).toEqual([{ status: 'fulfilled', value: '<p>done</p>' }, '<p>2</p>', []]);
  });

  it("REL-01 have a limited number of calls in flight, so that responses do not fill the host's memory", async () => {
    expect(await render(news, 'together')).toBe('<p>done</p>');
    expect([activeCalls, maxActiveCalls]).toEqual([0, PROCESS_LIMITS.activeCalls]);
  });

  it.each(['large', 'download'])('REL-01 wait when they exceed the byte budget (%s), and other remotes do not', async (work) => {
    await processes.close();
    await setUp({ burstBytes: 200_000, bytesPerSecond: 1_000_000 });
    await Promise.all([render(news, 'count'), render(gallery, 'count')]);
    const order: string[] = [];
    const startedAt = performance.now();
    const slow = render(news, work).then((html) => order.push(html));
    // The slow page exchanges about 60 KB twelve times.
    await render(gallery, 'posts').then(() => order.push('gallery'));
    await slow;

    expect(order).toEqual(['gallery', '<p>done</p>']);
    expect(performance.now() - startedAt).toBeGreaterThan(400);
  });

  it('REL-01 are rejected with the reason if their bundle cannot be loaded', async () => {
    await expect(processes.probe(createBundle('bad', '1', 'throw new Error("it throws")'))).rejects.toThrow('it throws');
    await expect(processes.probe(createBundle('bad', '2', 'require("node:fs")'))).rejects.toThrow('A remote may not require "node:fs" on the server');
    await expect(processes.probe(createBundle('bad', '3', 'for(;;);'))).rejects.toThrow('not loaded in time');
    await expect(processes.probe({ ...news, hash: 'another', file: news.file })).rejects.toThrow('is not the published file');
    await expect(processes.probe(news)).rejects.toThrow('is not the published file');
  });

  it('REL-01 end when no set names their version any longer', async () => {
    processes.setVersions({ active: [news], standby: [] });
    await render(news, 'count');
    processes.setVersions({ active: [gallery], standby: [] });
    await render(gallery, 'count');

    for (let attempt = 0; attempt < 100 && countPrograms() !== 1; attempt += 1) await delay(50);
    expect(countPrograms()).toBe(1);
  });

  it('REL-01 are not restarted when no set names their version any longer', async () => {
    processes.setVersions({ active: [news], standby: [] });
    await expect(render(news, 'loop')).rejects.toThrow('endless loop');
    processes.setVersions({ active: [gallery], standby: [] });
    await render(gallery, 'count');

    expect(countPrograms()).toBe(1);
  });

  it('REL-01 RLS-07 are limited for previewed versions, but a new version can still be checked', async () => {
    const previewedBundles = ['2', '3', '4', '5'].map((version) => createBundle('news', version));
    const [, , , fifth = news] = previewedBundles;
    processes.setVersions({ active: [news, gallery], standby: [] });
    const results = await Promise.allSettled([...previewedBundles, news, gallery].map((bundle) => render(bundle, 'count')));

    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected', 'fulfilled', 'fulfilled']);
    expect(countPrograms()).toBe(5);
    await processes.probe(fifth);
    expect(await render(fifth, 'count')).toBe('<p>1</p>');
  });

  it('REL-01 use at most 70 MB each when idle', async () => {
    await render(news, 'posts');
    const pids = execFileSync('ps', ['-eo', 'pid,args'], { encoding: 'utf8' })
      .split('\n')
      .filter((line) => line.includes(program.programFile) && !line.includes('unshare'));
    const [, resident = ''] = readFileSync(`/proc/${pids[0]?.trim().split(' ')[0]}/statm`, 'utf8').split(' ');

    expect((Number(resident) * 4096) / 1024 / 1024).toBeLessThan(70);
  });
});

describe('getRestartDelayMs', () => {
  it('REL-01 restarts immediately after the first crash, then with growing delays up to half a minute that differ between hosts', () => {
    const delays = [1, 2, 3, 4, 5, 9, 20].map((deaths) => getRestartDelayMs(deaths, () => 0.5));

    expect(delays).toEqual([0, 0, 500, 1000, 2000, 30_000, 30_000]);
    expect(getRestartDelayMs(4, () => 0)).toBe(750);
    expect(getRestartDelayMs(4, () => 1)).toBe(1250);
  });
});
