import { Writable } from 'node:stream';
import type { SiteConfig } from '@site/shared/contracts/site';
import { describeError } from '@site/shared/domain/error-code';
import type { HostServices } from '@site/shared/remote/host-services';
import type { PageHandle, RemoteModule, ResourceHandle } from '@site/shared/remote/remote-contract';
import type { ReactNode } from 'react';
import { renderToPipeableStream } from 'react-dom/server';
import { createStaticHandler, createStaticRouter, matchRoutes, type Params, type RouteObject, StaticRouterProvider } from 'react-router-dom';
import { keepOwnRoutes } from '../../federation/own-routes.ts';
import type { AreaState } from '../../federation/page-data.ts';
import { AreaLoading, AreaUnavailable } from '../../layout/area-states.tsx';
import { createDocumentHead, type DocumentHead, findPage } from '../../router/page-head.ts';
import { createSiteRoutes, NOT_FOUND_ROUTE_ID } from '../../router/site-routes.tsx';

type RouteData = Readonly<Record<string, unknown>>;

export interface ComposedPage {
  readonly status: number;
  /** The target of a redirect; nothing else matters then. */
  readonly location?: string;
  readonly markup: string;
  readonly head: DocumentHead;
  readonly area: AreaState;
  readonly loaderData: RouteData;
  readonly actionData: RouteData | null;
  readonly chunk: string;
  readonly render: PageHandle['render'];
  /** Errors while rendering, for the log. */
  readonly fault?: string;
}

/** A document of a remote that is not a page: a feed, a calendar. */
export interface ComposedResource {
  readonly status: 200 | 404 | 500 | 503;
  readonly contentType: string;
  readonly text: string;
  /** The error, for the log. */
  readonly fault?: string;
}

/** The remote that owns the path, with all paths that it owns, or why it cannot be loaded; undefined when no remote owns the path. */
export type OwningRemote = { readonly module: RemoteModule; readonly paths: readonly string[] } | { readonly unavailable: string } | undefined;

/** React moves boundaries larger than this out of the flow, which would hide them from visitors without JavaScript. */
const PROGRESSIVE_CHUNK_BYTES = 1e7;
const PLAIN_TEXT = 'text/plain; charset=utf-8';

const renderMarkup = (node: ReactNode): Promise<{ readonly markup: string; readonly errors: readonly unknown[] }> =>
  new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    const errors: unknown[] = [];
    const sink = new Writable({
      write(part: Buffer, _encoding, done) {
        parts.push(part);
        done();
      },
      final(done) {
        resolve({ markup: Buffer.concat(parts).toString('utf8'), errors });
        done();
      },
    });
    const stream = renderToPipeableStream(node, {
      progressiveChunkSize: PROGRESSIVE_CHUNK_BYTES,
      onAllReady: () => stream.pipe(sink),
      onShellError: reject,
      onError: (error) => {
        errors.push(error);
      },
    });
  });

/** Runs the action and the loaders of the matched routes, then renders the shell with the page in it. */
const renderSite = async (site: SiteConfig, areaRoutes: readonly RouteObject[], request: Request) => {
  const handler = createStaticHandler(createSiteRoutes(site, areaRoutes, null));
  const result = await handler.query(request);
  if (result instanceof Response) return result;
  // Releases built before `useActionData` was part of the shared router read the result of their action with `useLoaderData`.
  const context = { ...result, loaderData: { ...result.actionData, ...result.loaderData } };
  const router = createStaticRouter(handler.dataRoutes, context);
  const head = createDocumentHead(
    context.matches.map(({ route }) => ({ handle: route.handle, data: context.loaderData[route.id] })),
    site,
    context.location.pathname,
  );
  return { context, head, ...(await renderMarkup(<StaticRouterProvider router={router} context={context} hydrate={false} />)) };
};

/** The shell around a placeholder for the page's area, with the page's own head. */
const composeShell = async (
  site: SiteConfig,
  { url, signal }: Request,
  area: 'browser' | 'unavailable',
  handle: PageHandle | undefined,
  status: number,
  fault?: string,
): Promise<ComposedPage> => {
  const element = area === 'browser' ? <AreaLoading /> : <AreaUnavailable />;
  const result = await renderSite(site, [{ path: '*', element, handle }], new Request(url, { signal }));
  if (result instanceof Response) throw new Error('The shell does not redirect.');
  const { markup, head } = result;
  const page = { status, markup, head, area, loaderData: {}, actionData: null, chunk: handle?.chunk ?? '', render: 'never' as const };
  return fault === undefined ? page : { ...page, fault };
};

const composePage = async (site: SiteConfig, areaRoutes: readonly RouteObject[], handle: PageHandle | undefined, request: Request): Promise<ComposedPage> => {
  const result = await renderSite(site, areaRoutes, request);
  if (result instanceof Response) {
    const location = result.headers.get('location') ?? '/';
    const head = createDocumentHead([], site, '/');
    return { status: result.status, location, markup: '', head, area: 'rendered', loaderData: {}, actionData: null, chunk: '', render: 'never' };
  }
  const { context, head, markup, errors } = result;
  const [error = undefined] = [...errors, ...Object.values(context.errors ?? {})];
  if (error !== undefined) return composeShell(site, request, 'browser', handle, 500, describeError(error));
  const isUnknown = context.matches.at(-1)?.route.id === NOT_FOUND_ROUTE_ID;
  return {
    status: isUnknown ? 404 : context.statusCode,
    markup,
    head,
    area: 'rendered',
    loaderData: context.loaderData,
    actionData: context.actionData,
    chunk: handle?.chunk ?? '',
    render: request.method === 'POST' ? 'never' : (handle?.render ?? 'static'),
  };
};

const isResourceHandle = (handle: unknown): handle is ResourceHandle => typeof handle === 'object' && handle !== null && 'resource' in handle;

/** Never throws: clients such as feed readers get a status that they understand. */
const composeResource = async ({ contentType, text }: ResourceHandle['resource'], params: Params, signal: AbortSignal): Promise<ComposedResource> => {
  try {
    const result = await text({ params, signal });
    if (result.ok) return { status: 200, contentType, text: result.value };
    if (result.error.kind === 'not-found') return { status: 404, contentType: PLAIN_TEXT, text: 'Not found\n' };
    return { status: 503, contentType: PLAIN_TEXT, text: 'Temporarily unavailable\n' };
  } catch (error) {
    return { status: 500, contentType: PLAIN_TEXT, text: 'Internal error\n', fault: describeError(error) };
  }
};

/**
 * Composes the response to one request: a page rendered inside the shell with its data, or a document of a remote. If a remote throws,
 * only its area is affected, which the browser then renders. A form posted to a page without an action is rejected with 405. Throws only when the shell itself cannot be rendered.
 */
export const compose = async (site: SiteConfig, services: HostServices, remote: OwningRemote, request: Request): Promise<ComposedPage | ComposedResource> => {
  if (remote !== undefined && 'unavailable' in remote) return composeShell(site, request, 'unavailable', undefined, 503, remote.unavailable);
  let handle: PageHandle | undefined;
  try {
    const routes = remote === undefined ? [] : keepOwnRoutes(remote.module.createRoutes(services), remote.paths);
    const matches = matchRoutes(routes, new URL(request.url).pathname) ?? [];
    const match = matches.at(-1);
    const isForm = request.method === 'POST';
    if (!isForm && isResourceHandle(match?.route.handle)) return await composeResource(match.route.handle.resource, match.params, request.signal);

    handle = findPage(matches.map(({ route }) => ({ handle: route.handle })))?.handle;
    if (isForm && typeof match?.route.action !== 'function') return await composeShell(site, request, 'browser', handle, 405);
    if (handle?.render === 'browser') return await composeShell(site, request, 'browser', handle, 200);
    return await composePage(site, routes, handle, request);
  } catch (error) {
    return composeShell(site, request, 'browser', handle, 500, describeError(error));
  }
};
