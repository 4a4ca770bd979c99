/** @jest-environment node */
import { listAlbumImages, listAlbums, listPublishedImages } from '@site/shared/contracts/gallery';
import { albumFixture, imageFixture } from '@site/shared/testing/fixtures';
import { apiError, hostServicesStub, type StubAnswer } from '@site/shared/testing/host-services-stub';
import { renderRoutesToString } from '@site/shared/testing/render-routes-to-string';
import { createRoutes } from './routes.tsx';

const render = (path: string, changed: readonly StubAnswer[] = []) =>
  renderRoutesToString(
    createRoutes,
    path,
    hostServicesStub({ answers: [[listAlbums, [albumFixture()]], [listPublishedImages, [imageFixture()]], [listAlbumImages, [imageFixture()]], ...changed] }),
  );

describe('the routes on the server', () => {
  it('ROUTE-10 renders /gallery with its data and head', async () => {
    const page = await render('/gallery');
    expect([page.status, page.errors]).toEqual([200, []]);
    for (const words of ['Our Gallery', 'All Photos', 'Schools', 'Xpression Night', 'October 3, 2026']) expect(page.html).toContain(words);
    expect(page.head).toMatchObject({ title: 'Our Gallery', image: '/img/upload/xpression-night.webp' });
    expect(page.head?.structuredData?.[0]).toMatchObject({ '@type': 'ImageGallery', name: 'Our Gallery' });
  });

  it('GAL-03 renders an album by its address', async () => {
    const page = await render('/gallery?album=album-1');
    expect(page.head).toMatchObject({ title: 'Schools: Our Gallery', canonicalPath: '/gallery?album=album-1' });
  });

  it('shows a photo by its address, for pages without script', async () => {
    const page = await render('/gallery?photo=image-1');
    expect(page.html).toMatch(/<dialog[^>]* open=""/);
    expect(page.head?.canonicalPath).toBe('/gallery');
  });

  it('answers 503 when photos cannot be had, and 404 for an album that is gone', async () => {
    const failed = await render('/gallery', [[listPublishedImages, apiError('network')]]);
    const missing = await render('/gallery?album=gone', [[listAlbumImages, apiError('not-found')]]);
    expect([failed.status, missing.status]).toEqual([503, 404]);
  });
});
