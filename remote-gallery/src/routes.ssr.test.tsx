/** @jest-environment node */
import { listAlbumImages, listAlbums, listPublishedImages } from '@site/shared/contracts/gallery';
import { albumFixture, imageFixture } from '@site/shared/testing/fixtures';
import { apiError, hostServicesStub, type StubResponse } from '@site/shared/testing/host-services-stub';
import { renderRoutesToString } from '@site/shared/testing/render-routes-to-string';
import { createRoutes } from './routes.tsx';

const render = (path: string, changed: readonly StubResponse[] = []) =>
  renderRoutesToString(
    createRoutes,
    path,
    hostServicesStub({ responses: [[listAlbums, [albumFixture()]], [listPublishedImages, [imageFixture()]], [listAlbumImages, [imageFixture()]], ...changed] }),
  );

describe('the routes on the server', () => {
  it('ROUTE-10 renders /gallery with its data and head', async () => {
    const page = await render('/gallery');
    expect([page.status, page.errors]).toEqual([200, []]);
    for (const text of ['Our Gallery', 'All Photos', 'Schools', 'Xpression Night', 'October 3, 2026']) expect(page.html).toContain(text);
    expect(page.head).toMatchObject({ title: 'Our Gallery', image: '/img/upload/xpression-night.webp' });
    expect(page.head?.structuredData?.[0]).toMatchObject({ '@type': 'ImageGallery', name: 'Our Gallery' });
  });

  it('GAL-03 renders the album in the URL', async () => {
    const page = await render('/gallery?album=album-1');
    expect(page.head).toMatchObject({ title: 'Schools: Our Gallery', canonicalPath: '/gallery?album=album-1' });
  });

  it('renders the lightbox for the photo in the URL, so that it works without JavaScript', async () => {
    const page = await render('/gallery?photo=image-1');
    expect(page.html).toMatch(/<dialog[^>]* open=""/);
    expect(page.head?.canonicalPath).toBe('/gallery');
  });

  it('shares the open photo instead of the first photo of the page', async () => {
    const images = [imageFixture(), imageFixture({ _id: 'image-2', url: '/img/upload/question-box.webp', alt: 'Pupils around a question box' })];
    const page = await render('/gallery?photo=image-2', [[listPublishedImages, images]]);

    expect(page.head).toMatchObject({ image: '/img/upload/question-box.webp', imageAlt: 'Pupils around a question box', sharePath: '/gallery?photo=image-2' });
    expect((await render('/gallery', [[listPublishedImages, images]])).head?.sharePath).toBeUndefined();
  });

  it('shares an open photo with its link-preview image, if the server has one', async () => {
    const images = [imageFixture(), imageFixture({ _id: 'image-2', shareImage: '/img/share/photos/image-2/a.jpg' })];
    expect((await render('/gallery?photo=image-2', [[listPublishedImages, images]])).head?.image).toBe('/img/share/photos/image-2/a.jpg');
    expect((await render('/gallery', [[listPublishedImages, images]])).head?.image).toBe(imageFixture().url);
  });

  it('responds with 503 when images fail to load and with 404 for a missing album', async () => {
    const failed = await render('/gallery', [[listPublishedImages, apiError('network')]]);
    const missing = await render('/gallery?album=gone', [[listAlbumImages, apiError('not-found')]]);
    expect([failed.status, missing.status]).toEqual([503, 404]);
  });
});
