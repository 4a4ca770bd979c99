/**
 * Program that checks a remote's server bundle. It evaluates the bundle and renders its pages as the host's server would: with sample content, without content,
 * and with a failing provider. It reports everything forbidden that the bundle does. The program runs in a separate process with limited memory and time, so a
 * bundle that throws, hangs, exits or exhausts its memory stops only this program. It also checks the stylesheets, because deeply nested ones can take very
 * long.
 */
import { readFileSync, writeSync } from 'node:fs';
import { LIMITS } from '@site/shared/domain/limits';
import type { HostServices } from '@site/shared/remote/host-services';
import { createHttpClient } from '@site/shared/remote/http-client';
import { findFallback, isPageHandle, type PageMembers } from '@site/shared/remote/remote-contract';
import { toRouterRoutes } from '@site/shared/remote/router-routes';
import { singletonModules } from '@site/shared/remote/singletons';
import { siteFixture } from '@site/shared/testing/fixtures';
import { PROVIDER_MODES, type ProviderMode, respondAsProvider } from '@site/shared/testing/sample-provider';
import { createElement } from 'react';
import { matchPath, type RouteObject } from 'react-router-dom';
import * as v from 'valibot';
import { createStore } from 'zustand/vanilla';
import { checkAreaHtml, checkPreloads } from '../area-html.ts';
import { lockGlobals } from '../close-globals.ts';
import { releasePath } from '../manifest.ts';
import { evaluateServerBundle } from '../server-bundle.ts';
import { checkStyles } from './check-styles.ts';
import { PASSWORD_FIX } from './finding.ts';
import { compareSnapshot, type IntrinsicsSnapshot, takeSnapshot } from './intrinsics-snapshot.ts';
import { createOpenRealm } from './open-realm.ts';
import { type ProbedRoute, type ProbeReport, probeTaskSchema, REPORT_DESCRIPTOR } from './probe-protocol.ts';
import { guardRemote } from './remote-guard.ts';
import { listHandles, renderPage, renderRoute } from './render-route.ts';
import { isResourceHandle, listRoutes, toSampleAddress } from './route-paths.ts';

const PROVIDER = 'http://provider.invalid';
const DATA_LIMIT_MS = 4000;
/** Delays after all pages have been rendered: the first reveals rejected promises, the second reveals late timers. */
const SETTLE_S = { promises: 0.3, timers: 1.5 };
const SETTLE_STEP_MS = 50;
const RENDER_COUNT = 20;
/** Maximum memory growth while a page is rendered repeatedly. */
const GROWTH_LIMIT_BYTES = 5 * 1024 * 1024;
/** Maximum nesting depth of a page's data. */
const JSON_LEVELS = 100;
/** Maximum memory growth while the bundle is loaded. */
const LOAD_LIMIT_BYTES = 64 * 1024 * 1024;

const { secret, code, sheets, runtimeName, depth, asksForPasswords } = v.parse(probeTaskSchema, JSON.parse(readFileSync(0, 'utf8')));
// Captured before `guardRemote` removes Node's functions from this realm.
const { memoryUsage, getActiveResourcesInfo, uptime } = process;
const { gc } = globalThis;
const { stringify } = JSON;
/** Writes synchronously, so that a report is not lost if the next statement never returns. */
const send = (message: ProbeReport): void => void writeSync(REPORT_DESCRIPTOR, `${secret} ${stringify(message)}\n`);
let step = 'start';
const begin = (name: string): void => {
  step = name;
  send({ type: 'step', name });
};
/** Maximum length of an error message; a bundle can throw messages of any length. */
const TEXT_LIMIT = 1000;
const report = (where: string, what: string, fix: string, check: 'server' | 'styles' = 'server'): void =>
  send({ type: 'finding', check, where: where.slice(0, TEXT_LIMIT), what: what.slice(0, TEXT_LIMIT), fix });
const describe = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  const [place = ''] = /routes\.cjs:\d+:\d+/.exec(error.stack ?? '') ?? [];
  return `${error.name}: ${error.message}${place === '' ? '' : ` (${place})`}`;
};
const FIX_THROW = 'A page must render whatever the provider answers: show its failure or empty state.';

/** True while the bundle runs again in the open realm: everything except changed intrinsics has already been reported. */
let isRepeated = false;
// A bundle that rejects a promise or throws in a timer would crash the host's process.
process.on('unhandledRejection', (reason) => {
  if (!isRepeated) report(step, `leaves a rejected promise unhandled: ${describe(reason)}`, 'Await it, or handle its failure.');
});
process.on('uncaughtException', (error) => {
  if (!isRepeated) report(step, `throws outside of a page: ${describe(error)}`, 'Remove the timer or listener that throws.');
});
// The event loop is empty although a step is still pending.
process.once('beforeExit', () => {
  report(step, 'waits for a promise that never settles.', 'A component that suspends, a loader and a head must end, whatever the provider answers.');
  send({ type: 'done' });
});

const publicPath = releasePath('candidate', '0');
const site = siteFixture({ volunteerFormUrl: `${PROVIDER}/api/forms/volunteer` });

let calls = 0;

const createServices = (mode: ProviderMode): HostServices => {
  const respond: typeof fetch = async (input, init) => {
    calls += 1;
    const url = new URL(input instanceof Request ? input.url : String(input));
    const { status, body } = respondAsProvider(mode, init?.method ?? 'GET', `${url.pathname.replace(/^\/api/, '')}${url.search}`);
    return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
  };
  const notify = { success: () => undefined, error: () => undefined };
  return {
    http: createHttpClient({ baseUrl: `${PROVIDER}/api`, notify, getToken: () => null, fetch: respond }),
    auth: createStore(() => ({
      user: null,
      token: null,
      isAuthenticated: () => false,
      now: Date.now,
      start: () => undefined,
      signOut: async () => undefined,
      loadUser: async () => null,
    })),
    notify,
    celebrate: () => undefined,
    site,
  };
};

/** React writes preload hints for the first view's images before the page. */
const HINTS = /^(?:<link [^<>]*>)*/;

const PASSWORD_FIELD = /<input\b[^<>]*\btype="password"/i;
/** An absolute URL, or one that omits only the scheme. */
const FORM_ADDRESS = /<(?:form|button|input)\b[^<>]*\b(?:form)?action="((?:[a-z][a-z0-9+.-]*:|\/\/)[^"]*)"/gi;

/** Reports markup that the host would refuse to show; the host has the same check. */
const checkMarkup = (where: string, markup: string): void => {
  const [hints = ''] = HINTS.exec(markup) ?? [];
  const problem = checkAreaHtml(markup.slice(hints.length)) ?? checkPreloads(hints);
  if (problem !== undefined)
    report(
      where,
      `its HTML would be rejected: ${problem}.`,
      "Use the elements of a page, a component's own class, an effect or the page's head (docs/contracts/remote.md).",
    );
  if (!asksForPasswords && PASSWORD_FIELD.test(markup)) report(where, 'asks for a password.', PASSWORD_FIX);
  for (const [, address = ''] of markup.matchAll(FORM_ADDRESS))
    if (address !== site.volunteerFormUrl)
      report(
        where,
        `has a form that is sent to another site (${address.slice(0, 60)}).`,
        'Forms are sent to this site, or to the form service of its configuration.',
      );
};

/** Whether JSON preserves the whole value. A class instance, a function or a React element would be changed or lost. */
const isPlainJson = (value: unknown, level = 0): boolean => {
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object' || value === null) return ['string', 'boolean', 'undefined', 'object'].includes(typeof value);
  if (level > JSON_LEVELS || '$$typeof' in value) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  // The prototype of a plain object, from any realm, has no prototype itself.
  const isPlain = Array.isArray(value) || prototype === null || (typeof prototype === 'object' && Object.getPrototypeOf(prototype) === null);
  return isPlain && Object.values(value).every((item) => isPlainJson(item, level + 1));
};

begin('checking the styles');
// Runs before Node is removed, because the stylesheet parser needs it.
for (const { where, what, fix } of checkStyles(sheets, runtimeName)) report(where, what, fix, 'styles');

const guard = guardRemote({ bundleName: `${publicPath}routes.cjs`, getStep: () => step, allowedAddresses: [site.volunteerFormUrl], report });
lockGlobals();
/** Collects garbage twice, with a turn of the event loop in between, because callbacks that run after the first collection release more objects. */
const getMemory = async (): Promise<number> => {
  gc?.();
  await guard.pause(1);
  gc?.();
  const { heapUsed, external } = memoryUsage();
  return heapUsed + external;
};

/** Finds a URL for each route: one from its handle, or else the pattern with sample parameters. */
const findAddresses = async (routes: readonly RouteObject[]): Promise<ProbedRoute[]> => {
  const knownPaths: string[] = [];
  const collect = async (list: readonly RouteObject[]): Promise<void> => {
    for (const { handle, path, children } of list) {
      const own: unknown = handle;
      if (isPageHandle(own) && own.addresses !== undefined) {
        begin(`addresses of ${path}`);
        const result = await own.addresses(AbortSignal.timeout(DATA_LIMIT_MS));
        if (result.ok) knownPaths.push(...result.value.map((address) => address.path));
      }
      await collect(children ?? []);
    }
  };
  await collect(routes);
  return listRoutes(routes).map((route) => {
    const hasParameters = /[:*]/.test(route.pattern);
    const address = (hasParameters ? knownPaths.find((path) => matchPath(route.pattern, path) !== null) : undefined) ?? toSampleAddress(route.pattern);
    return address === undefined ? route : { ...route, address };
  });
};

/** Creates the remote's routes for the router. */
type CreateRoutes = (services: HostServices) => RouteObject[];

/** Renders pages repeatedly and returns how much the process's memory has grown, in bytes. */
const measureGrowth = async (createRoutes: CreateRoutes, pages: readonly string[]): Promise<number> => {
  const before = await getMemory();
  const services = createServices('sample');
  for (const address of pages) {
    begin(`rendering ${address} ${RENDER_COUNT} times`);
    // The error has already been reported.
    for (let count = 0; count < RENDER_COUNT; count += 1) await renderRoute(createRoutes(services), address).catch(() => undefined);
  }
  return (await getMemory()) - before;
};

/**
 * Reports pages that leak memory. Collecting garbage takes longer than rendering, so pages are measured one by one only if all pages together use too much more
 * memory. By then the caches are full.
 */
const reportGrowth = async (createRoutes: CreateRoutes, pages: readonly string[]): Promise<void> => {
  if ((await measureGrowth(createRoutes, pages)) <= GROWTH_LIMIT_BYTES) return;
  for (const address of pages) {
    // A leak shows in both measurements. Filling caches and compiling code use more memory only once.
    const growth = Math.min(await measureGrowth(createRoutes, [address]), await measureGrowth(createRoutes, [address]));
    if (growth > GROWTH_LIMIT_BYTES)
      report(
        address,
        `keeps ${Math.round(growth / RENDER_COUNT / 1024)} KB of memory with each render.`,
        'Empty or limit the list or cache that grows at module level.',
      );
  }
};

const checkPage = async (createRoutes: CreateRoutes, { pattern, address = '' }: ProbedRoute, mode: ProviderMode): Promise<void> => {
  const where = `${address} (${mode} data)`;
  begin(`rendering ${where}`);
  calls = 0;
  try {
    const rendered = await renderRoute(createRoutes(createServices(mode)), address);
    if (rendered === null) return;
    for (const error of rendered.errors) report(where, `throws on the server: ${describe(error)}`, FIX_THROW);
    if (rendered.errors.length === 0 && rendered.html.trim() === '') report(where, 'renders nothing on the server.', `Give the route ${pattern} an element.`);
    checkMarkup(where, rendered.html);
    if (calls > LIMITS.renderCalls) report(where, `makes ${calls} calls; the limit is ${LIMITS.renderCalls}.`, 'Ask for a list in place of single items.');
    if (!isPlainJson(rendered.loaderData))
      report(where, 'its loader returns more than plain JSON, which cannot be part of the HTML.', 'Return objects, arrays, texts and numbers.');
  } catch (error) {
    report(where, `throws on the server: ${describe(error)}`, FIX_THROW);
  }
};

const checkResource = async (createRoutes: CreateRoutes, { pattern, address = '' }: ProbedRoute, mode: ProviderMode): Promise<void> => {
  const where = `${address} (${mode} data)`;
  begin(`writing ${where}`);
  const findRoute = (routes: readonly RouteObject[]): RouteObject | undefined =>
    routes.flatMap((route) => [route, findRoute(route.children ?? [])]).find((route) => route?.path === pattern);
  const handle: unknown = findRoute(createRoutes(createServices(mode)))?.handle;
  if (!isResourceHandle(handle)) return;
  try {
    const params = matchPath(pattern, address)?.params ?? {};
    await handle.resource.text({ params, signal: AbortSignal.timeout(DATA_LIMIT_MS) });
  } catch (error) {
    report(where, `throws on the server: ${describe(error)}`, 'Return the failure as a result.');
  }
};

const reportedChanges = new Set<string>();
const reportChanges = (snapshot: IntrinsicsSnapshot, where: string): void => {
  for (const { name, kind } of compareSnapshot(snapshot)) {
    if (reportedChanges.has(name)) continue;
    reportedChanges.add(name);
    const what = kind === 'added' && name.startsWith('globalThis.') ? `leaves a global: ${name}.` : `changes what all code shares: ${name} is ${kind}.`;
    report(where, what, 'Keep values in modules, components or stores.');
  }
};

/** Creates the bundle's routes and renders their pages in a realm where the bundle can change the intrinsics. */
const checkOpenRealm = async (addresses: readonly string[]): Promise<void> => {
  isRepeated = true;
  begin('loading the bundle again');
  const realm = createOpenRealm();
  const snapshot = takeSnapshot({}, realm);
  try {
    const remote = evaluateServerBundle(code, publicPath, singletonModules, realm);
    for (const address of addresses) {
      begin(`rendering ${address} again`);
      await renderRoute(toRouterRoutes(remote.createRoutes(createServices('sample'))), address);
    }
  } catch {
    // The error has already been reported.
  }
  reportChanges(snapshot, 'the bundle');
};

/** Examines the bundle, and returns the URLs of the rendered pages. */
const check = async (): Promise<readonly string[]> => {
  // Warm up React and the router before the comparison.
  await renderPage([{ path: '/', element: createElement('p', null, 'Warm') }], '/');
  await guard.pause(0);
  const bindings = Object.fromEntries(
    Object.entries(singletonModules).flatMap(([name, module]) => {
      const defaultExport: unknown = typeof module === 'object' && module !== null && 'default' in module ? module.default : undefined;
      return [[name, module], ...(defaultExport === undefined ? [] : [[`${name}.default`, defaultExport]])];
    }),
  );
  const snapshot = takeSnapshot(bindings);
  const resources = getActiveResourcesInfo();
  const memory = await getMemory();

  begin('loading the bundle');
  const remote = evaluateServerBundle(code, publicPath, singletonModules);
  const createRoutes: CreateRoutes = (services) => {
    const created = remote.createRoutes(services);
    return Array.isArray(created) ? toRouterRoutes(created) : [];
  };
  const routes = createRoutes(createServices('sample'));
  const growthBytes = (await getMemory()) - memory;
  if (growthBytes > LOAD_LIMIT_BYTES)
    report(
      'the bundle',
      `uses ${Math.round(growthBytes / 1024 / 1024)} MB of memory when it is loaded.`,
      'Allocate memory when a page needs it, and release it.',
    );
  reportChanges(snapshot, 'the bundle');
  await guard.pause(0);
  guard.reportModuleTimers();
  if (routes.length === 0) {
    report('the bundle', 'createRoutes returned no routes.', 'Return the routes of the declared paths.');
    return [];
  }

  const listed = listRoutes(routes);
  if (listed.length > LIMITS.routes) {
    report('the bundle', `has ${listed.length} routes; the limit is ${LIMITS.routes}.`, 'Use parameters in paths: one route for all pages of a kind.');
    return [];
  }
  const probedRoutes = await findAddresses(routes);
  send({ type: 'routes', routes: probedRoutes });
  const routesWithAddress = probedRoutes.filter(({ address }) => address !== undefined);
  const serverRoutes = routesWithAddress.filter((route) => route.render !== 'browser');
  for (const mode of PROVIDER_MODES) {
    for (const route of serverRoutes) {
      if (route.kind === 'resource') await checkResource(createRoutes, route, mode);
      else if (route.kind === 'page' || mode === 'sample') await checkPage(createRoutes, route, mode);
    }
  }
  /** One page for each fallback. */
  const fallbacks = new Map<PageMembers, string>();
  for (const route of routesWithAddress.filter(({ kind, render: rendered }) => kind === 'page' && rendered === 'browser')) {
    const { address = '' } = route;
    const owner = findFallback(listHandles(routes, address));
    if (owner === undefined) continue;
    if (!fallbacks.has(owner)) fallbacks.set(owner, address);
    await checkPage(createRoutes, route, 'sample');
  }
  reportChanges(snapshot, 'a rendered page');
  const pages = [...serverRoutes.filter(({ kind }) => kind === 'page').map(({ address = '' }) => address), ...fallbacks.values()];
  if (depth === 'quick') {
    // A page's rejected promises are reported within the next turns of the event loop.
    await guard.pause(50);
    return pages;
  }
  const renderedAt = uptime();
  await reportGrowth(createRoutes, pages);
  begin('waiting for delayed errors');
  do await guard.pause(SETTLE_STEP_MS);
  while (uptime() - renderedAt < (guard.isAwaitingTimer() ? SETTLE_S.timers : SETTLE_S.promises));
  guard.reportRunningTimers();
  reportChanges(snapshot, 'a rendered page');
  const left = getActiveResourcesInfo().filter((name) => !['Timeout', 'Immediate'].includes(name));
  for (const name of resources) {
    const index = left.indexOf(name);
    if (index !== -1) left.splice(index, 1);
  }
  for (const name of new Set(left)) report('the bundle', `leaves something open on the server: ${name}.`, 'Close what a page opens.');
  return pages;
};

const run = async (): Promise<void> => {
  let pages: readonly string[] = [];
  try {
    pages = await check();
  } catch (error) {
    report(step, `throws: ${describe(error)}`, 'The bundle must load and create its routes without a browser, Node modules or a provider.');
  }
  await checkOpenRealm(pages);
  send({ type: 'done' });
  // Exit even if the bundle has left timers or connections open.
  guard.exit();
};
void run();
