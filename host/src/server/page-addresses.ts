import type { PageAddress } from '@site/shared/remote/remote-contract';
import type { RouteObject } from 'react-router-dom';
import { matchedPage } from '../router/page-head.ts';

export interface PageAddresses {
  readonly addresses: readonly PageAddress[];
  /** False when the provider did not say all. */
  readonly isComplete: boolean;
}

const isFixed = (path: string | undefined): path is string => path?.startsWith('/') === true && !/[:*]/.test(path);

const addressesOf = async (route: RouteObject, signal: AbortSignal): Promise<PageAddresses> => {
  const handle = matchedPage([{ handle: route.handle }])?.handle;
  // Staff pages, with all that stands below them.
  if (handle?.render === 'browser') return { addresses: [], isComplete: true };
  const fixed = handle !== undefined && isFixed(route.path) ? [{ path: route.path }] : [];
  const [own, below] = await Promise.all([handle?.addresses?.(signal), pageAddresses(route.children ?? [], signal)]);
  const known = own?.ok ? own.value : own === undefined || fixed.length > 0 ? fixed : [];
  return { addresses: [...known, ...below.addresses], isComplete: own?.ok !== false && below.isComplete };
};

/** The addresses of all pages that the server renders for the public, as the routes tell them. */
export const pageAddresses = async (routes: readonly RouteObject[], signal: AbortSignal): Promise<PageAddresses> => {
  const parts = await Promise.all(routes.map((route) => addressesOf(route, signal)));
  return { addresses: parts.flatMap(({ addresses }) => addresses), isComplete: parts.every(({ isComplete }) => isComplete) };
};
