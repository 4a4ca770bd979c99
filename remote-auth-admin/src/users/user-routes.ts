import { listUsers } from '@site/shared/contracts/user';
import type { HostServices } from '@site/shared/remote/host-services';
import type { RouteObject } from '@site/shared/router';
import type { ScreenRoute } from '../staff-screen.tsx';

export const userRoutes = ({ http }: HostServices, screen: ScreenRoute): RouteObject[] => [
  screen({
    path: 'users',
    chunk: 'users',
    title: 'Users',
    loader: ({ request }) => http.call(listUsers, { signal: request.signal }),
    load: async () => (await import(/* webpackChunkName: "users" */ './users-page.tsx')).UsersPage,
  }),
];
