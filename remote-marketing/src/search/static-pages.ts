import type { PageRoute, RemoteRoute } from '@site/shared/remote/remote-contract';
import type { LoaderFunctionArgs } from '@site/shared/router';

export interface StaticPage {
  readonly path: string;
  readonly title: string;
  readonly description: string;
}

const isStaticPage = (route: RemoteRoute): route is PageRoute =>
  'head' in route && route.head !== undefined && route.render === 'static' && route.addresses === undefined;

/** Loads the texts of a page. Returns undefined if the page has none, or if they cannot be loaded, which must not break the search. */
const loadTexts = async ({ loader }: PageRoute, args: LoaderFunctionArgs): Promise<unknown> => {
  try {
    return typeof loader === 'function' ? await loader(args) : undefined;
  } catch {
    return undefined;
  }
};

/**
 * Lists the pages among these routes whose texts do not depend on data, with the title and description that search engines see. Excludes pages that are not in
 * the sitemap.
 */
export const listStaticPages = (routes: readonly RemoteRoute[], args: LoaderFunctionArgs): Promise<readonly StaticPage[]> =>
  Promise.all(
    routes.filter(isStaticPage).map(async (route) => {
      const { title, description } = route.head(await loadTexts(route, args));
      return { path: route.path, title, description };
    }),
  );
