import { describeError } from '@site/shared/domain/error-code';
import type { HostServices } from '@site/shared/remote/host-services';
import { findFallback, type PageMembers, type RemoteModule, type ResourceMembers } from '@site/shared/remote/remote-contract';
import { renderMarkup } from '@site/shared/remote/render-markup';
import { toRouterRoutes } from '@site/shared/remote/router-routes';
import { createStaticHandler, createStaticRouter, matchRoutes, type Params, type RouteObject, StaticRouterProvider } from 'react-router-dom';
import { filterOwnedRoutes } from '../../federation/own-routes.ts';
import type { Notice } from '../../federation/page-data.ts';
import { findPage } from '../../federation/page-head.ts';
import { AREA_ROUTE_ID, NOT_FOUND_ROUTE_ID } from '../../router/route-ids.ts';
import { AreaFrame, splitFrame } from './area-frame.tsx';
import type { Area, AreaPage } from './protocol.ts';
import { findCandidates, keepRoutesTo, toPrefixedRoutes } from './remote-routes.ts';

const PLAIN_TEXT = 'text/plain; charset=utf-8';
const REDIRECT_STATUSES = [301, 302, 303, 307, 308] as const;

const toAreaPage = (handle: PageMembers | undefined, data: unknown): AreaPage => {
  const { title, description, image, imageAlt, type, canonicalPath, sharePath, shareTitle, noindex, structuredData, alternates } = handle?.head(data) ?? {
    title: '',
    description: '',
  };
  return {
    chunk: handle?.chunk ?? '',
    head: {
      title,
      description,
      image,
      imageAlt,
      type,
      canonicalPath,
      sharePath,
      shareTitle,
      noindex,
      structuredData: structuredData?.map((object) => ({ ...object })),
      alternates: alternates?.map((alternate) => ({ ...alternate })),
    },
    closingCall: handle !== undefined && handle.closingCall !== false,
    hasShell: handle?.shell !== 'none',
  };
};

/** Creates the area of a failed page, whose head may fail too. */
const toFault = (error: unknown, handle: PageMembers | undefined): Area => {
  let page: AreaPage | null = null;
  try {
    if (handle !== undefined) page = toAreaPage(handle, undefined);
  } catch {
    // Report only the first error.
  }
  return { kind: 'fault', message: describeError(error), page, isResource: false };
};

/**
 * The same tree as the site's (`createSiteRoutes`), because the browser finds each route's data by the route's position. Contains only the remote's routes that
 * lead to `leaf`, so that the router does not rank all of them again.
 */
const createAreaRoutes = (routes: readonly RouteObject[], leaf: RouteObject, hasShell: boolean): RouteObject[] => [
  {
    id: 'site',
    element: <AreaFrame hasShell={hasShell} />,
    children: [
      {
        id: AREA_ROUTE_ID,
        errorElement: <></>,
        children: [...keepRoutesTo(routes, leaf), { id: NOT_FOUND_ROUTE_ID, path: '*', element: <></> }],
      },
    ],
  },
];

const toRedirect = (response: Response): Area => {
  const status = REDIRECT_STATUSES.find((candidate) => candidate === response.status);
  if (status === undefined) throw new Error(`A loader or action returned a response with status ${response.status}.`);
  return { kind: 'redirect', status, location: response.headers.get('location') ?? '/' };
};

const composePage = async (
  handler: ReturnType<typeof createStaticHandler>,
  handle: PageMembers | undefined,
  request: Request,
  notices: readonly Notice[],
  listSiteReads: () => string[],
): Promise<Area> => {
  const context = await handler.query(request);
  if (context instanceof Response) return toRedirect(context);
  const [error] = Object.values(context.errors ?? {});
  if (error !== undefined) throw error;
  if (context.matches.at(-1)?.route.id === NOT_FOUND_ROUTE_ID) return { kind: 'unknown' };

  const router = createStaticRouter(handler.dataRoutes, context);
  const { markup, errors } = await renderMarkup(<StaticRouterProvider router={router} context={context} hydrate={false} />);
  if (errors.length > 0) throw errors[0];
  const foundPage = findPage(context.matches.map(({ route }) => ({ handle: route.handle, data: context.loaderData[route.id] })));
  return {
    kind: 'page',
    status: context.statusCode,
    page: toAreaPage(foundPage?.handle, foundPage?.data),
    render: request.method === 'POST' || handle?.render === 'browser' ? 'never' : (handle?.render ?? 'static'),
    ...splitFrame(markup),
    loaderData: context.loaderData,
    actionData: context.actionData,
    notices: [...notices],
    siteReads: listSiteReads(),
  };
};

/** Renders the fallback of a page that only the browser renders, if its remote has one. */
const composeBrowserPage = async (handle: PageMembers, handles: readonly unknown[], request: Request): Promise<Area> => {
  const page = toAreaPage(handle, undefined);
  const owner = findFallback(handles);
  if (owner?.fallback === undefined) return { kind: 'browser', page };
  const element = await owner.fallback(handle.head(undefined));
  const handler = createStaticHandler([{ element: <AreaFrame hasShell={page.hasShell} />, children: [{ path: '*', element }] }]);
  const context = await handler.query(request);
  if (context instanceof Response) throw new Error('A fallback must not redirect.');
  const router = createStaticRouter(handler.dataRoutes, context);
  const { markup, errors } = await renderMarkup(<StaticRouterProvider router={router} context={context} hydrate={false} />);
  if (errors.length > 0) throw errors[0];
  return { kind: 'browser', page, fallback: { html: splitFrame(markup).html, chunk: owner.chunk } };
};

const isResourceHandle = (handle: unknown): handle is ResourceMembers => typeof handle === 'object' && handle !== null && 'resource' in handle;

const composeResource = async ({ contentType, text }: ResourceMembers['resource'], params: Params, signal: AbortSignal): Promise<Area> => {
  try {
    const result = await text({ params, signal });
    if (result.ok) return { kind: 'resource', status: 200, contentType, text: result.value };
    if (result.error.kind === 'not-found') return { kind: 'resource', status: 404, contentType: PLAIN_TEXT, text: 'Not found\n' };
    return { kind: 'resource', status: 503, contentType: PLAIN_TEXT, text: 'Temporarily unavailable\n' };
  } catch (error) {
    return { kind: 'fault', message: describeError(error), page: null, isResource: true };
  }
};

interface AreaRequest {
  /** The toasts raised by this request. */
  readonly notices: readonly Notice[];
  /** The fields of the site config that this request has read. */
  readonly siteReads: ReadonlySet<string>;
  /** The paths that the remote owns. */
  readonly paths: readonly string[];
  readonly request: Request;
}

/** A remote's routes, with a cached handler for each matched route: compiling routes takes the router longer than matching a request. */
interface RemoteRoutes {
  readonly paths: string;
  /** The fields of the site config that were read while the routes were created; they apply to all pages. */
  readonly siteReads: readonly string[];
  readonly routes: readonly RouteObject[];
  readonly prefixedRoutes: ReturnType<typeof toPrefixedRoutes>;
  readonly handlers: Map<RouteObject, ReturnType<typeof createStaticHandler>>;
}

/** Composes a remote's part of each response. */
export const createAreaComposer = ({ createRoutes }: RemoteModule, services: HostServices) => {
  let cachedRoutes: RemoteRoutes | undefined;

  const getRemoteRoutes = (ownedPaths: readonly string[], siteReads: ReadonlySet<string>): RemoteRoutes => {
    const paths = ownedPaths.join(' ');
    if (cachedRoutes?.paths !== paths) {
      const routes = filterOwnedRoutes(toRouterRoutes(createRoutes(services)), ownedPaths);
      // The request has read nothing else yet.
      cachedRoutes = { paths, siteReads: [...siteReads], routes, prefixedRoutes: toPrefixedRoutes(routes), handlers: new Map() };
    }
    return cachedRoutes;
  };

  return {
    getRoutes: (paths: readonly string[], siteReads: ReadonlySet<string>): readonly RouteObject[] => getRemoteRoutes(paths, siteReads).routes,
    /** Composes the area of a page with its data, or a document. Never throws. */
    compose: async ({ notices, siteReads, paths, request }: AreaRequest): Promise<Area> => {
      let handle: PageMembers | undefined;
      try {
        const { routes, prefixedRoutes, handlers, siteReads: commonReads } = getRemoteRoutes(paths, siteReads);
        const { pathname } = new URL(request.url);
        const matches = matchRoutes(findCandidates(prefixedRoutes, pathname), pathname) ?? [];
        const match = matches.at(-1);
        const isForm = request.method === 'POST';
        if (!isForm && isResourceHandle(match?.route.handle)) return await composeResource(match.route.handle.resource, match.params, request.signal);

        const handles: unknown[] = matches.map(({ route }) => route.handle);
        handle = findPage(handles.map((matchedHandle) => ({ handle: matchedHandle })))?.handle;
        if (isForm && typeof match?.route.action !== 'function')
          return { kind: 'no-action', page: handle === undefined ? null : toAreaPage(handle, undefined) };
        if (match === undefined) return { kind: 'unknown' };
        if (handle?.render === 'browser') return await composeBrowserPage(handle, handles, request);
        const handler = handlers.get(match.route) ?? createStaticHandler(createAreaRoutes(routes, match.route, handle?.shell !== 'none'));
        handlers.set(match.route, handler);
        return await composePage(handler, handle, request, notices, () => [...new Set([...commonReads, ...siteReads])]);
      } catch (error) {
        return toFault(error, handle);
      }
    },
  };
};
