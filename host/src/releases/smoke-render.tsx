/**
 * Renders every fixed page of a remote to a string, as the host's server would with the provider silent. Run as a program with the path of
 * a server bundle, in a process of its own: a bundle that throws, hangs or exits takes only this program with it.
 */
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { failure } from '@site/shared/domain/result';
import type { HostServices } from '@site/shared/remote/host-services';
import * as sharedRouter from '@site/shared/router';
import * as React from 'react';
import * as jsxRuntime from 'react/jsx-runtime';
import * as ReactDom from 'react-dom';
import { renderToString } from 'react-dom/server';
import { createStaticHandler, createStaticRouter, type RouteObject, StaticRouterProvider } from 'react-router-dom';
import { createStore } from 'zustand/vanilla';
import { matchedPage } from '../router/page-head.ts';
import { readSiteConfig } from '../server/site-config.ts';
import { evaluateServerBundle } from './server-bundle.ts';

const quietServices = async (): Promise<HostServices> => ({
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
  site: await readSiteConfig(resolve(import.meta.dirname, '../../site.config.json')),
});

/** Whole paths that the server renders and that can be visited without knowing the content: no parameters, not left to the browser. */
const fixedPaths = (routes: readonly RouteObject[]): string[] =>
  routes.flatMap((route) => {
    const isBrowsers = matchedPage([{ handle: route.handle }])?.handle.render === 'browser';
    const own = route.path?.startsWith('/') === true && !/[:*]/.test(route.path) && !isBrowsers ? [route.path] : [];
    return [...own, ...(isBrowsers ? [] : fixedPaths(route.children ?? []))];
  });

const renderPath = async (createRoutes: () => RouteObject[], path: string): Promise<void> => {
  const routes = createRoutes();
  const handler = createStaticHandler(routes);
  const context = await handler.query(new Request(new URL(path, 'http://smoke.invalid')));
  if (context instanceof Response) return;
  const [error] = Object.values(context.errors ?? {});
  if (error !== undefined) throw error;
  renderToString(<StaticRouterProvider router={createStaticRouter(handler.dataRoutes, context)} context={context} hydrate={false} />);
};

const [bundleFile = ''] = process.argv.slice(2);
const remote = evaluateServerBundle(await readFile(bundleFile, 'utf8'), '/_mf/smoke/', {
  react: React,
  'react/jsx-runtime': jsxRuntime,
  'react-dom': ReactDom,
  '@site/shared/router': sharedRouter,
});
const services = await quietServices();
const createRoutes = () => remote.createRoutes(services);
const routes = createRoutes();
if (routes.length === 0) throw new Error('createRoutes gave no routes.');
const paths = fixedPaths(routes);
for (const path of paths) await renderPath(createRoutes, path);
process.stdout.write(`rendered ${paths.join(' ')}\n`);
// Timers that a remote left behind must not keep the check waiting.
process.exit(0);
