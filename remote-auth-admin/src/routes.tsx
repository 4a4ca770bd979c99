import { DEFAULT_STAFF_ROUTE } from '@site/shared/constants';
import { getInvitation } from '@site/shared/contracts/account';
import type { HostServices } from '@site/shared/host-services';
import { pageHandle } from '@site/shared/remote-contract';
import { type RouteObject, redirect } from '@site/shared/router';
import { dashboardLoader } from './dashboard/dashboard-loader.ts';
import { createStaffSession } from './session/staff-session.ts';

/** Login and staff screens are rendered by the browser alone (the session lives there), and stand without the closing call and the help button. */
const staffHandle = (chunk: string, title: string) =>
  pageHandle({ chunk, render: 'browser', closingCall: false, helpButton: false, head: () => ({ title, description: `${title}, for members of staff.` }) });

/**
 * Login and staff area. Every screen is its own chunk, none of which a public page loads. Without a session `/admin/*` leads to the login and back again;
 * a failed call shows on its own screen, a bug on its screen alone.
 */
export const createRoutes = (services: HostServices): RouteObject[] => {
  const session = createStaffSession(services);
  return [
    {
      path: '/login',
      handle: staffHandle('login', 'Login'),
      lazy: async () => {
        const { LoginPage } = await import(/* webpackChunkName: "login" */ './login/login-page.tsx');
        return { element: <LoginPage services={services} /> };
      },
    },
    {
      path: '/accept-invite/:token',
      handle: staffHandle('accept-invite', 'Invitation'),
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
