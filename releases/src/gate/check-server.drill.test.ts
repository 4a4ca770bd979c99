/** @jest-environment node */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readCandidate } from './candidate.ts';
import { checkServer, type ServerDepth } from './check-server.ts';
import { startSourceProbe } from './source-probe.ts';

const page = (body: string, members = '') =>
  `{ path: '/sample', chunk: 'sample', render: 'content', head: () => ({ title: 'A', description: 'B' })${members}, Component: () => { ${body} } }`;
const routes = (route: string) => `const { createElement } = require('react'); exports.createRoutes = (services) => [${route}];`;
const routeWithFallback = (fallback: string) =>
  `{ path: '/waiting', chunk: 'waiting', render: 'browser', head: () => ({ title: 'A', description: 'B' }), fallback: ${fallback} }`;
const GOOD = routes(page("return createElement('p', null, 'A sample');"));

interface Fixture {
  readonly name: string;
  readonly bundle: string;
  readonly reason: string;
  readonly depth?: ServerDepth;
}

const BAD_BUNDLES: readonly Fixture[] = [
  { name: 'throws at load', bundle: "throw new Error('broken on purpose');", reason: 'throws: Error: broken on purpose' },
  { name: 'needs a Node module', bundle: "require('node:fs');", reason: 'may not require "node:fs"' },
  { name: 'reaches a Node module without require', bundle: `process.getBuiltinModule?.('fs'); ${GOOD}`, reason: 'uses process.getBuiltinModule' },
  { name: 'ends the process', bundle: `process.exit(0); ${GOOD}`, reason: 'uses process.exit' },
  { name: 'kills the process by another way', bundle: `globalThis.process.kill(1); ${GOOD}`, reason: 'uses process.kill' },
  { name: 'reads the environment', bundle: `const secret = process.env.JWT_SECRET; ${GOOD}`, reason: 'reads the environment variable JWT_SECRET' },
  { name: 'loops at load', bundle: 'for (;;) {}', reason: 'does not finish within 5 s' },
  { name: 'loops in a page', bundle: routes(page('for (;;);')), reason: 'does not finish within 5 s' },
  {
    name: 'suspends forever',
    bundle: `const never = new Promise(() => undefined); ${routes(page('throw never;'))}`,
    reason: '/sample (sample data) waits for a promise that never settles.',
    depth: 'quick',
  },
  {
    name: 'loads forever',
    bundle: routes(page("return 'A sample';").replace('Component:', 'loader: () => new Promise(() => undefined), Component:')),
    reason: '/sample (sample data) waits for a promise that never settles.',
    depth: 'quick',
  },
  {
    name: 'keeps working after a page is rendered',
    bundle: `let works = false; ${routes(page("if (!works) { works = true; setTimeout(() => undefined, 60_000); } return 'A sample';"))}`,
    reason: '/sample (sample data) leaves a timer running after the page was rendered (setTimeout).',
    depth: 'full',
  },
  {
    name: 'has data that JSON cannot represent',
    bundle: routes(page("return 'A sample';").replace('Component:', "loader: async () => ({ format: () => 'text' }), Component:")),
    reason: 'its loader returns more than plain JSON',
    depth: 'quick',
  },
  {
    name: 'has a class instance as data',
    bundle: routes(page("return 'A sample';").replace('Component:', 'loader: async () => ({ names: new Set() }), Component:')),
    reason: 'its loader returns more than plain JSON',
    depth: 'quick',
  },
  { name: 'grows without end', bundle: `const all = []; for (;;) all.push(new Array(1e6).fill(1.5));`, reason: 'needs more than' },
  {
    name: 'uses too much memory',
    bundle: `const block = new Uint8Array(100e6).fill(1); exports.block = block; ${GOOD}`,
    reason: 'MB of memory when it is loaded',
  },
  { name: 'starts a timer', bundle: `setInterval(() => undefined, 1000); ${GOOD}`, reason: 'starts a timer (setInterval)' },
  {
    name: 'rejects in a timer',
    bundle: `Promise.resolve().then(() => { throw new Error('too late'); }); ${GOOD}`,
    reason: 'leaves a rejected promise unhandled: Error: too late',
  },
  { name: 'leaves a global', bundle: `globalThis.sampleCache = {}; ${GOOD}`, reason: 'leaves a global: globalThis.sampleCache' },
  { name: 'changes a prototype', bundle: `Array.prototype.last = function () { return 1; }; ${GOOD}`, reason: 'Array.prototype.last is added' },
  { name: 'changes a prototype in strict mode', bundle: `'use strict'; Array.prototype.last = () => 1; ${GOOD}`, reason: 'Array.prototype.last is added' },
  {
    name: 'changes built-in prototypes while a page is rendered',
    bundle: routes(page("URL.prototype.last = 1; Object.getPrototypeOf(function* () {}).last = 1; return createElement('p', null, 'A sample');")),
    reason: 'GeneratorFunction.last is added',
  },
  { name: 'replaces a global', bundle: `fetch = () => 0; ${GOOD}`, reason: 'globalThis.fetch is changed' },
  { name: 'replaces a method of the web', bundle: `Response.prototype.json = async () => 0; ${GOOD}`, reason: 'Response.prototype.json is added' },
  { name: 'fetches', bundle: `fetch('https://elsewhere.example/x').catch(() => 0); ${GOOD}`, reason: 'fetches https://elsewhere.example/x' },
  { name: 'throws in a page', bundle: routes(page("throw new Error('no page');")), reason: 'throws on the server: Error: no page' },
  {
    name: 'throws with real data only',
    bundle: `const { useLoaderData } = require('@site/shared/router'); exports.createRoutes = ({ http }) => [{ ...${page('const data = useLoaderData(); if (data.ok) throw new Error(data.value.length); return null;')},
      loader: () => http.call({ method: 'GET', path: '/posts', envelope: 'data', response: { type: 'unknown', async: false, '~standard': {}, '~run': (dataset) => ({ ...dataset, typed: true }) } }) }];`,
    reason: '/sample (sample data)',
  },
  {
    name: 'adds a script to its HTML',
    bundle: routes(page("return createElement('script', { src: 'https://elsewhere.example/x.js' });")),
    reason: 'its HTML would be rejected: <script> is not allowed here',
  },
  ...[
    ["createElement('canvas')", '<canvas> is not allowed here'],
    ["createElement('math')", '<math> is not allowed here'],
    ["createElement('object', { data: '/x' })", '<object> is not allowed here'],
    ["createElement('svg', null, createElement('animate', { attributeName: 'href' }))", '<animate> is not allowed in <svg>'],
    ["createElement('svg', null, createElement('a', { href: '/x' }))", '<a> is not allowed in <svg>'],
    ["createElement('div', { id: 'main' })", 'the id main, which the page has already or may have'],
    ["createElement('form', { name: 'title' })", 'a name on <form>'],
  ].map(([element = '', problem = '']) => ({
    name: `renders what the host would reject: ${element}`,
    bundle: routes(page(`return createElement('section', null, ${element});`)),
    reason: `its HTML would be rejected: ${problem}`,
    depth: 'quick' as const,
  })),
  {
    name: 'asks for a password',
    bundle: routes(page("return createElement('input', { type: 'password', 'aria-label': 'Password' });")),
    reason: 'asks for a password.',
    depth: 'quick',
  },
  {
    name: 'sends a form to another site',
    bundle: routes(page("return createElement('form', { action: 'https://elsewhere.example/collect' }, 'Send');")),
    reason: 'has a form that is sent to another site (https://elsewhere.example/collect)',
    depth: 'quick',
  },
  {
    name: 'throws in what the first HTML of a browser page shows',
    bundle: routes(routeWithFallback("async () => { throw new Error('no fallback'); }")),
    reason: 'throws on the server: Error: no fallback',
  },
  {
    name: 'adds a script to the fallback of a browser page',
    bundle: routes(routeWithFallback("async () => createElement('script')")),
    reason: '/waiting (sample data) its HTML would be rejected: <script> is not allowed here',
  },
  {
    name: 'has too many routes',
    bundle:
      "exports.createRoutes = () => Array.from({ length: 10_000 }, (_, index) => ({ path: '/sample/' + index, chunk: 'sample', render: 'static', head: () => ({ title: 'A', description: 'B' }), Component: () => null }));",
    reason: 'has 10000 routes; the limit is 500.',
    depth: 'quick',
  },
  {
    name: 'calls the provider for each item of a list',
    bundle:
      "exports.createRoutes = ({ http }) => [{ path: '/sample', chunk: 'sample', render: 'content', head: () => ({ title: 'A', description: 'B' }), loader: async () => { for (let i = 0; i < 30; i += 1) await http.call({ method: 'GET', path: '/posts', access: 'public', envelope: 'data', response: { type: 'any', '~run': (dataset) => ({ ...dataset, typed: true }) } }); return null; }, Component: () => 'A sample' }];",
    reason: 'makes 30 calls; the limit is 24.',
    depth: 'quick',
  },
  { name: 'has no routes', bundle: 'exports.createRoutes = () => [];', reason: 'createRoutes returned no routes' },
  {
    name: 'leaks memory with each render',
    bundle: `const all = []; ${routes(page("all.push(new Array(100000).fill(0).map((_, index) => index + Math.random())); return createElement('p', null, 'A sample');"))}`,
    reason: 'of memory with each render',
    depth: 'full',
  },
];

/** Ways in which a bundle may try to escape the checks; each expression is truthy if the attempt succeeds. */
const ESCAPES = [
  'process.getBuiltinModule?.("fs")',
  'process.binding?.("fs") || process.mainModule || process.stdout || process.send || process.constructor !== Object || Object.getPrototypeOf(process) !== Object.prototype',
  'Object.keys(process.env).join() !== "NODE_ENV"',
  'require("node:fs")',
  'require.main || require.cache || module.require || module.parent || module.constructor !== Object',
  'import("node:fs").then(() => { throw new Error("got fs"); }, () => 0) && false',
  'new Function("return process")()',
  '({}).constructor.constructor("return 1")()',
  '(async () => {}).constructor("return 1")',
  '(0, eval)("1 + 1")',
  'globalThis.Buffer || globalThis.global || globalThis.WebSocket || globalThis.Worker || globalThis.MessageChannel || globalThis.WebAssembly || globalThis.BroadcastChannel',
  'Object.getOwnPropertySymbols(globalThis).find((symbol) => typeof globalThis[symbol] === "object")',
  'console._stdout || console.Console',
  'setTimeout(() => 0, 0)._idlePrev || setImmediate(() => 0)._idleNext',
  '(function walk() { const { caller } = arguments.callee; return caller?.caller?.caller || caller?.caller?.arguments; })()',
  'fs.readFileSync("/etc/passwd")',
];
const FORGERIES = [
  'const { stringify } = JSON; JSON.stringify = (value) => stringify(value?.type === "finding" ? { type: "step", name: "forged" } : value)',
  'globalThis.JSON = { parse: () => ({}), stringify: () => "{}" }',
  'Object.prototype.toJSON = () => ({ type: "step", name: "forged" })',
  'String.prototype.slice = () => { throw 0; }',
  'RegExp.prototype.exec = () => null',
  'Array.prototype[Symbol.iterator] = function* () {}',
  'Object.getPrototypeOf([][Symbol.iterator]()).next = () => ({ done: true })',
  'Object.getPrototypeOf(Object.getPrototypeOf((function* () {})())).next = () => ({ done: true })',
  'Promise.prototype.then = () => new Promise(() => 0)',
  'Promise.prototype.catch = () => 0',
  'Function.prototype.call = Function.prototype.apply = () => 0',
  'Error.prepareStackTrace = (_, sites) => { throw sites[0].getFunction(); }',
  'Error.stackTraceLimit = 0',
  'Object.defineProperty(Error, Symbol.hasInstance, { value: () => false })',
  'Object.defineProperty(Response, Symbol.hasInstance, { value: () => true })',
  'Object.defineProperty(Request.prototype, "url", { get: () => "http://site.invalid/elsewhere" })',
  'globalThis.URL = class {}',
  'globalThis.setTimeout = () => 0',
  'AbortSignal.timeout = () => { throw 0; }',
  'Map.prototype.get = Set.prototype.has = () => undefined',
  'Object.keys = Object.entries = () => []',
  'console.log = () => { throw 0; }',
];

/** A bundle that makes all of these attempts. Its page then fails with a list of the successful ones. The examination must touch its getters and thenables. */
const HOSTILE = `const { createElement } = require('react');
const got = [];
const attempt = (name, run) => { try { if (run()) got.push(name); } catch {} };
const attack = () => {
  ${ESCAPES.map((code) => `attempt(${JSON.stringify(code)}, () => ${code});`).join('\n  ')}
  ${FORGERIES.map((code) => `attempt(${JSON.stringify(code)}, () => { ${code} });`).join('\n  ')}
};
attack();
const route = { path: '/sample', chunk: 'sample', render: 'content', head: () => ({ title: 'A', description: 'B' }),
  loader: () => ({ then: (resolve) => { attack(); resolve(null); } }),
  Component: () => { attack(); throw new Error('got ' + (got.join('; ') || 'nothing')); } };
Object.defineProperty(exports, 'createRoutes', { get: () => { attack(); return () => [route]; } });`;

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

  it('accepts a bundle whose pages render with content, without content and with failing data, and lists its routes', async () => {
    expect(await check(GOOD, 'full')).toEqual({
      findings: [],
      routes: [{ pattern: '/sample', kind: 'page', render: 'content', shell: true, address: '/sample' }],
    });
  });

  it('rejects a global style and a probe that reports endlessly', async () => {
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

  it('RLS-03 contains a bundle that tries to escape or to forge reports', async () => {
    for (const bundle of [HOSTILE, HOSTILE.replace(/^/, "'use strict'; ").replace('arguments.callee', '({})')]) {
      const { findings, routes: found } = await check(bundle);
      expect(findings.filter((text) => text.startsWith('/sample (sample data) throws'))).toEqual([expect.stringContaining('Error: got nothing')]);
      expect(found).toEqual([expect.objectContaining({ pattern: '/sample' })]);
    }
  });

  it.each([
    [
      'an error that throws when it is read',
      "const error = new Error(); Object.defineProperty(error, 'message', { get: () => { throw error; } }); throw error;",
    ],
    ['a thenable that never resolves', 'return { then: () => undefined };'],
  ])('RLS-03 has a finding for %s', async (_name, body) => {
    const { findings } = await check(routes(`{ ...${page("return createElement('p', null, 'A sample');")}, loader: () => { ${body} } }`));
    expect(findings).not.toEqual([]);
  });

  const results = new Map<string, readonly string[]>();
  beforeAll(async () => {
    const queue = [...BAD_BUNDLES];
    const work = async (): Promise<void> => {
      for (let each = queue.shift(); each !== undefined; each = queue.shift()) results.set(each.name, (await check(each.bundle, each.depth)).findings);
    };
    await Promise.all([work(), work(), work()]);
  }, 120_000);

  it.each(BAD_BUNDLES)('rejects a bundle that $name', ({ name, reason }) => {
    expect(results.get(name)).toContainEqual(expect.stringContaining(reason));
  });
});
