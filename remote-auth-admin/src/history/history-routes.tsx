import type { HostServices } from '@site/shared/remote/host-services';
import type { RemoteRoute } from '@site/shared/remote/remote-contract';
import type { ScreenProps, ScreenRoute } from '../session/staff-screen.tsx';
import { HISTORY_PARAMS, type HistoryKind, historyLoader } from './history-loader.ts';

/** A chunk that nothing else loads. */
const historyRoute = (services: HostServices, screen: ScreenRoute, path: string, kind: HistoryKind): RemoteRoute =>
  screen({
    path: `${path}/:id/history`,
    chunk: 'history',
    title: 'History',
    loader: historyLoader(services, kind),
    searchParams: HISTORY_PARAMS,
    load: async () => {
      const { HistoryPage } = await import(/* webpackChunkName: "history" */ './history-page.tsx');
      return ({ services: screenServices }: ScreenProps) => <HistoryPage services={screenServices} kind={kind} />;
    },
  });

/** The versions of a document, next to its editor. */
export const historyRoutes = (services: HostServices, screen: ScreenRoute): RemoteRoute[] => [
  historyRoute(services, screen, 'posts', 'post'),
  historyRoute(services, screen, 'events', 'event'),
  historyRoute(services, screen, 'programs', 'program'),
];
