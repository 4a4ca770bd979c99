import { findFallback, isPageHandle } from '@site/shared/remote/remote-contract';
import { renderMarkup } from '@site/shared/remote/render-markup';
import { createElement } from 'react';
import { createStaticHandler, createStaticRouter, matchRoutes, Outlet, type RouteObject, StaticRouterProvider } from 'react-router-dom';

interface Rendered {
  readonly html: string;
  readonly errors: readonly unknown[];
  readonly loaderData: unknown;
}

/** Runs the loaders and renders the page; null for a redirect. */
export const renderPage = async (routes: RouteObject[], path: string): Promise<Rendered | null> => {
  const handler = createStaticHandler([{ element: createElement(Outlet), children: [...routes, { path: '*', element: 'Not found' }] }]);
  const context = await handler.query(new Request(new URL(path, 'http://site.invalid')));
  if (context instanceof Response) return null;
  const errors: unknown[] = Object.values(context.errors ?? {});
  for (const { route } of context.matches) {
    const { handle }: { handle?: unknown } = route;
    const head = isPageHandle(handle) ? handle.head(context.loaderData[route.id]) : undefined;
    if (head !== undefined && (typeof head.title !== 'string' || typeof head.description !== 'string'))
      errors.push(new Error('its head has no title or no description.'));
  }
  const router = createStaticRouter(handler.dataRoutes, context);
  const { markup, errors: renderErrors } = await renderMarkup(createElement(StaticRouterProvider, { router, context, hydrate: false }));
  return { html: markup, errors: [...errors, ...renderErrors], loaderData: context.loaderData };
};

export const listHandles = (routes: RouteObject[], path: string): readonly unknown[] => (matchRoutes(routes, path) ?? []).map(({ route }) => route.handle);

/** Renders the page, or for a page rendered in the browser its fallback in the first HTML; null for a redirect, or if there is no fallback. */
export const renderRoute = async (routes: RouteObject[], path: string): Promise<Rendered | null> => {
  const handles = listHandles(routes, path);
  const page = handles.filter(isPageHandle).at(-1);
  if (page?.render !== 'browser') return renderPage(routes, path);
  const element = await findFallback(handles)?.fallback?.(page.head(undefined));
  return element === undefined ? null : renderPage([{ path: '*', element }], path);
};
