import { listTrash } from '@site/shared/contracts/trash';
import type { HostServices } from '@site/shared/remote/host-services';
import type { RouteObject } from '@site/shared/router';
import type { ScreenRoute } from '../staff-screen.tsx';

export const trashRoutes = ({ http }: HostServices, screen: ScreenRoute): RouteObject[] => [
  screen({
    path: 'trash',
    chunk: 'trash',
    title: 'Trash',
    loader: ({ request }) => http.call(listTrash, { signal: request.signal }),
    load: async () => (await import(/* webpackChunkName: "trash" */ './trash-page.tsx')).TrashPage,
  }),
];
