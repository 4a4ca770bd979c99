import { createStaticHandler, createStaticRouter, matchRoutes, Outlet, StaticRouterProvider } from 'react-router-dom';
import { findFallback, isPageHandle, type PageHead, type RemoteModule } from '../remote/remote-contract.ts';
import { renderMarkup } from '../remote/render-markup.ts';
import { toRouterRoutes } from '../remote/router-routes.ts';
import type { HostServicesStub } from './host-services-stub.ts';

export interface ServerRendered {
  readonly html: string;
  readonly status: number;
  readonly head: PageHead | undefined;
  readonly location: string | undefined;
  readonly errors: readonly unknown[];
}

/**
 * Renders a remote's page to a string like the host's server: runs the loaders first and waits for the complete page. `form` is the content of a posted form.
 * For files with `@jest-environment node`.
 */
export const renderRoutesToString = async (
  createRoutes: RemoteModule['createRoutes'],
  path: string,
  stub: HostServicesStub,
  form?: URLSearchParams,
): Promise<ServerRendered> => {
  const handler = createStaticHandler([
    { element: <Outlet />, children: [...toRouterRoutes(createRoutes(stub)), { path: '*', element: <p>Outside this remote</p> }] },
  ]);
  const context = await handler.query(new Request(new URL(path, 'http://site.test'), form === undefined ? {} : { method: 'POST', body: form }));
  if (context instanceof Response)
    return { html: '', status: context.status, head: undefined, location: context.headers.get('location') ?? undefined, errors: [] };

  const router = createStaticRouter(handler.dataRoutes, context);
  const errors: unknown[] = Object.values(context.errors ?? {});
  const { markup, errors: renderErrors } = await renderMarkup(<StaticRouterProvider router={router} context={context} hydrate={false} />);
  errors.push(...renderErrors);

  const page = context.matches.findLast(({ route }) => isPageHandle(route.handle));
  const handle: unknown = page?.route.handle;
  const head = page !== undefined && isPageHandle(handle) ? handle.head(context.loaderData[page.route.id]) : undefined;
  return { html: markup, status: context.statusCode, head, location: undefined, errors };
};

/** Renders the `fallback` that the initial HTML of a `browser` page contains, and names the chunk with its styles; null if there is no fallback. */
export const renderFallbackToString = async (
  createRoutes: RemoteModule['createRoutes'],
  path: string,
  stub: HostServicesStub,
): Promise<(Pick<ServerRendered, 'html' | 'errors'> & { readonly chunk: string }) | null> => {
  const handles: unknown[] = (matchRoutes(toRouterRoutes(createRoutes(stub)), path) ?? []).map(({ route }) => route.handle);
  const page = handles.filter(isPageHandle).at(-1);
  const owner = findFallback(handles);
  if (page === undefined || owner?.fallback === undefined) return null;
  const element = await owner.fallback(page.head(undefined));
  const { html, errors } = await renderRoutesToString(() => [{ path: '*', element }], path, stub);
  return { html, errors, chunk: owner.chunk };
};
