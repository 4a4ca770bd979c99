/** @jest-environment node */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readCandidate } from './candidate.ts';
import { checkServer, type ServerDepth } from './check-server.ts';
import { startSourceProbe } from './source-probe.ts';

// Each bundle is examined in a process of its own.
jest.setTimeout(60_000);

const page = (
  body: string,
  handle = '',
) => `{ path: '/sample', handle: { chunk: 'sample', render: 'content', head: () => ({ title: 'A', description: 'B' })${handle} },
  Component: () => { ${body} } }`;
const routes = (route: string) => `const { createElement } = require('react'); exports.createRoutes = (services) => [${route}];`;
const GOOD = routes(page("return createElement('p', null, 'A sample');"));

interface Fixture {
  readonly name: string;
  readonly bundle: string;
  readonly reason: string;
  readonly depth?: ServerDepth;
}

const BAD: readonly Fixture[] = [
  { name: 'throws at load', bundle: "throw new Error('broken on purpose');", reason: 'throws: Error: broken on purpose' },
  { name: 'needs a Node module', bundle: "require('node:fs');", reason: 'may not require "node:fs"' },
  { name: 'reaches a Node module without require', bundle: `process.getBuiltinModule?.('fs'); ${GOOD}`, reason: 'uses process.getBuiltinModule' },
  { name: 'ends the process', bundle: `process.exit(0); ${GOOD}`, reason: 'uses process.exit' },
  { name: 'kills the process by another way', bundle: `globalThis.process.kill(1); ${GOOD}`, reason: 'uses process.kill' },
  { name: 'reads the environment', bundle: `const secret = process.env.JWT_SECRET; ${GOOD}`, reason: 'reads the environment variable JWT_SECRET' },
  { name: 'loops at load', bundle: 'for (;;) {}', reason: 'does not finish within 5 s' },
  { name: 'loops in a page', bundle: routes(page('for (;;);')), reason: 'does not finish within 5 s' },
  { name: 'grows without end', bundle: `const all = []; for (;;) all.push(new Array(1e6).fill(1.5));`, reason: 'needs more than' },
  {
    name: 'is large in memory',
    bundle: `globalThis.Array; const block = Buffer.alloc(100e6, 1); exports.block = block; ${GOOD}`,
    reason: 'MB of memory by being loaded',
  },
  { name: 'starts a timer', bundle: `setInterval(() => undefined, 1000); ${GOOD}`, reason: 'starts a timer (setInterval)' },
  {
    name: 'rejects in a timer',
    bundle: `Promise.resolve().then(() => { throw new Error('too late'); }); ${GOOD}`,
    reason: 'leaves a rejected promise unhandled: Error: too late',
  },
  { name: 'leaves a global', bundle: `globalThis.sampleCache = {}; ${GOOD}`, reason: 'leaves a global: globalThis.sampleCache' },
  { name: 'changes a prototype', bundle: `Array.prototype.last = function () { return 1; }; ${GOOD}`, reason: 'Array.prototype.last is added' },
  { name: 'fetches', bundle: `fetch('https://elsewhere.example/x').catch(() => 0); ${GOOD}`, reason: 'fetches https://elsewhere.example/x' },
  { name: 'throws in a page', bundle: routes(page("throw new Error('no page');")), reason: 'throws on the server: Error: no page' },
  {
    name: 'throws with real data only',
    bundle: `const { useLoaderData } = require('@site/shared/router'); exports.createRoutes = ({ http }) => [{ ...${page('const data = useLoaderData(); if (data.ok) throw new Error(data.value.length); return null;')},
      loader: () => http.call({ method: 'GET', path: '/posts', envelope: 'data', response: { type: 'unknown', async: false, '~standard': {}, '~run': (dataset) => ({ ...dataset, typed: true }) } }) }];`,
    reason: '/sample (sample data)',
  },
  {
    name: 'puts a script into its HTML',
    bundle: routes(page("return createElement('script', { src: 'https://elsewhere.example/x.js' });")),
    reason: 'its HTML has a script element',
  },
  { name: 'has no routes', bundle: 'exports.createRoutes = () => [];', reason: 'createRoutes returned no routes' },
  {
    name: 'keeps memory with each render',
    bundle: `const all = []; ${routes(page("all.push(new Array(100000).fill(0).map((_, index) => index + Math.random())); return createElement('p', null, 'A sample');"))}`,
    reason: 'of memory with each render',
    depth: 'full',
  },
];

describe('REL-04 server bundle of a release', () => {
  const folders: string[] = [];
  afterAll(() => {
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  });
  const check = async (bundle: string, depth: ServerDepth = 'quick') => {
    const folder = mkdtempSync(join(tmpdir(), 'candidate-'));
    folders.push(folder);
    mkdirSync(join(folder, 'server'));
    writeFileSync(join(folder, 'server/routes.cjs'), bundle);
    const { findings, routes: found } = checkServer(await readCandidate('sample', folder), startSourceProbe, depth);
    return { findings: (await findings).map(({ where, what }) => `${where} ${what}`), routes: await found };
  };

  it('accepts a bundle whose pages render with, without and with failing data, and knows its routes', async () => {
    expect(await check(GOOD, 'full')).toEqual({
      findings: [],
      routes: [{ pattern: '/sample', kind: 'page', render: 'content', shell: true, address: '/sample' }],
    });
  });

  it('rejects a global style, and a probe that reports without end', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'candidate-'));
    folders.push(folder);
    for (const side of ['browser', 'server']) mkdirSync(join(folder, side));
    writeFileSync(join(folder, 'server/routes.cjs'), GOOD);
    writeFileSync(join(folder, 'browser/page.css'), 'footer { color: red }');
    const candidate = await readCandidate('sample', folder);
    expect(await checkServer(candidate, startSourceProbe, 'quick').findings).toEqual([
      { check: 'styles', where: 'browser/page.css', what: '"footer" matches outside the remote.', fix: expect.stringContaining('.remote_sample-…') },
    ]);

    const flood = "for (const text = 'x'.repeat(65536); ; ) require('node:fs').writeSync(3, text);";
    const startFlood = () => spawn(process.execPath, ['-e', flood], { stdio: ['pipe', 'ignore', 'pipe', 'pipe'] });
    expect(await checkServer(candidate, startFlood, 'quick').findings).toEqual([
      expect.objectContaining({ what: expect.stringContaining('too many reports') }),
    ]);
  });

  const results = new Map<string, readonly string[]>();
  beforeAll(async () => {
    const queue = [...BAD];
    const work = async (): Promise<void> => {
      for (let each = queue.shift(); each !== undefined; each = queue.shift()) results.set(each.name, (await check(each.bundle, each.depth)).findings);
    };
    await Promise.all([work(), work(), work()]);
  }, 120_000);

  it.each(BAD)('rejects a bundle that $name', ({ name, reason }) => {
    expect(results.get(name)).toContainEqual(expect.stringContaining(reason));
  });
});
