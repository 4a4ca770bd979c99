import { DEFAULT_STAFF_ROUTE } from '@site/shared/constants';
import { getInvitation } from '@site/shared/contracts/account';
import { listApplications } from '@site/shared/contracts/application';
import { listEvents } from '@site/shared/contracts/event';
import { listUsers } from '@site/shared/contracts/user-form';
import type { HostServices } from '@site/shared/host-services';
import { type RouteObject, redirect } from '@site/shared/router';
import { dashboardLoader } from './dashboard/dashboard-loader.ts';
import { editorRoutes } from './editor/editor-routes.tsx';
import { doorHandle, staffHandle } from './layout/staff-handle.ts';
import { createStaffSession } from './session/staff-session.ts';

/** Search and filter stand in the address; changing them asks the provider for nothing. */
const onlyWhenAsked = ({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: {
  readonly currentUrl: URL;
  readonly nextUrl: URL;
  readonly defaultShouldRevalidate: boolean;
}) => (currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search ? false : defaultShouldRevalidate);

/**
 * Login and staff area. Every screen is its own chunk, none of which a public page loads. Without a session `/admin/*` leads to the login and back again;
 * a failed call shows on its own screen, a bug on its screen alone.
 */
export const createRoutes = (services: HostServices): RouteObject[] => {
  const session = createStaffSession(services);
  return [
    {
      path: '/login',
      handle: doorHandle('login', 'Login'),
      lazy: async () => {
        const { LoginPage } = await import(/* webpackChunkName: "login" */ './login/login-page.tsx');
        return { element: <LoginPage services={services} /> };
      },
    },
    {
      path: '/accept-invite/:token',
      handle: doorHandle('accept-invite', 'Invitation'),
      loader: ({ params, request }) => services.http.call(getInvitation, { params: { token: params.token ?? '' }, signal: request.signal }),
      lazy: async () => {
        const { AcceptInvitePage } = await import(/* webpackChunkName: "accept-invite" */ './invite/accept-invite-page.tsx');
        return { element: <AcceptInvitePage services={services} /> };
      },
    },
    {
      path: '/admin',
      handle: staffHandle('staff', 'Staff area'),
      loader: () => session.isOpen(),
      lazy: async () => {
        const { StaffGuard } = await import(/* webpackChunkName: "staff" */ './session/staff-guard.tsx');
        return { element: <StaffGuard services={services} /> };
      },
      children: [
        { index: true, loader: () => redirect(DEFAULT_STAFF_ROUTE) },
        {
          path: 'dashboard',
          handle: staffHandle('dashboard', 'Dashboard'),
          loader: session.guard(dashboardLoader(services)),
          lazy: async () => {
            const [{ DashboardPage }, { StaffError }] = await Promise.all([
              import(/* webpackChunkName: "dashboard" */ './dashboard/dashboard-page.tsx'),
              import(/* webpackChunkName: "dashboard" */ './layout/staff-error.tsx'),
            ]);
            return { element: <DashboardPage services={services} />, ErrorBoundary: StaffError };
          },
        },
        {
          path: 'events',
          handle: staffHandle('events', 'Events'),
          loader: session.guard(({ request }) => services.http.call(listEvents, { query: { status: 'all' }, signal: request.signal })),
          shouldRevalidate: onlyWhenAsked,
          lazy: async () => {
            const { EventListPage } = await import(/* webpackChunkName: "events" */ './events/event-list-page.tsx');
            return { Component: EventListPage };
          },
        },
        ...editorRoutes(services, session),
        {
          path: 'applications',
          handle: staffHandle('applications', 'Volunteers'),
          loader: session.guard(({ request }) => services.http.call(listApplications, { signal: request.signal })),
          shouldRevalidate: onlyWhenAsked,
          lazy: async () => {
            const { ApplicationsPage } = await import(/* webpackChunkName: "applications" */ './applications/applications-page.tsx');
            return { element: <ApplicationsPage services={services} /> };
          },
        },
        {
          path: 'users',
          handle: staffHandle('users', 'Users'),
          loader: session.guard(({ request }) => services.http.call(listUsers, { signal: request.signal })),
          lazy: async () => {
            const { UsersPage } = await import(/* webpackChunkName: "users" */ './users/users-page.tsx');
            return { element: <UsersPage services={services} /> };
          },
        },
        {
          path: 'profile',
          handle: staffHandle('profile', 'Profile'),
          lazy: async () => {
            const { ProfilePage } = await import(/* webpackChunkName: "profile" */ './profile/profile-page.tsx');
            return { element: <ProfilePage services={services} /> };
          },
        },
        {
          path: '*',
          handle: staffHandle('staff', 'Page Not Found'),
          lazy: async () => {
            const { StaffNotFound } = await import(/* webpackChunkName: "staff" */ './layout/staff-not-found.tsx');
            return { Component: StaffNotFound };
          },
        },
      ],
    },
  ];
};
