import type { SiteConfig } from '@site/shared/contracts/site';
import type { PageMembers } from '@site/shared/remote/remote-contract';
import type { ReactNode } from 'react';
import type { RouteObject } from 'react-router-dom';
import { AreaLoading } from '../layout/area-states.tsx';
import { NotFoundPage } from '../layout/not-found-page.tsx';
import { AreaError } from './area-error.tsx';
import { AREA_ROUTE_ID, NOT_FOUND_ROUTE_ID } from './route-ids.ts';
import { SiteFrame } from './site-frame.tsx';

export const notFoundHandle: PageMembers = {
  chunk: '',
  render: 'static',
  closingCall: false,
  head: () => ({ title: 'Page Not Found', description: "The page you're looking for doesn't exist or has been moved." }),
};

/** Creates the site's route tree. The root has no path, because '/' would match it and the remote that owns '/' would never be loaded. */
export const createSiteRoutes = (
  site: SiteConfig,
  areaRoutes: readonly RouteObject[],
  overlays: ReactNode,
  areaError: ReactNode = <AreaError site={site} />,
): RouteObject[] => [
  {
    id: 'site',
    element: <SiteFrame site={site} overlays={overlays} />,
    children: [
      {
        id: AREA_ROUTE_ID,
        errorElement: areaError,
        hydrateFallbackElement: <AreaLoading />,
        children: [...areaRoutes, { id: NOT_FOUND_ROUTE_ID, path: '*', element: <NotFoundPage site={site} />, handle: notFoundHandle }],
      },
    ],
  },
];
