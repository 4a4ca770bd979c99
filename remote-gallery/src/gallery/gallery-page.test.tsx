import { listAlbumImages, listAlbums, listPublishedImages, listPublishedImagesPage } from '@site/shared/contracts/gallery';
import { albumFixture, imageFixture } from '@site/shared/testing/fixtures';
import { apiError, hostServicesStub, type StubInput, type StubResponse } from '@site/shared/testing/host-services-stub';
import { renderRoutes } from '@site/shared/testing/render-routes';
import { screen, within } from '@testing-library/react';
import { createRoutes } from '../routes.tsx';

const schoolsAlbum = albumFixture();
const xpressionAlbum = albumFixture({ _id: 'album-2', name: 'Xpression' });

const openGallery = async (responses: readonly StubResponse[] = [], path = '/gallery') => {
  const services = hostServicesStub({
    responses: [
      [listAlbums, [schoolsAlbum, xpressionAlbum]],
      [listPublishedImages, [imageFixture(), imageFixture({ _id: 'image-2', title: 'Question box', alt: 'A box' })]],
      [listAlbumImages, [imageFixture({ _id: 'image-3', title: 'Open mic', alt: 'A poet' })]],
      ...responses,
    ],
  });
  const view = await renderRoutes(createRoutes, path, services);
  return { ...view, services };
};

const getFilterButtons = () => within(screen.getByRole('form', { name: 'Albums' })).getAllByRole('button');
const getTiles = () => within(screen.getByRole('list', { name: 'Photos' })).getAllByRole('link');
const manyImages = (count: number) => Array.from({ length: count }, (_, index) => imageFixture({ _id: `image-${index}`, title: `Photo ${index}` }));

describe('GalleryPage', () => {
  it('ROUTE-10 GAL-01 shows the title and the tagline', async () => {
    await openGallery();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Our Gallery');
    expect(screen.getByText('Moments of Impact and Transformation')).toBeInTheDocument();
  });

  it('GAL-02 has a button for all photos and one for each album', async () => {
    await openGallery();
    expect(getFilterButtons().map((button) => [button.textContent, button.getAttribute('aria-pressed')])).toEqual([
      ['All Photos', 'true'],
      ['Schools', 'false'],
      ['Xpression', 'false'],
    ]);
  });

  it("GAL-03 loads the chosen album's images and replaces the tiles", async () => {
    const { services, user, router } = await openGallery();

    await user.click(screen.getByRole('button', { name: 'Xpression' }));

    expect(await screen.findByText('Open mic')).toBeInTheDocument();
    expect(getTiles()).toHaveLength(1);
    expect(services.getCalls(listAlbumImages).map(({ params }) => params)).toEqual([{ id: 'album-2' }]);
    expect(screen.getByRole('button', { name: 'Xpression' })).toHaveAttribute('aria-pressed', 'true');
    expect(router.state.location.search).toBe('?album=album-2');
  });

  it('GAL-03 returns to all photos', async () => {
    const { user } = await openGallery([], '/gallery?album=album-2');
    await user.click(screen.getByRole('button', { name: 'All Photos' }));
    expect(await screen.findByText('Question box')).toBeInTheDocument();
  });

  it('GAL-03 filters with a GET form, which works without JavaScript', async () => {
    await openGallery();
    const form = screen.getByRole('form', { name: 'Albums' });
    expect([form.getAttribute('action'), form.getAttribute('method')]).toEqual(['/gallery', 'get']);
    expect(getFilterButtons().map((button) => [button.getAttribute('name'), button.getAttribute('value'), button.getAttribute('type')])).toEqual([
      ['album', '', 'submit'],
      ['album', 'album-1', 'submit'],
      ['album', 'album-2', 'submit'],
    ]);
  });

  it('GAL-04 gives each tile its title and date', async () => {
    await openGallery();
    const tile = within(getTiles()[0] ?? document.body);
    expect(tile.getByText('Xpression Night')).toBeInTheDocument();
    expect(tile.getByText('October 3, 2026')).toHaveAttribute('datetime', '2026-10-03T18:30:00.000Z');
  });

  it.each(['/gallery', '/gallery?album=album-1'])('GAL-05 says that %s is empty', async (path) => {
    await openGallery(
      [
        [listPublishedImages, []],
        [listAlbumImages, []],
      ],
      path,
    );
    expect(screen.getByText('Empty Album')).toBeInTheDocument();
    expect(screen.getByText('No images have been added to this album yet.')).toBeInTheDocument();
  });

  it('GAL-06 X-12 shows all photos without a toast when albums fail to load', async () => {
    const { services } = await openGallery([[listAlbums, apiError('server')]]);
    expect(services.toasts).toEqual([]);
    expect(getFilterButtons().map((button) => button.textContent)).toEqual(['All Photos']);
    expect(getTiles()).toHaveLength(2);
  });

  it('X-16 omits hidden images', async () => {
    await openGallery([[listPublishedImages, [imageFixture(), imageFixture({ _id: 'b', published: false })]]]);
    expect(getTiles()).toHaveLength(1);
  });

  it('ERR-01 says "Failed to load gallery" with one toast, and retries', async () => {
    const { services, user } = await openGallery([[listPublishedImages, apiError('server')]]);
    expect(screen.getByText('Failed to load gallery')).toBeInTheDocument();
    expect(services.toasts).toHaveLength(1);

    services.respond(listPublishedImages, [imageFixture()]);
    await user.click(screen.getByRole('button', { name: 'Try again' }));

    expect(await screen.findByText('Xpression Night')).toBeInTheDocument();
  });

  it('X-19 treats a 404 for all images as a failure, not as a missing album', async () => {
    await openGallery([[listPublishedImages, apiError('not-found')]], '/gallery');
    expect(screen.getByText('Failed to load gallery')).toBeInTheDocument();
    expect(screen.queryByText('Album not found')).not.toBeInTheDocument();
  });

  it('ERR-02 says "Album not found" without a toast', async () => {
    const { services } = await openGallery([[listAlbumImages, apiError('not-found')]], '/gallery?album=gone');
    expect(screen.getByText('Album not found')).toBeInTheDocument();
    expect(services.toasts).toEqual([]);
  });

  describe('with a server that supports paging', () => {
    const all = manyImages(80);
    const getPage = ({ query }: StubInput) => {
      const { limit, offset = 0, at } = query as unknown as { limit: string; offset?: string; at?: string };
      const position = all.findIndex(({ _id }) => _id === at);
      const start = position < 0 ? Number(offset) : position;
      return { items: all.slice(start, start + Number(limit)), page: { offset: start, total: all.length } };
    };
    const titles = () => getTiles().map((tile) => /Photo \d+/.exec(tile.textContent)?.[0]);

    it.each([
      ['/gallery', 0, 1, 1],
      ['/gallery?page=2', 36, 2, 1],
      ['/gallery?page=3', 72, 3, 1],
      ['/gallery?page=9', 72, 3, 2],
      ['/gallery?photo=image-36', 36, 2, 2],
      ['/gallery?photo=image-35', 0, 1, 2],
      ['/gallery?photo=none&page=2', 36, 2, 2],
    ])('fetches only the images of %s', async (path, first, page, calls) => {
      const { services } = await openGallery([[listPublishedImagesPage, getPage]], path);

      expect(titles()).toEqual(
        manyImages(80)
          .slice(first, first + 36)
          .map(({ title }) => title),
      );
      expect(screen.getByText(`Page ${page} of 3`)).toBeInTheDocument();
      const requests = services.getCalls(listPublishedImagesPage);
      expect(requests).toHaveLength(calls);
      expect(requests.every(({ query }) => Number((query as unknown as { limit: string }).limit) <= 38)).toBe(true);
    });

    it('steps in the lightbox across page boundaries', async () => {
      const { user } = await openGallery([[listPublishedImagesPage, getPage]], '/gallery?photo=image-36');
      expect(screen.getByRole('dialog')).toHaveAttribute('aria-label', 'Photo 37 of 80');
      await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: /previous/i }));
      expect(await screen.findByText('36 of 80')).toBeInTheDocument();
    });
  });

  it('shows at most 36 images on a page of a large album', async () => {
    const { user } = await openGallery([[listPublishedImages, manyImages(80)]]);
    expect(getTiles()).toHaveLength(36);

    await user.click(screen.getByRole('link', { name: 'Next page' }));

    expect(await screen.findByText('Photo 36')).toBeInTheDocument();
    expect(screen.getByText('Page 2 of 3')).toBeInTheDocument();
  });
});
