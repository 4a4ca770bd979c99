import { Writable } from 'node:stream';
import type { SiteConfig } from '@site/shared/contracts/site';
import type { HostServices } from '@site/shared/remote/host-services';
import type { PageHandle, RemoteModule } from '@site/shared/remote/remote-contract';
import type { ReactNode } from 'react';
import { renderToPipeableStream } from 'react-dom/server';
import { createStaticHandler, createStaticRouter, matchRoutes, type RouteObject, type StaticHandlerContext, StaticRouterProvider } from 'react-router-dom';
import type { AreaState } from '../federation/page-data.ts';
import { AreaLoading } from '../layout/area-loading.tsx';
import { AreaUnavailable } from '../layout/area-unavailable.tsx';
import { type DocumentHead, documentHead, matchedPage } from '../router/page-head.ts';
import { createSiteRoutes, NOT_FOUND_ROUTE_ID } from '../router/site-routes.tsx';

/** React moves boundaries larger than this out of the flow, which would hide them from visitors without JavaScript. */
const WHOLE_PAGE_BYTES = 1e7;

export interface ComposedPage {
  readonly status: number;
  /** Set when a loader asked for a redirect; nothing else matters then. */
  readonly location?: string;
  readonly markup: string;
  readonly head: DocumentHead;
  readonly area: AreaState;
  readonly loaderData: Readonly<Record<string, unknown>>;
  readonly chunk: string;
  readonly render: PageHandle['render'];
  /** What went wrong while rendering, for the log. */
  readonly fault?: string;
}

const describe = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error));

const renderMarkup = (node: ReactNode): Promise<{ readonly markup: string; readonly faults: readonly unknown[] }> =>
  new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    const faults: unknown[] = [];
    const sink = new Writable({
      write(part: Buffer, _encoding, done) {
        parts.push(part);
        done();
      },
      final(done) {
        resolve({ markup: Buffer.concat(parts).toString('utf8'), faults });
        done();
      },
    });
    const stream = renderToPipeableStream(node, {
      progressiveChunkSize: WHOLE_PAGE_BYTES,
      onAllReady: () => stream.pipe(sink),
      onShellError: reject,
      onError: (error) => {
        faults.push(error);
      },
    });
  });

/** react-router writes what it resolves onto the route objects: every request gets its own. */
const copyRoutes = (routes: readonly RouteObject[]): RouteObject[] =>
  routes.map((route) =>
    route.index === true ? { ...route } : { ...route, ...(route.children === undefined ? {} : { children: copyRoutes(route.children) }) },
  );

const asGet = ({ url, signal }: Request): Request => new Request(url, { signal });

/** A page's answer to a form stands in for its data, so that the browser finds it where it finds all data. False when the page takes no forms. */
const answerForm = (route: RouteObject | undefined, request: Request): boolean => {
  const action = route?.action;
  if (route === undefined || typeof action !== 'function') return false;
  route.loader = (args, context) => action({ ...args, request }, context);
  return true;
};

const renderSite = async (site: SiteConfig, areaRoutes: readonly RouteObject[], request: Request) => {
  const handler = createStaticHandler(createSiteRoutes(site, areaRoutes, null));
  const context = await handler.query(request);
  if (context instanceof Response) return context;
  const router = createStaticRouter(handler.dataRoutes, context);
  return { context, ...(await renderMarkup(<StaticRouterProvider router={router} context={context} hydrate={false} />)) };
};

const headOf = (context: StaticHandlerContext, site: SiteConfig): DocumentHead =>
  documentHead(
    context.matches.map(({ route }) => ({ handle: route.handle, data: context.loaderData[route.id] })),
    site,
    context.location.pathname,
  );

/** The shell with a stand-in for its area, under the page's own head. */
const composeWithout = async (
  site: SiteConfig,
  request: Request,
  state: 'browser' | 'unavailable',
  handle: PageHandle | undefined,
  status: number,
  fault?: string,
): Promise<ComposedPage> => {
  const element = state === 'browser' ? <AreaLoading /> : <AreaUnavailable />;
  const result = await renderSite(site, [{ path: '*', element, handle }], asGet(request));
  if (result instanceof Response) throw new Error('The shell does not redirect.');
  const head = headOf(result.context, site);
  const common = { status, markup: result.markup, head, area: state, loaderData: {}, chunk: handle?.chunk ?? '', render: 'never' as const };
  return fault === undefined ? common : { ...common, fault };
};

/** The path's own remote, or why it cannot be had; undefined when no remote owns the path. */
export type OwningRemote = { readonly module: RemoteModule } | { readonly unavailable: string } | undefined;

/**
 * One request → one page: the remote's loaders run against the provider, its page is rendered inside the shell. A remote that throws costs
 * only its own area, which the browser then renders. A posted form goes to the page's action first; a page without one answers 405. Throws only when the shell itself cannot be rendered.
 */
export const composePage = async (site: SiteConfig, services: HostServices, remote: OwningRemote, request: Request): Promise<ComposedPage> => {
  if (remote !== undefined && 'unavailable' in remote) return composeWithout(site, request, 'unavailable', undefined, 503, remote.unavailable);
  let handle: PageHandle | undefined;
  try {
    const routes = remote === undefined ? [] : copyRoutes(remote.module.createRoutes(services));
    const matches = matchRoutes(routes, new URL(request.url).pathname) ?? [];
    handle = matchedPage(matches.map(({ route }) => ({ handle: route.handle })))?.handle;
    const isPosted = request.method === 'POST';
    if (isPosted && !answerForm(matches.at(-1)?.route, request)) return await composeWithout(site, request, 'browser', handle, 405);
    if (handle?.render === 'browser') return await composeWithout(site, request, 'browser', handle, 200);

    const result = await renderSite(site, routes, asGet(request));
    if (result instanceof Response) {
      const location = result.headers.get('location') ?? '/';
      return { status: result.status, location, markup: '', head: documentHead([], site, '/'), area: 'rendered', loaderData: {}, chunk: '', render: 'never' };
    }
    const { context, markup, faults } = result;
    const [fault = undefined] = [...faults, ...Object.values(context.errors ?? {})];
    if (fault !== undefined) return await composeWithout(site, request, 'browser', handle, 500, describe(fault));
    const isUnknown = context.matches.at(-1)?.route.id === NOT_FOUND_ROUTE_ID;
    return {
      status: isUnknown ? 404 : context.statusCode,
      markup,
      head: headOf(context, site),
      area: 'rendered',
      loaderData: context.loaderData,
      chunk: handle?.chunk ?? '',
      render: isPosted ? 'never' : (handle?.render ?? 'static'),
    };
  } catch (error) {
    return composeWithout(site, request, 'browser', handle, 500, describe(error));
  }
};
