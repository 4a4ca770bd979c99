/**
 * A program that renders every page of a remote that needs no parameters, as the host's server would while the provider does not respond. Its argument is
 * the path of a server bundle. It runs in a separate process: a bundle that throws, hangs or exits ends only this program.
 */
import { readFile } from 'node:fs/promises';
import { failure } from '@site/shared/domain/result';
import type { HostServices } from '@site/shared/remote/host-services';
import { isPageHandle } from '@site/shared/remote/remote-contract';
import { singletonModules } from '@site/shared/remote/singletons';
import { siteFixture } from '@site/shared/testing/fixtures';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { createStaticHandler, createStaticRouter, type RouteObject, StaticRouterProvider } from 'react-router-dom';
import { createStore } from 'zustand/vanilla';
import { releasePath } from './manifest.ts';
import { evaluateServerBundle } from './server-bundle.ts';

const services: HostServices = {
  http: { call: async () => failure({ kind: 'network', message: '' }) },
  auth: createStore(() => ({
    user: null,
    token: null,
    isAuthenticated: () => false,
    now: Date.now,
    start: () => undefined,
    signOut: async () => undefined,
    loadUser: async () => null,
  })),
  notify: { success: () => undefined, error: () => undefined },
  celebrate: () => undefined,
  site: siteFixture(),
};

/** Paths of pages that the server renders and that have no parameters. */
const getFixedPaths = (routes: readonly RouteObject[]): string[] =>
  routes.flatMap((route) => {
    if (isPageHandle(route.handle) && route.handle.render === 'browser') return [];
    const own = route.path?.startsWith('/') === true && !/[:*]/.test(route.path) ? [route.path] : [];
    return [...own, ...getFixedPaths(route.children ?? [])];
  });

const renderPath = async (createRoutes: () => RouteObject[], path: string): Promise<void> => {
  const routes = createRoutes();
  const handler = createStaticHandler(routes);
  const context = await handler.query(new Request(new URL(path, 'http://smoke.invalid')));
  if (context instanceof Response) return;
  const [error] = Object.values(context.errors ?? {});
  if (error !== undefined) throw error;
  renderToString(createElement(StaticRouterProvider, { router: createStaticRouter(handler.dataRoutes, context), context, hydrate: false }));
};

const [bundleFile = ''] = process.argv.slice(2);
const remote = evaluateServerBundle(await readFile(bundleFile, 'utf8'), releasePath('smoke', '0'), singletonModules);
const createRoutes = () => remote.createRoutes(services);
const routes = createRoutes();
if (routes.length === 0) throw new Error('createRoutes returned no routes.');
const paths = getFixedPaths(routes);
for (const path of paths) await renderPath(createRoutes, path);
process.stdout.write(`rendered ${paths.join(' ')}\n`);
// Timers that a remote has started must not delay the exit.
process.exit(0);
