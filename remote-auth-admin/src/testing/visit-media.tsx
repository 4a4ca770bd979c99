import { getDashboard } from '@site/shared/contracts/dashboard';
import { listAlbums } from '@site/shared/contracts/gallery';
import { type LibraryImage, listLibraryImagesPage } from '@site/shared/contracts/media';
import type { Role } from '@site/shared/domain/roles';
import { albumFixture, libraryImageFixture, userFixture } from '@site/shared/testing/fixtures';
import { apiError, hostServicesStub, type StubResponse } from '@site/shared/testing/host-services-stub';
import { renderRoutes } from '@site/shared/testing/render-routes';
import { createRoutes } from '../routes.tsx';
import { serveList } from './serve-list.ts';

/** An image that three documents use, one of them in the trash. */
export const sharedImage = libraryImageFixture({
  _id: 'a',
  useCount: 3,
  focalX: 0.2,
  focalY: 0.4,
  uses: [
    { kind: 'post', _id: 'p1', title: 'Hub day', as: 'text', isPublic: true, isTrashed: false },
    { kind: 'image', _id: 'g1', title: '', as: 'image', isPublic: false, isTrashed: false },
    { kind: 'event', _id: 'e1', title: 'Old', as: 'image', isPublic: false, isTrashed: true },
  ],
});
export const unusedImage = libraryImageFixture({ _id: 'b', alt: '' });

/** Opens the media library with one used and one unused image. */
export const visitMedia = async (
  path = '/admin/media',
  responses: readonly StubResponse[] = [],
  images: readonly LibraryImage[] = [sharedImage, unusedImage],
  role: Role = 'editor',
) => {
  const stub = hostServicesStub({
    responses: [
      [
        listLibraryImagesPage,
        serveList(images, {
          text: ({ alt }) => alt,
          matches: ({ alt, useCount }, { missing, use }) => (missing === undefined || alt === '') && (use === undefined || useCount === 0),
          counts: () => ({ missingAlt: 1, unused: 1 }),
        }),
      ],
      [listAlbums, [albumFixture()]],
      [getDashboard, apiError('forbidden')],
      ...responses,
    ],
    session: { token: 't', refreshToken: 'r', user: userFixture({ role }) },
  });
  const view = await renderRoutes(createRoutes, path, stub);
  await view.findByRole('heading', { level: 1, name: 'Media library' });
  return { stub, ...view };
};
