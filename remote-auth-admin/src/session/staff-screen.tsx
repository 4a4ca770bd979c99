import type { HostServices } from '@site/shared/remote/host-services';
import type { PageRoute } from '@site/shared/remote/remote-contract';
import type { LoaderFunctionArgs } from '@site/shared/router';
import { type ComponentType, type ReactNode, useEffect } from 'react';
import { editorPage, staffPage } from '../layout/staff-page.ts';
import type { StaffSession } from './staff-session.ts';

/** Reruns a screen's loader if a navigation within the screen changes a URL parameter that the loader reads. */
const createShouldRevalidate =
  (searchParams: readonly string[]): NonNullable<PageRoute['shouldRevalidate']> =>
  ({ currentUrl, nextUrl, defaultShouldRevalidate }) => {
    if (currentUrl.pathname !== nextUrl.pathname || currentUrl.search === nextUrl.search) return defaultShouldRevalidate;
    return searchParams.some((name) => currentUrl.searchParams.get(name) !== nextUrl.searchParams.get(name));
  };

export interface ScreenProps {
  readonly services: HostServices;
}

interface StaffScreen {
  /** Path below `/admin`. */
  readonly path: string;
  /** The `webpackChunkName` of the module that `load` imports. */
  readonly chunk: string;
  readonly title: string;
  /** Whether the screen edits the document that its loader returns. */
  readonly isEditor?: boolean;
  /** Called only if a user is signed in. */
  readonly loader?: (args: LoaderFunctionArgs) => Promise<unknown>;
  /** URL parameters that the loader reads. */
  readonly searchParams?: readonly string[];
  readonly load: () => Promise<ComponentType<ScreenProps>>;
  /** Preloads the files of the screen that users are likely to open next, so that it also opens offline. */
  readonly loadNext?: () => Promise<unknown>;
}

/** Delay before `loadNext`, long enough for the current screen to load first. Users who leave sooner do not load the next screen. */
export const NEXT_SCREEN_DELAY_MS = 5000;

const LoadNext = ({ load, children }: { readonly load: () => Promise<unknown>; readonly children: ReactNode }) => {
  useEffect(() => {
    const timer = setTimeout(() => void load().catch((error: unknown) => console.info(error)), NEXT_SCREEN_DELAY_MS);
    return () => clearTimeout(timer);
  }, [load]);
  return children;
};

/** Creates the route of one staff-area screen. */
export type ScreenRoute = (screen: StaffScreen) => PageRoute;

/** Returns a function that creates routes. Every screen is a separate chunk, waits for a session, and handles its own errors. */
export const createScreenRoute =
  ({ services, guard }: StaffSession): ScreenRoute =>
  ({ path, chunk, title, isEditor = false, loader, searchParams = [], load, loadNext }) => ({
    path,
    ...(isEditor ? editorPage : staffPage)(chunk, title),
    ...(loader === undefined ? {} : { loader: guard(loader) }),
    shouldRevalidate: createShouldRevalidate(searchParams),
    lazy: async () => {
      const [{ StaffError }, { OfflineScreen }] = await Promise.all([
        import(/* webpackChunkName: "staff" */ '../layout/staff-error.tsx'),
        import(/* webpackChunkName: "staff" */ '../layout/offline-screen.tsx'),
      ]);
      try {
        const Screen = await load();
        const screen = <Screen services={services} />;
        return { element: loadNext === undefined ? screen : <LoadNext load={loadNext}>{screen}</LoadNext>, ErrorBoundary: StaffError };
      } catch (error) {
        // While offline, do not rethrow: the host would try another version of this remote, then replace the whole staff area with an error message.
        if (navigator.onLine) throw error;
        return { element: <OfflineScreen services={services} load={load} />, ErrorBoundary: StaffError };
      }
    },
  });
