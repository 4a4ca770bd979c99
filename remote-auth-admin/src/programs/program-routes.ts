import { listPrograms } from '@site/shared/contracts/program';
import type { HostServices } from '@site/shared/remote/host-services';
import type { RouteObject } from '@site/shared/router';
import type { ScreenRoute } from '../staff-screen.tsx';

export const programRoutes = ({ http }: HostServices, screen: ScreenRoute): RouteObject[] => [
  screen({
    path: 'programs',
    chunk: 'programs',
    title: 'Programs',
    loader: ({ request }) => http.call(listPrograms, { signal: request.signal }),
    load: async () => (await import(/* webpackChunkName: "programs" */ './program-list-page.tsx')).ProgramListPage,
  }),
];
