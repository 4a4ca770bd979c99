import type { HostServices } from '@site/shared/remote/host-services';
import { pageHandle } from '@site/shared/remote/remote-contract';
import type { RouteObject } from '@site/shared/router';
import { galleryHead } from './gallery/gallery-head.ts';
import { type GalleryData, galleryLoader } from './gallery/gallery-loader.ts';

/** The address without the photo of the lightbox: what the page's data depends on. */
const listAddress = (url: URL): string => `${url.searchParams.get('album') ?? ''} ${url.searchParams.get('page') ?? ''}`;

/** Routes of the gallery. Photos come from the provider through `services.http`; a failed call shows on the page, a bug in this area alone. */
export const createRoutes = (services: HostServices): RouteObject[] => [
  {
    children: [
      {
        path: '/gallery',
        handle: pageHandle<GalleryData>({
          chunk: 'gallery',
          render: 'content',
          head: galleryHead(services.site),
          addresses: async (signal) =>
            (await import(/* webpackChunkName: "addresses" */ './gallery/gallery-addresses.ts')).getGalleryAddresses(services, signal),
        }),
        loader: galleryLoader(services),
        // Opening, stepping and closing the lightbox asks for nothing: its photos are on the page.
        shouldRevalidate: ({ currentUrl, nextUrl, defaultShouldRevalidate }) =>
          defaultShouldRevalidate && (currentUrl.href === nextUrl.href || listAddress(currentUrl) !== listAddress(nextUrl)),
        lazy: async () => {
          const { GalleryPage } = await import(/* webpackChunkName: "gallery" */ './gallery/gallery-page.tsx');
          return { element: <GalleryPage services={services} /> };
        },
      },
    ],
  },
];
