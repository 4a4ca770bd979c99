import { listEvents } from '@site/shared/contracts/event';
import type { HostServices } from '@site/shared/remote/host-services';
import type { RouteObject } from '@site/shared/router';
import type { ScreenRoute } from '../staff-screen.tsx';

export const eventRoutes = ({ http }: HostServices, screen: ScreenRoute): RouteObject[] => [
  screen({
    path: 'events',
    chunk: 'events',
    title: 'Events',
    loader: ({ request }) => http.call(listEvents, { query: { status: 'all' }, signal: request.signal }),
    load: async () => (await import(/* webpackChunkName: "events" */ './event-list-page.tsx')).EventListPage,
  }),
];
