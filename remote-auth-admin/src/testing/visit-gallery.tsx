import { getDashboard } from '@site/shared/contracts/dashboard';
import { type GalleryImage, listAlbumImages, listAlbums, listImages } from '@site/shared/contracts/gallery';
import type { Role } from '@site/shared/domain/roles';
import { albumFixture, imageFixture, userFixture } from '@site/shared/testing/fixtures';
import { apiError, hostServicesStub, type StubAnswer, type StubInput } from '@site/shared/testing/host-services-stub';
import { renderRoutes } from '@site/shared/testing/render-routes';
import { createRoutes } from '../routes.tsx';

export const schools = albumFixture({ _id: 'a1', name: 'Schools' });
export const hubs = albumFixture({ _id: 'a2', name: 'Hubs' });

export const image = (id: string, changes: Partial<GalleryImage> = {}): GalleryImage =>
  imageFixture({ _id: id, title: `Picture ${id}`, album: { _id: 'a1' }, updatedAt: '2026-11-20T09:00:00.000Z', ...changes });
const first = image('1');
const second = image('2', { alt: '' });
const third = image('3', { published: false });

/** The gallery's screen with four pictures in two albums. */
export const visitGallery = async (path = '/admin/gallery', answers: readonly StubAnswer[] = [], role: Role = 'editor') => {
  const stub = hostServicesStub({
    answers: [
      [listImages, [first, second, third, image('4', { album: null, isSample: true, title: 'Market' })]],
      [listAlbums, [schools, hubs]],
      [listAlbumImages, [second, first, third]],
      [getDashboard, apiError('forbidden')],
      ...answers,
    ],
    session: { token: 't', refreshToken: 'r', user: userFixture({ role }) },
  });
  const view = await renderRoutes(createRoutes, path, stub);
  await view.findByRole('heading', { level: 1, name: 'Gallery' });
  return { stub, ...view };
};

/** The texts of a form that was sent. */
export const sentForm = (input: StubInput | undefined) => (input?.body instanceof FormData ? Object.fromEntries(input.body) : {});
