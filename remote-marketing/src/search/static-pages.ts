import type { PageRoute, RemoteRoute } from '@site/shared/remote/remote-contract';

/** A page with fixed texts. */
export interface StaticPage {
  readonly path: string;
  readonly title: string;
  readonly description: string;
}

const isListed = (route: RemoteRoute): route is PageRoute =>
  'head' in route && route.head !== undefined && route.render === 'static' && route.addresses === undefined;

/** The pages of these routes whose texts do not depend on data, as search engines see them. Not those that the sitemap leaves out. */
export const listStaticPages = (routes: readonly RemoteRoute[]): readonly StaticPage[] =>
  routes.filter(isListed).map(({ path, head }) => {
    const { title, description } = head(undefined);
    return { path, title, description };
  });
