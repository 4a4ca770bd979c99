import { deleteImage, getImage, listImagesPage, moveToAlbum, restoreImage, updateImage } from '@site/shared/contracts/gallery';
import { apiError } from '@site/shared/testing/host-services-stub';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { exportCsv } from '../testing/export-csv.ts';
import { image, sentForm, serveImages, visitGallery } from '../testing/visit-gallery.tsx';

const getButton = (name: string | RegExp) => screen.getByRole('button', { name });
const getCheckbox = (name: string) => screen.getByLabelText(`Select ${name}`);
const names = () =>
  within(screen.getByLabelText('Photos'))
    .getAllByLabelText(/^Select /)
    .map((each) => each.getAttribute('aria-label')?.replace('Select ', ''));

describe('GalleryPage', () => {
  it('API-10 X-16 shows all images including unpublished ones, and the albums with their counts', async () => {
    const { stub } = await visitGallery();

    expect(names()).toEqual(['Photo 1', 'Photo 2', 'Photo 3', 'Market']);
    expect(stub.getCalls(listImagesPage)[0]?.query).toEqual({ limit: '50', offset: '0', counts: 'true', status: 'all', scope: 'all' });
    const albums = within(screen.getByRole('navigation', { name: 'Albums' })).getAllByRole('link');
    expect(albums.map(({ textContent }) => textContent)).toEqual(['All photos4 photos', 'Schools3 photos', 'Hubs0 photos', 'No album1 photo']);
    expect(screen.getByText('4 photos in 2 albums')).toBeInTheDocument();
  });

  it('API-14 shows one album in its order, and stores album, filter and search in the URL', async () => {
    const { user, router, stub } = await visitGallery('/admin/gallery?album=a1');
    expect(names()).toEqual(['Photo 2', 'Photo 1', 'Photo 3']);
    await user.click(getButton('Without alt text (1)'));
    fireEvent.change(screen.getByLabelText('Search'), { target: { value: 'photo' } });

    await waitFor(() => expect(router.state.location.search).toBe('?album=a1&show=no-alt&q=photo'));
    expect(names()).toEqual(['Photo 2']);
    expect(stub.getCalls(listImagesPage).at(-1)?.query).toMatchObject({ album: 'a1', missing: 'alt', q: 'photo', status: 'all' });
  });

  it('reports that no image matches the filter, and clears the filter', async () => {
    const { user } = await visitGallery('/admin/gallery?album=none&show=no-alt&q=photo');
    expect(await screen.findByRole('heading', { name: 'No photos match' })).toBeInTheDocument();
    await user.click(getButton('Show all'));
    await waitFor(() => expect(names()).toEqual(['Market']));
  });

  it('API-10 exports the listed or the selected images as CSV', async () => {
    const { user } = await visitGallery('/admin/gallery?album=a1&show=no-alt');
    expect(await exportCsv()).toEqual([
      expect.stringMatching(/^"Title","Alt text","Album","Status"/),
      expect.stringMatching(/^"Photo 2","","Schools","published",/),
    ]);
    await user.click(getButton('All'));
    await user.click(await screen.findByLabelText('Select Photo 3'));

    expect((await exportCsv()).slice(1)).toEqual([expect.stringMatching(/^"Photo 3",".*","Schools","draft",/)]);
  });

  it('shows the remaining samples', async () => {
    await visitGallery('/admin/gallery?show=sample');
    expect(names()).toEqual(['Market']);
    expect(getButton('Samples (1)')).toHaveAttribute('aria-pressed', 'true');
  });

  it('selects a range with Shift, and selects all images', async () => {
    const { user } = await visitGallery();
    await user.click(getCheckbox('Photo 1'));
    await user.keyboard('{Shift>}');
    await user.click(getCheckbox('Photo 3'));
    await user.keyboard('{/Shift}');
    expect(screen.getByText('3 selected')).toBeInTheDocument();
    await user.click(getButton('Select all 4 photos'));
    expect(await screen.findByText('4 selected')).toBeInTheDocument();
    await user.click(getButton('Clear'));
    expect(screen.queryByRole('region', { name: 'Selected' })).not.toBeInTheDocument();
  });

  it('API-15 moves the selected images to an album in one call', async () => {
    const { stub, user } = await visitGallery('/admin/gallery', [[moveToAlbum, []]]);
    await user.click(getCheckbox('Photo 1'));
    await user.click(getCheckbox('Photo 3'));
    await user.selectOptions(screen.getByLabelText('Move to album'), 'Hubs');
    await user.click(getButton('Move'));

    expect(stub.getCalls(moveToAlbum)).toEqual([{ body: { imageIds: ['1', '3'], albumId: 'a2' } }]);
    expect(stub.toasts).toEqual([{ kind: 'success', message: '2 photos moved to “Hubs”' }]);
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Selected' })).not.toBeInTheDocument());
    stub.respond(moveToAlbum, apiError('not-found', 'Nothing was moved.'));
    await user.click(getCheckbox('Photo 2'));
    await user.selectOptions(screen.getByLabelText('Move to album'), 'No album');
    await user.click(getButton('Move'));
    expect(stub.getCalls(moveToAlbum)[1]).toEqual({ body: { imageIds: ['2'], albumId: null } });
    expect((await screen.findByRole('alert')).textContent).toBe('Nothing was moved.');
  });

  it('API-11 publishes only the unpublished images of the selection', async () => {
    const { stub, user } = await visitGallery('/admin/gallery', [[updateImage, image('3')]]);
    await user.click(getCheckbox('Photo 1'));
    await user.click(getCheckbox('Photo 3'));
    await user.click(getButton('Publish'));

    expect(stub.getCalls(updateImage).map((input) => [input.params, sentForm(input)])).toEqual([[{ id: '3' }, { published: 'true' }]]);
    expect(stub.toasts).toEqual([{ kind: 'success', message: '1 photo published' }]);
  });

  it('STAFF-14 does not publish a selected image without alt text, and says why', async () => {
    const imageWithoutAltText = image('5', { published: false, alt: '' });
    const { stub, user } = await visitGallery('/admin/gallery', [
      [listImagesPage, serveImages([image('3', { published: false }), imageWithoutAltText])],
      [updateImage, image('3')],
    ]);
    await user.click(getCheckbox('Photo 3'));
    await user.click(getCheckbox('Photo 5'));
    await user.click(getButton('Publish'));

    expect((await screen.findByRole('alert')).textContent).toBe('1 of 2 photos: Add alt text before you publish the photo.');
    expect(stub.getCalls(updateImage).map(({ params }) => params)).toEqual([{ id: '3' }]);
    expect(screen.getByText('1 selected')).toBeInTheDocument();
  });

  it('NS-32 publishes a selected decorative image, and labels it as one', async () => {
    const { stub, user } = await visitGallery('/admin/gallery', [
      [listImagesPage, serveImages([image('3', { published: false, alt: '', decorative: true })])],
      [updateImage, image('3')],
    ]);
    expect(screen.getByText('Decorative')).toBeInTheDocument();
    expect(screen.queryByText('No alt text')).not.toBeInTheDocument();
    await user.click(getCheckbox('Photo 3'));
    await user.click(getButton('Publish'));

    await waitFor(() => expect(stub.getCalls(updateImage)).toHaveLength(1));
  });

  it('API-11 deletes images at once, and restores them with Undo', async () => {
    const { stub, user } = await visitGallery('/admin/gallery', [
      [deleteImage, { _id: '1' }],
      [restoreImage, image('1')],
    ]);
    await user.click(getCheckbox('Photo 1'));
    await user.click(getButton('Delete'));
    await waitFor(() => expect(names()).not.toContain('Photo 1'));
    await user.click(await screen.findByRole('button', { name: 'Undo' }));

    expect(stub.getCalls(restoreImage)).toEqual([{ params: { id: '1' } }]);
    await waitFor(() => expect(names()).toContain('Photo 1'));
  });

  it('shows 50 images per page, and opens an image on another page by its URL', async () => {
    const many = Array.from({ length: 60 }, (_, index) => image(`${index + 1}`));
    const { stub, user } = await visitGallery('/admin/gallery?page=2&image=3', [
      [listImagesPage, serveImages(many)],
      [getImage, image('3')],
    ]);
    expect(names()).toHaveLength(10);
    expect(screen.getByText('Page 2 of 2')).toBeInTheDocument();
    expect(within(screen.getByRole('dialog')).getByLabelText(/^Title/)).toHaveValue('Photo 3');
    expect(stub.getCalls(getImage)).toHaveLength(1);

    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Close' }));
    await user.click(getCheckbox('Photo 51'));
    await user.click(getButton('Select all 60 photos'));
    expect(await screen.findByText('60 selected')).toBeInTheDocument();
  });

  it('explains why the gallery failed to load', async () => {
    await visitGallery('/admin/gallery', [[listImagesPage, apiError('server', 'Resting')]]);
    expect(screen.getByRole('heading', { name: 'Failed to load the gallery' })).toBeInTheDocument();
  });
});
