/** @jest-environment node */
import { listAlbums } from '@site/shared/contracts/gallery';
import { albumFixture } from '@site/shared/testing/fixtures';
import { hostServicesStub } from '@site/shared/testing/host-services-stub';
import { getGalleryAddresses } from './gallery-data.ts';
import { readGalleryParameters } from './gallery-path.ts';

describe('getGalleryAddresses', () => {
  it('ROUTE-10 GAL-03 names the gallery and each album for the sitemap', async () => {
    const services = hostServicesStub({ responses: [[listAlbums, [albumFixture({ _id: 'album-1' })]]] });

    expect(await getGalleryAddresses(services, AbortSignal.timeout(5000))).toEqual({
      ok: true,
      value: [{ path: '/gallery' }, { path: '/gallery?album=album-1' }],
    });
  });
});

describe('readGalleryParameters', () => {
  it('SEC-32 takes no photo from an address whose id cannot be one', () => {
    const read = (photo: string) => readGalleryParameters(new URLSearchParams({ photo, page: '2' }));

    expect(read('a'.repeat(60)).photo).toHaveLength(60);
    expect(read('a'.repeat(61))).toEqual({ album: null, page: 2, photo: null });
  });
});
