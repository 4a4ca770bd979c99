import { getDashboard } from '@site/shared/contracts/dashboard';
import { type GalleryImage, listAlbums, listImagesPage } from '@site/shared/contracts/gallery';
import type { Role } from '@site/shared/domain/roles';
import { albumFixture, imageFixture, userFixture } from '@site/shared/testing/fixtures';
import { apiError, hostServicesStub, type StubInput, type StubResponse } from '@site/shared/testing/host-services-stub';
import { renderRoutes } from '@site/shared/testing/render-routes';
import { createRoutes } from '../routes.tsx';
import { serveList } from './serve-list.ts';

export const schoolsAlbum = albumFixture({ _id: 'a1', name: 'Schools' });
export const hubsAlbum = albumFixture({ _id: 'a2', name: 'Hubs' });

export const image = (id: string, changes: Partial<GalleryImage> = {}): GalleryImage =>
  imageFixture({ _id: id, title: `Photo ${id}`, album: { _id: 'a1' }, updatedAt: '2026-11-20T09:00:00.000Z', ...changes });
const firstImage = image('1');
const secondImage = image('2', { alt: '' });
const thirdImage = image('3', { published: false });
export const galleryImages = [firstImage, secondImage, thirdImage, image('4', { album: null, isSample: true, title: 'Market' })];

/** Simulates the provider's gallery. `albumOrder` is the order of the images within an album. */
export const serveImages =
  (images: readonly GalleryImage[], albumOrder: readonly string[] = []) =>
  (input: StubInput): unknown => {
    const album = Object.entries(input.query ?? {}).find(([name]) => name === 'album')?.[1];
    const albumImages =
      album === undefined
        ? images
        : images
            .filter((candidate) => (candidate.album?._id ?? 'none') === album)
            .toSorted((one, other) => albumOrder.indexOf(one._id) - albumOrder.indexOf(other._id));
    return serveList(albumImages, {
      text: ({ title }) => title,
      matches: ({ alt, published, isSample }, { missing, status, sample }) =>
        (missing === undefined || alt === '') && (status !== 'draft' || !published) && (sample === undefined || isSample),
      counts: () => ({
        all: images.length,
        album: albumImages.length,
        missingAlt: albumImages.filter(({ alt }) => alt === '').length,
        draft: albumImages.filter(({ published }) => !published).length,
        sample: albumImages.filter(({ isSample }) => isSample).length,
      }),
    })(input);
  };

/** Opens the gallery screen with four images in two albums. */
export const visitGallery = async (path = '/admin/gallery', responses: readonly StubResponse[] = [], role: Role = 'editor') => {
  const stub = hostServicesStub({
    responses: [
      [listImagesPage, serveImages(galleryImages, ['2', '1', '3'])],
      [
        listAlbums,
        [
          { ...schoolsAlbum, count: 3 },
          { ...hubsAlbum, count: 0 },
        ],
      ],
      [getDashboard, apiError('forbidden')],
      ...responses,
    ],
    session: { token: 't', refreshToken: 'r', user: userFixture({ role }) },
  });
  const view = await renderRoutes(createRoutes, path, stub);
  await view.findByRole('heading', { level: 1, name: 'Gallery' });
  return { stub, ...view };
};

/** Returns the fields of a sent form. */
export const sentForm = (input: StubInput | undefined) => (input?.body instanceof FormData ? Object.fromEntries(input.body) : {});
