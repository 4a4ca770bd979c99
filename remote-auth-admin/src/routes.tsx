import { getInvitation } from '@site/shared/contracts/auth';
import type { HostServices } from '@site/shared/remote/host-services';
import type { RemoteRoute } from '@site/shared/remote/remote-contract';
import { redirect } from '@site/shared/router';
import { applicationSource, loadApplication } from './applications/application-source.ts';
import { auditSource } from './audit/audit-source.ts';
import { dashboardLoader } from './dashboard/dashboard-loader.ts';
import { GALLERY_VIEW_PARAMS, galleryLoader } from './gallery/gallery-data.ts';
import { kindRoutes } from './kind-routes.tsx';
import { type BadgeCounts, type BadgeStore, createBadgeStore } from './layout/badge-counts.ts';
import { publicPage, staffPage } from './layout/staff-page.ts';
import { externalLinkSource } from './links/external-link-source.ts';
import { LIST_VIEW_PARAMS } from './listing/list-view.ts';
import { DEFAULT_STAFF_ROUTE } from './login/read-destination.ts';
import { MEDIA_VIEW_PARAMS, mediaLoader } from './media/media-data.ts';
import { redirectSource } from './redirects/redirect-source.ts';
import { securityLoader } from './security/security-loader.ts';
import { createScreenRoute, type ScreenRoute } from './session/staff-screen.tsx';
import { createStaffSession } from './session/staff-session.ts';
import { sitePartsLoader } from './site-parts/site-parts-loader.ts';
import { transferLoader } from './transfer/transfer-loader.ts';
import { trashSource } from './trash/trash-source.ts';
import { userSource } from './users/user-source.ts';

/** Creates the routes of the list screens and of single applications. Loading a list updates its navigation badge. */
const listRoutes = (services: HostServices, screen: ScreenRoute, badges: BadgeStore): RemoteRoute[] => {
  const loadApplications = applicationSource(services).loader;
  const setBadge = (badge: keyof BadgeCounts, count: number | undefined): void => {
    if (count !== undefined) badges.setState({ [badge]: count });
  };
  return [
    ...kindRoutes(services, screen, (kind, { draft }) => {
      if (kind === 'post') setBadge('drafts', draft);
    }),
    screen({
      path: 'gallery',
      chunk: 'gallery',
      title: 'Gallery',
      loader: galleryLoader(services),
      searchParams: GALLERY_VIEW_PARAMS,
      load: async () => (await import(/* webpackChunkName: "gallery" */ './gallery/gallery-page.tsx')).GalleryPage,
    }),
    screen({
      path: 'media',
      chunk: 'media',
      title: 'Media library',
      loader: mediaLoader(services),
      searchParams: MEDIA_VIEW_PARAMS,
      load: async () => (await import(/* webpackChunkName: "media" */ './media/media-page.tsx')).MediaPage,
    }),
    screen({
      path: 'applications',
      chunk: 'applications',
      title: 'Applications',
      loader: async (args) => {
        const applications = await loadApplications(args);
        if (applications.ok) setBadge('applications', applications.value.counts.unread);
        return applications;
      },
      searchParams: LIST_VIEW_PARAMS,
      load: async () => (await import(/* webpackChunkName: "applications" */ './applications/applications-page.tsx')).ApplicationsPage,
    }),
    screen({
      path: 'applications/:id',
      chunk: 'application',
      title: 'Application',
      loader: async (args) => {
        const { unread, ...loaded } = await loadApplication(services, args);
        setBadge('applications', unread);
        return loaded;
      },
      load: async () => (await import(/* webpackChunkName: "application" */ './applications/application-page.tsx')).ApplicationPage,
    }),
    screen({
      path: 'users',
      chunk: 'users',
      title: 'Users',
      loader: userSource(services).loader,
      searchParams: LIST_VIEW_PARAMS,
      load: async () => (await import(/* webpackChunkName: "users" */ './users/users-page.tsx')).UsersPage,
    }),
    screen({
      path: 'audit',
      chunk: 'audit',
      title: 'Activity log',
      loader: auditSource(services).loader,
      searchParams: LIST_VIEW_PARAMS,
      load: async () => (await import(/* webpackChunkName: "audit" */ './audit/audit-page.tsx')).AuditPage,
    }),
    screen({
      path: 'links',
      // Both screens share a chunk, because they are small and every chunk enlarges the entry file.
      chunk: 'redirects',
      title: 'External links',
      loader: externalLinkSource(services).loader,
      searchParams: LIST_VIEW_PARAMS,
      load: async () => (await import(/* webpackChunkName: "redirects" */ './links/external-links-page.tsx')).ExternalLinksPage,
    }),
    screen({
      path: 'redirects',
      chunk: 'redirects',
      title: 'Redirects',
      loader: redirectSource(services).loader,
      searchParams: LIST_VIEW_PARAMS,
      load: async () => (await import(/* webpackChunkName: "redirects" */ './redirects/redirects-page.tsx')).RedirectsPage,
    }),
    screen({
      path: 'trash',
      chunk: 'trash',
      title: 'Trash',
      loader: trashSource(services).loader,
      searchParams: LIST_VIEW_PARAMS,
      load: async () => (await import(/* webpackChunkName: "trash" */ './trash/trash-page.tsx')).TrashPage,
    }),
  ];
};

const importFallbacks = () => import('./fallbacks.server.tsx');

/** Creates the route for a one-time link that sets a password. */
const passwordLinkRoute = (services: HostServices, path: string, title: string, isReset: boolean): RemoteRoute => ({
  path,
  ...publicPage('accept-invite', title),
  loader: ({ params, request }) => services.http.call(getInvitation, { params: { token: params.token ?? '' }, signal: request.signal }),
  lazy: async () => {
    const { AcceptInvitePage } = await import(/* webpackChunkName: "accept-invite" */ './invite/accept-invite-page.tsx');
    return { element: <AcceptInvitePage services={services} isReset={isReset} /> };
  },
});

/**
 * Creates the routes for signing in and for the staff area. Every screen is a separate chunk, and no public page loads any of them. Without a session,
 * `/admin/*` redirects to the sign-in page, which returns the user afterwards. A failed call or an error affects only its own screen.
 */
export const createRoutes = (services: HostServices): RemoteRoute[] => {
  const session = createStaffSession(services);
  const screen = createScreenRoute(session);
  const badges = createBadgeStore();
  return [
    {
      path: '/login',
      ...publicPage('login', 'Login'),
      fallback: async () => (await importFallbacks()).showLogin(services),
      lazy: async () => {
        const { LoginPage } = await import(/* webpackChunkName: "login" */ './login/login-page.tsx');
        return { element: <LoginPage services={services} /> };
      },
    },
    {
      path: '/login/forgotten',
      ...publicPage('forgotten', 'Forgotten password'),
      fallback: async () => (await importFallbacks()).showForgottenPassword(),
      lazy: async () => {
        const { ForgottenPasswordPage } = await import(/* webpackChunkName: "forgotten" */ './login/forgotten-page.tsx');
        return { element: <ForgottenPasswordPage services={services} /> };
      },
    },
    passwordLinkRoute(services, '/login/reset/:token', 'Reset your password', true),
    passwordLinkRoute(services, '/accept-invite/:token', 'Invitation', false),
    {
      path: '/admin',
      ...staffPage('staff', 'Staff area'),
      fallback: async (head) => (await importFallbacks()).showStaffArea(services, head),
      loader: () => session.check(),
      lazy: async () => {
        const [{ StaffGuard }, { createUploadQueue }, { createUploadStorage }] = await Promise.all([
          import(/* webpackChunkName: "staff" */ './session/staff-guard.tsx'),
          import(/* webpackChunkName: "staff" */ './uploads/upload-queue.ts'),
          import(/* webpackChunkName: "staff" */ './uploads/upload-storage.ts'),
        ]);
        const uploads = createUploadQueue(session.services, createUploadStorage());
        return { element: <StaffGuard services={services} session={session} badges={badges} uploads={uploads} /> };
      },
      children: [
        { index: true, loader: () => redirect(DEFAULT_STAFF_ROUTE) },
        screen({
          path: 'dashboard',
          chunk: 'dashboard',
          title: 'Dashboard',
          loader: dashboardLoader(session.services, badges),
          load: async () => (await import(/* webpackChunkName: "dashboard" */ './dashboard/dashboard-page.tsx')).DashboardPage,
        }),
        ...listRoutes(session.services, screen, badges),
        screen({
          path: 'site-parts',
          chunk: 'administration',
          title: 'Website health',
          loader: sitePartsLoader(session.services),
          load: async () => (await import(/* webpackChunkName: "administration" */ './site-parts/site-parts-page.tsx')).SitePartsPage,
        }),
        screen({
          path: 'personal-data',
          chunk: 'administration',
          title: 'Personal data',
          load: async () => (await import(/* webpackChunkName: "administration" */ './privacy/person-page.tsx')).PersonPage,
        }),
        screen({
          path: 'transfer',
          chunk: 'administration',
          title: 'Import and export',
          loader: transferLoader(session.services),
          load: async () => (await import(/* webpackChunkName: "administration" */ './transfer/transfer-page.tsx')).TransferPage,
        }),
        screen({
          path: 'profile',
          chunk: 'profile',
          title: 'Profile',
          load: async () => (await import(/* webpackChunkName: "profile" */ './profile/profile-page.tsx')).ProfilePage,
        }),
        screen({
          path: 'profile/security',
          chunk: 'security',
          title: 'Sign-in and devices',
          loader: securityLoader(session.services),
          load: async () => (await import(/* webpackChunkName: "security" */ './security/security-page.tsx')).SecurityPage,
        }),
        screen({
          path: '*',
          chunk: 'staff',
          title: 'Page Not Found',
          load: async () => (await import(/* webpackChunkName: "staff" */ './layout/staff-error.tsx')).StaffNotFound,
        }),
      ],
    },
  ];
};
