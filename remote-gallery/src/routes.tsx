import type { HostServices } from '@site/shared/remote/host-services';
import { page, type RemoteRoute } from '@site/shared/remote/remote-contract';
import { galleryLoader, getGalleryAddresses } from './gallery/gallery-data.ts';
import { getGalleryHead } from './gallery/gallery-head.ts';

/** Returns the parameters that the loader depends on: all except the image in the lightbox. */
const getLoaderKey = (url: URL): string => `${url.searchParams.get('album') ?? ''} ${url.searchParams.get('page') ?? ''}`;

/** Creates the gallery's routes. A failed request shows a message on the page; a bug affects this area only. */
export const createRoutes = (services: HostServices): RemoteRoute[] => [
  {
    children: [
      page({
        path: '/gallery',
        chunk: 'gallery',
        editPath: '/admin/gallery',
        render: 'content',
        head: getGalleryHead(services.site),
        addresses: (signal) => getGalleryAddresses(services, signal),
        loader: galleryLoader(services),
        // The lightbox shows images that the page has already loaded, so opening, stepping and closing need no request.
        shouldRevalidate: ({ currentUrl, nextUrl, defaultShouldRevalidate }) =>
          defaultShouldRevalidate && (currentUrl.href === nextUrl.href || getLoaderKey(currentUrl) !== getLoaderKey(nextUrl)),
        lazy: async () => {
          const { GalleryPage } = await import(/* webpackChunkName: "gallery" */ './gallery/gallery-page.tsx');
          return { element: <GalleryPage services={services} /> };
        },
      }),
    ],
  },
];
