import type { HostServices } from '@site/shared/remote/host-services';
import type { LoaderFunctionArgs, RouteObject } from '@site/shared/router';
import type { ComponentType } from 'react';
import { staffHandle } from './layout/staff-handle.ts';
import type { StaffSession } from './session/staff-session.ts';

/** Search, filter, order and page stand in the address; changing them asks the provider for nothing. */
const onlyWhenAsked = ({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: {
  readonly currentUrl: URL;
  readonly nextUrl: URL;
  readonly defaultShouldRevalidate: boolean;
}) => (currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search ? false : defaultShouldRevalidate);

export interface ScreenProps {
  readonly services: HostServices;
}

export interface StaffScreen {
  /** Below `/admin`. */
  readonly path: string;
  /** The `webpackChunkName` of what `load` imports. */
  readonly chunk: string;
  readonly title: string;
  /** What the screen shows; it is not asked for while nobody is signed in. */
  readonly loader?: (args: LoaderFunctionArgs) => Promise<unknown>;
  readonly load: () => Promise<ComponentType<ScreenProps>>;
}

/** Makes the route of one screen of the staff area. */
export type ScreenRoute = (screen: StaffScreen) => RouteObject;

/** Every screen is a chunk of its own, waits for a session, and costs itself alone when it has a bug. */
export const createScreenRoute =
  ({ services, guard }: StaffSession): ScreenRoute =>
  ({ path, chunk, title, loader, load }) => ({
    path,
    handle: staffHandle(chunk, title),
    ...(loader === undefined ? {} : { loader: guard(loader) }),
    shouldRevalidate: onlyWhenAsked,
    lazy: async () => {
      const [Screen, { StaffError }] = await Promise.all([load(), import(/* webpackChunkName: "staff" */ './layout/staff-error.tsx')]);
      return { element: <Screen services={services} />, ErrorBoundary: StaffError };
    },
  });
