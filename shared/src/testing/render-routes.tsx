import { render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createMemoryRouter, type InitialEntry, Outlet, RouterProvider } from 'react-router-dom';
import type { RemoteModule } from '../remote/remote-contract.ts';
import { whenInitialized } from '../remote/router-ready.ts';
import { toRouterRoutes } from '../remote/router-routes.ts';
import type { HostServicesStub } from './host-services-stub.ts';

const EmptyFallback = () => null;

/**
 * Renders a remote's real route table at a path, as the host does, and waits for the loaders of the first page. A path of another remote shows "Outside this
 * remote". Returns Testing Library's view, the router, and a `user` for interactions.
 */
export const renderRoutes = async (createRoutes: RemoteModule['createRoutes'], path: InitialEntry, stub: HostServicesStub) => {
  const router = createMemoryRouter(
    [
      {
        element: <Outlet />,
        HydrateFallback: EmptyFallback,
        children: [...toRouterRoutes(createRoutes(stub)), { path: '*', element: <p>Outside this remote</p> }],
      },
    ],
    { initialEntries: [path] },
  );
  await whenInitialized(router);
  const user = userEvent.setup();
  const view = render(<RouterProvider router={router} />);
  return { ...view, router, user };
};
