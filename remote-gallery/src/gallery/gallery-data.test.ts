/** @jest-environment node */
import { type GalleryImage, listAlbums, listPublishedImagesPage } from '@site/shared/contracts/gallery';
import { albumFixture, imageFixture } from '@site/shared/testing/fixtures';
import { hostServicesStub } from '@site/shared/testing/host-services-stub';
import { getGalleryAddresses } from './gallery-data.ts';
import { readGalleryParameters } from './gallery-path.ts';

describe('getGalleryAddresses', () => {
  it('ROUTE-10 GAL-03 lists the gallery and each album for the sitemap', async () => {
    const read = async (...images: GalleryImage[]) => {
      const services = hostServicesStub({
        responses: [
          [listAlbums, [albumFixture({ _id: 'album-1' })]],
          [listPublishedImagesPage, { items: images, page: { total: images.length, offset: 0 } }],
        ],
      });
      const addresses = await getGalleryAddresses(services, AbortSignal.timeout(5000));
      return addresses.ok ? addresses.value : addresses.error;
    };

    expect(await read()).toEqual([{ path: '/gallery' }, { path: '/gallery?album=album-1' }]);
    const albumImage = imageFixture({ _id: 'a', url: '/img/a.webp', album: { _id: 'album-1' }, createdAt: '2026-11-14T09:00:00Z' });
    const standaloneImage = imageFixture({ _id: 'b', url: '/img/b.webp', album: null, createdAt: '2026-11-15T09:00:00Z' });
    expect(await read(standaloneImage, albumImage, { ...standaloneImage, published: false })).toEqual([
      { path: '/gallery', lastModified: standaloneImage.createdAt, images: [standaloneImage.url, albumImage.url] },
      { path: '/gallery?album=album-1', lastModified: albumImage.createdAt, images: [albumImage.url] },
    ]);
  });
});

describe('readGalleryParameters', () => {
  it('SEC-32 ignores an invalid photo id in the URL', () => {
    const read = (photo: string) => readGalleryParameters(new URLSearchParams({ photo, page: '2' }));

    expect(read('a'.repeat(60)).photo).toHaveLength(60);
    expect(read('a'.repeat(61))).toEqual({ album: null, page: 2, photo: null });
  });
});
