import { getInvitation } from '@site/shared/contracts/auth';
import type { HostServices } from '@site/shared/remote/host-services';
import { type RouteObject, redirect } from '@site/shared/router';
import { applicationRoutes } from './applications/application-routes.ts';
import { dashboardLoader } from './dashboard/dashboard-loader.ts';
import { editorRoutes } from './editor/editor-routes.tsx';
import { eventRoutes } from './events/event-routes.ts';
import { galleryRoutes } from './gallery/gallery-routes.ts';
import { doorHandle, staffHandle } from './layout/staff-handle.ts';
import { createWaitingStore } from './layout/waiting-counts.ts';
import { DEFAULT_STAFF_ROUTE } from './login/read-destination.ts';
import { postRoutes } from './posts/post-routes.ts';
import { programRoutes } from './programs/program-routes.ts';
import { createStaffSession } from './session/staff-session.ts';
import { createScreenRoute } from './staff-screen.tsx';
import { trashRoutes } from './trash/trash-routes.ts';
import { userRoutes } from './users/user-routes.ts';

/**
 * Login and staff area. Every screen is its own chunk, none of which a public page loads. Without a session `/admin/*` leads to the login and back again;
 * a failed call shows on its own screen, a bug on its screen alone.
 */
export const createRoutes = (services: HostServices): RouteObject[] => {
  const session = createStaffSession(services);
  const screen = createScreenRoute(session);
  const waiting = createWaitingStore();
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
      loader: () => session.open(),
      lazy: async () => {
        const { StaffGuard } = await import(/* webpackChunkName: "staff" */ './session/staff-guard.tsx');
        return { element: <StaffGuard services={services} session={session} waiting={waiting} /> };
      },
      children: [
        { index: true, loader: () => redirect(DEFAULT_STAFF_ROUTE) },
        screen({
          path: 'dashboard',
          chunk: 'dashboard',
          title: 'Dashboard',
          loader: dashboardLoader(session.services, waiting),
          load: async () => (await import(/* webpackChunkName: "dashboard" */ './dashboard/dashboard-page.tsx')).DashboardPage,
        }),
        ...postRoutes(session.services, screen, waiting),
        ...eventRoutes(session.services, screen),
        ...programRoutes(session.services, screen),
        ...editorRoutes(session.services, screen),
        ...galleryRoutes(session.services, screen),
        ...applicationRoutes(session.services, screen, waiting),
        ...userRoutes(session.services, screen),
        ...trashRoutes(session.services, screen),
        screen({
          path: 'profile',
          chunk: 'profile',
          title: 'Profile',
          load: async () => (await import(/* webpackChunkName: "profile" */ './profile/profile-page.tsx')).ProfilePage,
        }),
        screen({
          path: '*',
          chunk: 'staff',
          title: 'Page Not Found',
          load: async () => (await import(/* webpackChunkName: "staff" */ './layout/staff-not-found.tsx')).StaffNotFound,
        }),
      ],
    },
  ];
};
