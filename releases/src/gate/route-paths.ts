import { isPageHandle, type PageMembers, type ResourceMembers } from '@site/shared/remote/remote-contract';
import type { RouteObject } from 'react-router-dom';

/** A route that can be visited. */
export interface VisitableRoute {
  /** Absolute pattern, for example `/news/:slug`. */
  readonly pattern: string;
  readonly kind: 'page' | 'resource' | 'other';
  /** How the page is rendered; `never` if the route is not a page. */
  readonly render: PageMembers['render'];
  readonly shell: boolean;
}

export const isResourceHandle = (handle: unknown): handle is ResourceMembers => typeof handle === 'object' && handle !== null && 'resource' in handle;

const join = (base: string, path: string): string => (path.startsWith('/') ? path : `${base.replace(/\/$/, '')}/${path}`);

/** Whether the route renders a page; a layout without its own path does not. */
const isVisitable = ({ index, path, children }: RouteObject): boolean =>
  index === true || (path !== undefined && (children ?? []).every((child) => child.index !== true));

/** Lists all routes that a URL can match, with their absolute patterns. */
export const listRoutes = (routes: readonly RouteObject[], base = '/', inherited?: PageMembers): VisitableRoute[] =>
  routes.flatMap((route) => {
    const pattern = route.path === undefined ? base : join(base, route.path);
    const handle: unknown = route.handle;
    const page = isPageHandle(handle) ? handle : inherited;
    const kind = isResourceHandle(handle) ? 'resource' : page === undefined ? 'other' : 'page';
    const own: VisitableRoute[] = isVisitable(route) ? [{ pattern, kind, render: page?.render ?? 'never', shell: page?.shell !== 'none' }] : [];
    return [...own, ...listRoutes(route.children ?? [], pattern, page)];
  });

/** The sample provider has an item for any parameter, so any value works. */
const SAMPLE_PARAMETER = 'sample';

/** Returns a path that matches the pattern, for routes whose handle names none. Returns undefined for a splat, whose content is unknown. */
export const toSampleAddress = (pattern: string): string | undefined => {
  if (pattern.includes('*')) return undefined;
  return pattern.replace(/\/:\w+\?/g, '').replace(/:\w+/g, SAMPLE_PARAMETER) || '/';
};
