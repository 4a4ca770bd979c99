import type { PageAddress } from '@site/shared/remote/remote-contract';
import type { RouteObject } from 'react-router-dom';
import { findPage } from '../../federation/page-head.ts';

export interface PageAddresses {
  readonly addresses: readonly PageAddress[];
  /** False when a part of the content could not be read. */
  readonly isComplete: boolean;
}

const isFixed = (path: string | undefined): path is string => path?.startsWith('/') === true && !/[:*]/.test(path);

const getRouteAddresses = async (route: RouteObject, signal: AbortSignal): Promise<PageAddresses> => {
  const handle = findPage([{ handle: route.handle }])?.handle;
  // Staff pages and all their children.
  if (handle?.render === 'browser') return { addresses: [], isComplete: true };
  const fixed = handle !== undefined && isFixed(route.path) ? [{ path: route.path }] : [];
  const [own, nested] = await Promise.all([handle?.addresses?.(signal), getPageAddresses(route.children ?? [], signal)]);
  const ownAddresses = own?.ok ? own.value : own === undefined || fixed.length > 0 ? fixed : [];
  return { addresses: [...ownAddresses, ...nested.addresses], isComplete: own?.ok !== false && nested.isComplete };
};

/** The addresses of all pages that the server renders for the public: the paths of the routes, or those that a page's handle lists. */
export const getPageAddresses = async (routes: readonly RouteObject[], signal: AbortSignal): Promise<PageAddresses> => {
  const parts = await Promise.all(routes.map((route) => getRouteAddresses(route, signal)));
  return { addresses: parts.flatMap(({ addresses }) => addresses), isComplete: parts.every(({ isComplete }) => isComplete) };
};
