/** @jest-environment node */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { readCandidate } from '@site/releases/candidate';
import { checkServer } from '@site/releases/check-server';
import { siteFixture } from '@site/shared/testing/fixtures';
import { buildRemoteProgram } from '../../testing/remote-program.ts';
import { createLauncher } from './launcher.ts';
import { PROCESS_LIMITS } from './limits.ts';
import { startReleaseProbe } from './release-probe.ts';
import { createRemoteProcesses, type RemoteProcesses } from './remote-processes.ts';

/**
 * Escape attempts of a hostile server bundle, each the body of a loader. An attempt returns what it got hold of; it fails if it returns nothing or throws.
 * In scope: `services`, `request`, `module`, `require`, `PORT` (a server of this test that must not be reached) and `FOLDER` (a folder that must not be read).
 */
const ATTEMPTS: readonly (readonly [group: string, code: string])[] = [
  ['built-ins', `return process.getBuiltinModule('node:fs')`],
  ['built-ins', `return process.binding('fs')`],
  ['built-ins', `return process._linkedBinding('fs')`],
  ['built-ins', `return process.mainModule.require('fs')`],
  ['built-ins', `return require('fs')`],
  ['built-ins', `return require('node:child_process')`],
  ['built-ins', `return require('async_hooks')`],
  ['built-ins', `return require.main || require.cache || require.resolve('fs')`],
  ['built-ins', `return module.require || module.constructor._load || module.parent || module.paths`],
  ['built-ins', `return import('node:fs')`],
  ['built-ins', `return new Function('return process')()`],
  ['built-ins', `return (0, eval)('1 + 1')`],
  ['built-ins', `return ({}).constructor.constructor('return import("node:fs")')()`],
  ['built-ins', `return (async () => {}).constructor('return import("node:fs")')()`],
  ['built-ins', `return (function* () {}).constructor('yield 1')().next().value`],
  ['built-ins', `return services.http.call.constructor('return process')()`],
  ['built-ins', `return ['return import("node:fs")'].map(Function)[0]()`],
  ['built-ins', `return setTimeout('globalThis.got = 1', 0) && new Promise((done) => setTimeout(() => done(globalThis.got), 20))`],
  [
    'built-ins',
    `Error.prepareStackTrace = (_, sites) => sites; return new Error().stack.map?.((site) => site.getThis() || site.getFunction()).find((found) => found && found !== globalThis)`,
  ],
  ['built-ins', `const target = {}; Error.captureStackTrace(target); return target.stack.find((site) => site.getFunction())`],
  ['built-ins', `return (function () { return arguments.callee.caller.caller })()`],
  ['built-ins', `return Object.getOwnPropertySymbols(globalThis).map((symbol) => globalThis[symbol]).find((value) => typeof value === 'object')`],
  ['built-ins', `return globalThis.global || globalThis.root || globalThis.Buffer || globalThis.navigator || globalThis.MessageChannel || globalThis.Worker`],
  ['built-ins', `return console._stdout || console.Console || console._stderr`],
  ['built-ins', `return performance.constructor !== Object && performance.constructor || performance.timerify`],
  ['built-ins', `return setTimeout(() => {}, 1)._idlePrev || setImmediate(() => {})._idleNext || setTimeout[Object.getOwnPropertySymbols(setTimeout)[0]]`],
  ['built-ins', `return new ShadowRealm().importValue('node:fs', 'default')`],
  ['environment', `return process.env.JWT_SECRET || process.env.PATH || process.env.HOME`],
  ['environment', `return Object.keys(process.env).length > 1 || Object.keys(process).length > 1`],
  ['environment', `return process.argv || process.cwd() || process.versions || process.config`],
  ['environment', `process.env.NODE_OPTIONS = '--require=x'; return process.env.NODE_OPTIONS`],
  ['files', `return (await fetch('file://' + FOLDER + '/secret.txt')).text()`],
  ['files', `return require(FOLDER + '/secret.txt')`],
  ['files', `return import(FOLDER + '/secret.mjs')`],
  ['files', `return new Worker(FOLDER + '/secret.mjs')`],
  ['network', `return (await fetch('http://127.0.0.1:' + PORT + '/')).text()`],
  ['network', `return (await fetch('http://provider.invalid/metrics')).text()`],
  ['network', `return (await fetch('http://provider.invalid/api/../metrics')).text()`],
  ['network', `return (await fetch('http://provider.invalid@127.0.0.1:' + PORT + '/api/')).text()`],
  ['network', `return (await fetch('http://provider.invalid/api/posts', { method: 'DELETE' })).text()`],
  ['network', `return new WebSocket('ws://127.0.0.1:' + PORT) || new EventSource('http://127.0.0.1:' + PORT) || new XMLHttpRequest()`],
  [
    'network',
    `const result = await services.http.call({ method: 'GET', path: '/../../metrics', access: 'public', envelope: 'bare', response: { type: 'any', async: false, '~run': (data) => ({ ...data, typed: true }) } }); return result.ok && result.value`,
  ],
  ['network', `return globalThis[Symbol.for('undici.globalDispatcher.1')] || globalThis[Symbol.for('undici.globalOrigin.1')]`],
  ["other remotes' memory", `return new SharedArrayBuffer(8) && Atomics.wait`],
  ["other remotes' memory", `return new BroadcastChannel('remotes') || new MessageChannel()`],
  ["other remotes' memory", `return new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true })`],
  ['process and signals', `return process.kill(1, 'SIGKILL')`],
  ['process and signals', `return process.exit(0)`],
  ['process and signals', `return process.abort()`],
  ['process and signals', `return process.report.getReport() || process.on('exit', () => {})`],
  ['native code', `return process.dlopen({ exports: {} }, FOLDER + '/addon.node')`],
  ['native code', `return require(FOLDER + '/addon.node')`],
  ['native code', `return new WebAssembly.Module(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]))`],
  [
    'prototypes',
    `Object.defineProperty(Object.prototype, 'handle', { configurable: true, set(value) { globalThis.got = value } }); return 'a setter for every object'`,
  ],
  ['prototypes', `Object.prototype.then = function () { globalThis.got = this }; return 'then' in {} && 'a then for every object'`],
  ['prototypes', `'use strict'; Function.prototype.call = function (...given) { globalThis.got = given }; return 'a call for every function'`],
  ['prototypes', `'use strict'; JSON.stringify = () => '{}'; return 'the words of the program'`],
  ['prototypes', `'use strict'; Promise.prototype.then = function () { globalThis.got = this }; return 'every promise'`],
];

/** Searches everything that code can reach, and returns the path to the first function that gives access to Node or the machine. */
const SEARCH_CODE = `
const wanted = /^(?:require|getBuiltinModule|binding|_linkedBinding|dlopen|_load|spawn|fork|exec|execFile|connect|readFileSync|openSync|Socket|Pipe|TCP|Server|Worker|runInThisContext|compileFunction|kill|_kill|reallyExit|createRequire|register)$/;
     const seen = new Set(); const queue = [[globalThis, 'globalThis'], [services, 'services'], [request, 'request'], [module, 'module'], [require, 'require()'], [arguments, 'arguments']];
     for (const name of ['react', 'react/jsx-runtime', 'react-dom', '@site/shared/router']) queue.push([require(name), name]);
     queue.push([new AbortController(), 'abort'], [new Event('x'), 'event'], [new URL('http://a/'), 'url'], [fetch('/'), 'promise'], [new Response('x').text(), 'text'], [crypto.subtle, 'subtle'], [new Error('x'), 'error'], [structuredClone({}), 'clone'], [new TextDecoder(), 'decoder']);
     for (let i = 0; i < queue.length && i < 300000; i += 1) {
       const [value, path] = queue[i];
       if ((typeof value !== 'object' && typeof value !== 'function') || value === null || seen.has(value)) continue;
       seen.add(value);
       let proto; try { proto = Object.getPrototypeOf(value) } catch {} if (proto) queue.push([proto, path + '.__proto__']);
       let keys = []; try { keys = Reflect.ownKeys(value) } catch {}
       for (const key of keys) {
         let property; try { property = Reflect.getOwnPropertyDescriptor(value, key) } catch { continue }
         const name = path + '.' + String(key);
         if (typeof key === 'string' && wanted.test(key) && typeof property?.value === 'function') return name;
         for (const part of [property?.value, property?.get, property?.set]) if (part) queue.push([part, name]);
         if (property?.get) { try { queue.push([Reflect.get(value, key, value), name]) } catch {} }
       }
     }
     return seen.size < 500 ? 'it saw only ' + seen.size : undefined`;

const createBundle = (folder: string, port: number, attempts: readonly string[]) => {
  const text = `
const PORT = ${port}; const FOLDER = ${JSON.stringify(folder)};
const attempts = [${attempts.map((code) => `async function (services, request) { ${code}\n }`).join(',\n')}];
exports.createRoutes = (services) => [{
  path: '/page',
  loader: async ({ request }) => {
    try { const got = await attempts[new URL(request.url).searchParams.get('attempt')](services, request); return got === undefined || got === null || got === false ? 'nothing' : 'got ' + String(got).slice(0, 200); }
    catch (error) { return 'nothing: ' + error; }
  },
  Component: () => null,
}];`;
  const file = join(folder, 'hostile-routes.cjs');
  writeFileSync(file, text);
  return { remote: 'hostile', version: '1', file, hash: createHash('sha256').update(text).digest('base64'), publicPath: '/_mf/hostile/1/', paths: ['/page'] };
};

const folder = mkdtempSync(join(tmpdir(), 'escapes-'));
let program: ReturnType<typeof buildRemoteProgram>;
let outsideServer: Server;
let port = 0;
let visits = 0;
beforeAll(async () => {
  program = buildRemoteProgram();
  writeFileSync(join(folder, 'secret.txt'), 'the secret');
  writeFileSync(join(folder, 'secret.mjs'), 'export default "the secret"');
  writeFileSync(join(folder, 'addon.node'), '');
  outsideServer = createServer((_request, response) => {
    visits += 1;
    response.end('reached');
  });
  await new Promise<void>((resolve) => outsideServer.listen(0, '127.0.0.1', resolve));
  port = (outsideServer.address() as AddressInfo).port;
});
afterAll(() => {
  program.remove();
  outsideServer.closeAllConnections();
  outsideServer.close();
  rmSync(folder, { recursive: true });
});

describe.each(['auto', 'none'] as const)('a hostile server bundle, with the barrier of the operating system: %s', (barrier) => {
  let processes: RemoteProcesses;
  beforeAll(async () => {
    processes = createRemoteProcesses({
      launcher: await createLauncher({ ...program, barrier }),
      site: siteFixture(),
      // Nothing listens on this port: every call is refused or fails.
      providerUrl: 'http://127.0.0.1:9',
      newestRevision: { get: () => 0, observe: () => undefined },
      log: { warn: () => undefined },
      limits: PROCESS_LIMITS,
    });
  });
  afterAll(() => processes.close());

  const run = async (attempt: number): Promise<unknown> => {
    const bundle = createBundle(folder, port, [...ATTEMPTS.map(([, code]) => code), SEARCH_CODE, 'return "something"']);
    const { area } = await processes.render(bundle, { url: `http://site.test/page?attempt=${attempt}` });
    return area.kind === 'page' ? area.loaderData['0-0-0'] : area;
  };

  it.each(ATTEMPTS.map(([group, code], index) => [group, code, index] as const))('REL-01 gets no access to %s by %s', async (_group, _code, index) => {
    expect(await run(index)).toMatch(/^nothing/);
    expect(visits).toBe(0);
  });

  it('REL-01 finds no path to Node in everything that it can reach', async () => {
    expect(await run(ATTEMPTS.length)).toBe('nothing');
  });

  it('is detected when it gets something', async () => {
    expect(await run(ATTEMPTS.length + 1)).toBe('got something');
  });
});

/** Tests the second barrier, in case a bundle escapes the first: a program with all of Node's modules, started like a remote's process. */
const HOSTILE_PROGRAM = `
const { writeSync, readFileSync, writeFileSync } = require('node:fs');
const [folder, port, hostPid] = ['FOLDER', PORT, HOST_PID];
const attempt = async (work) => { try { return (await work()) ?? true; } catch (error) { return false; } };
const connect = (open) => new Promise((resolve, reject) => { const socket = open(); socket.once('error', reject); socket.once('connect', () => resolve(true)); });
(async () => {
  const results = {
    'read a file': await attempt(() => readFileSync(folder + '/secret.txt')) !== false,
    'write a file': await attempt(() => writeFileSync(folder + '/written.txt', 'x')) !== false,
    'read the environment of the host': await attempt(() => readFileSync('/proc/' + hostPid + '/environ')) !== false,
    'find a variable of the host': Object.keys(process.env).some((name) => /PATH|HOME|SECRET|DATA_DIR/.test(name)),
    'start a program': await attempt(() => require('node:child_process').execFileSync('/bin/true')) !== false,
    'start a thread': await attempt(() => new (require('node:worker_threads').Worker)('1', { eval: true })) !== false,
    'load native code': await attempt(() => process.dlopen({ exports: {} }, folder + '/addon.node')) !== false,
    'compile text': await attempt(() => new Function('return 1')()) !== false,
    'reach the network': await attempt(() => connect(() => require('node:net').connect(port, '127.0.0.1'))) !== false,
    'signal the host': await attempt(() => process.kill(hostPid, 0)) !== false,
  };
  writeSync(3, JSON.stringify(results));
  process.exit(0);
})();
`;

describe('the process of a remote', () => {
  // `setpriv` makes the kernel kill the process together with the host.
  const itLinux = existsSync('/usr/bin/setpriv') ? it : it.skip;
  itLinux.each(['auto', 'none'] as const)('REL-01 ends when its host is killed, even in a loop (barrier: %s)', async (barrier) => {
    const programFile = join(folder, `loop-${barrier}.cjs`);
    writeFileSync(programFile, `require('node:fs').writeSync(3, 'looping'); for (;;);`);
    const { command } = await createLauncher({ programFile, probeFile: programFile, barrier });
    const host = spawn(process.execPath, [
      '-e',
      `const child = require('node:child_process').spawn(...${JSON.stringify(command)}); child.stdio[3].once('data', () => process.kill(process.pid, 'SIGKILL'))`,
    ]);
    await new Promise((resolve) => host.once('close', resolve));
    const isRunning = (): boolean => execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' }).includes(programFile);
    for (let attempt = 0; attempt < 100 && isRunning(); attempt += 1) await delay(50);

    expect(isRunning()).toBe(false);
  });
});

describe('the probe of an uploaded release', () => {
  const examine = async (bundle: string) => {
    const release = mkdtempSync(join(tmpdir(), 'release-'));
    mkdirSync(join(release, 'server'));
    writeFileSync(join(release, 'server/routes.cjs'), bundle);
    const launcher = await createLauncher({ ...program, barrier: 'auto' });
    const { findings, routes } = checkServer(await readCandidate('sample', release), () => startReleaseProbe(launcher), 'quick');
    const result = { findings: (await findings).map(({ what }) => what), patterns: (await routes)?.map(({ pattern }) => pattern) };
    rmSync(release, { recursive: true });
    return result;
  };

  it('RLS-03 finds the faults of a server bundle in isolation', async () => {
    const good = "exports.createRoutes = () => [{ path: '/sample', element: 'A sample' }];";
    expect(await examine(good)).toEqual({ findings: [], patterns: ['/sample'] });
    expect((await examine('const block = []; for (;;) block.push(new Uint8Array(50e6).fill(1));')).findings).toEqual([
      expect.stringContaining("ends the server's process"),
    ]);
    expect((await examine(`Array.prototype.last = 1; ${good}`)).findings).toEqual([expect.stringContaining('changes what all code shares')]);
  });
});

describe("a process with all of Node's modules", () => {
  const tryAll = async (barrier: 'auto' | 'none', kind: 'command' | 'probeCommand' = 'command') => {
    const programFile = join(folder, `hostile-${kind}-${barrier}.cjs`);
    writeFileSync(programFile, HOSTILE_PROGRAM.replace('FOLDER', folder).replace('PORT', String(port)).replace('HOST_PID', String(process.pid)));
    const launcher = await createLauncher({ programFile, probeFile: programFile, barrier });
    const child: ChildProcess = spawn(...(launcher[kind] as Parameters<typeof spawn>));
    let output = '';
    (child.stdio[3] as Readable).on('data', (data) => {
      output += data;
    });
    await new Promise((resolve) => child.once('close', resolve));
    const results: Record<string, boolean> = JSON.parse(output);
    return { isolation: launcher.isolation, succeeded: Object.keys(results).filter((name) => results[name]) };
  };

  it.each([
    ['a remote', 'command'],
    ['the probe of a release', 'probeCommand'],
  ] as const)('REL-01 RLS-03 cannot do anything inside namespaces: %s', async (_name, kind) => {
    const { isolation, succeeded } = await tryAll('auto', kind);
    // Containers may forbid namespaces, which `/ready` then reports.
    if (isolation.barrier === 'namespaces') expect(succeeded).toEqual([]);
    expect(isolation.permissionModel).toBe(true);
  });

  it('REL-01 can reach the network and signal other processes without namespaces, as SECURITY.md says', async () => {
    const { isolation, succeeded } = await tryAll('none');

    expect(isolation).toEqual({ barrier: 'none', permissionModel: true });
    expect(['reach the network', 'signal the host']).toEqual(expect.arrayContaining(succeeded));
    expect(existsSync(join(folder, 'written.txt'))).toBe(false);
  });
});
