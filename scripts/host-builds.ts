import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { Agent, createServer, get, type ServerResponse, request as sendRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from './free-port.ts';
import { root } from './parts.ts';
import type { RunningServer } from './servers.ts';

const LINKED_PATHS = ['node_modules', 'host/node_modules', 'host/public', 'host/site.config.json'];

/** Creates another build of the host, whose script has a different name and sets `data-build` on the `html` element. Returns the folder of its checkout. */
export const createHostBuild = (name: string): { readonly checkout: string; remove(): void } => {
  const checkout = mkdtempSync(join(tmpdir(), 'host-'));
  mkdirSync(join(checkout, 'host'));
  for (const path of LINKED_PATHS) symlinkSync(join(root, path), join(checkout, path));
  cpSync(join(root, 'host/dist'), join(checkout, 'host/dist'), { recursive: true });
  const browser = join(checkout, 'host/dist/browser');
  const script = readdirSync(browser).find((file) => /^main\.\w+\.js$/.test(file)) ?? '';
  const renamedScript = `main.${name}.js`;
  writeFileSync(join(browser, script), `document.documentElement.dataset.build='${name}';${readFileSync(join(browser, script), 'utf8')}`);
  renameSync(join(browser, script), join(browser, renamedScript));
  for (const encoding of ['br', 'gz']) rmSync(join(browser, `${script}.${encoding}`));
  const manifest = join(browser, 'build.json');
  writeFileSync(manifest, readFileSync(manifest, 'utf8').replaceAll(script, renamedScript));
  return { checkout, remove: () => rmSync(checkout, { recursive: true, force: true }) };
};

const CHECK_INTERVAL_MS = 100;

/** Must exceed the hosts' own timeout, because clients receive the hosts' headers. Otherwise a client would reuse a connection that has just been closed. */
const KEEP_ALIVE_MS = 120_000;

/**
 * Starts a load balancer, to which hosts can be added later. It sends each request to the next host whose `/ready` reports ready, and never repeats a request.
 */
export const startLoadBalancer = async (hosts: readonly Pick<RunningServer, 'port'>[]) => {
  const agent = new Agent({ keepAlive: true });
  const ready = new Set(hosts.map(({ port }) => port));
  const failures: string[] = [];
  let served = 0;
  let next = 0;

  const check = (port: number): void => {
    get({ port, host: '127.0.0.1', path: '/ready', agent: false }, (response) => {
      response.resume();
      if (response.statusCode === 200) ready.add(port);
      else ready.delete(port);
    }).on('error', () => ready.delete(port));
  };
  const timer = setInterval(() => {
    for (const { port } of hosts) check(port);
  }, CHECK_INTERVAL_MS);

  const fail = (response: ServerResponse, what: string): void => {
    failures.push(what);
    response.destroy();
  };
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, (request, response) => {
    const { method = 'GET', url = '/', headers } = request;
    const candidates = [...ready];
    next += 1;
    const port = candidates[next % candidates.length];
    if (port === undefined) return fail(response, `no host for ${url}`);
    const forwardedRequest = sendRequest({ port, host: '127.0.0.1', method, path: url, headers: { ...headers, connection: 'keep-alive' }, agent }, (answer) => {
      const { statusCode = 0 } = answer;
      served += 1;
      if (statusCode >= 400 || statusCode < 200) failures.push(`${statusCode} for ${url}`);
      response.writeHead(statusCode, answer.headers);
      answer.on('error', (error) => fail(response, `${url}: ${error.message}`)).pipe(response);
    });
    request.pipe(forwardedRequest.on('error', (error) => fail(response, `${url}: ${error.message}`)));
  });
  const port = await findFreePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${port}`,
    failures,
    getServed: (): number => served,
    isReady: ({ port: each }: Pick<RunningServer, 'port'>): boolean => ready.has(each),
    stop: (): void => {
      clearInterval(timer);
      agent.destroy();
      server.closeAllConnections();
      server.close();
    },
  };
};
