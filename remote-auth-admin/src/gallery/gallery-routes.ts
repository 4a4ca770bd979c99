import type { HostServices } from '@site/shared/remote/host-services';
import type { RouteObject } from '@site/shared/router';
import type { ScreenRoute } from '../staff-screen.tsx';
import { galleryLoader, isGalleryStale } from './gallery-loader.ts';

export const galleryRoutes = (services: HostServices, screen: ScreenRoute): RouteObject[] => [
  {
    ...screen({
      path: 'gallery',
      chunk: 'gallery',
      title: 'Gallery',
      loader: galleryLoader(services),
      load: async () => (await import(/* webpackChunkName: "gallery" */ './gallery-page.tsx')).GalleryPage,
    }),
    shouldRevalidate: isGalleryStale,
  },
];
