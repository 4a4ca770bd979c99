/** @jest-environment node */
import { listAlbums } from '@site/shared/contracts/gallery';
import { albumFixture } from '@site/shared/testing/fixtures';
import { hostServicesStub } from '@site/shared/testing/host-services-stub';
import { getGalleryAddresses } from './gallery-data.ts';

describe('getGalleryAddresses', () => {
  it('ROUTE-10 GAL-03 names the gallery and each album for the sitemap', async () => {
    const services = hostServicesStub({ responses: [[listAlbums, [albumFixture({ _id: 'album-1' })]]] });

    expect(await getGalleryAddresses(services, AbortSignal.timeout(5000))).toEqual({
      ok: true,
      value: [{ path: '/gallery' }, { path: '/gallery?album=album-1' }],
    });
  });
});
