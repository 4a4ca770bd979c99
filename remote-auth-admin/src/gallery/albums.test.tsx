import { createAlbum, deleteAlbum, listImagesPage, orderAlbumImages, orderAlbums, restoreAlbum, updateAlbum } from '@site/shared/contracts/gallery';
import { apiError } from '@site/shared/testing/host-services-stub';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { galleryImages, hubsAlbum, schoolsAlbum, serveImages, visitGallery } from '../testing/visit-gallery.tsx';

const getButton = (name: string | RegExp) => screen.getByRole('button', { name });
const dialog = () => within(screen.getByRole('dialog'));

describe('albums of the gallery', () => {
  it('API-13 NS-05 creates an album, and shows it', async () => {
    const { stub, user, router } = await visitGallery('/admin/gallery', [
      [createAlbum, apiError('conflict', 'Taken', { name: 'An album with this name already exists' })],
    ]);
    await user.click(getButton('New album'));
    await user.click(dialog().getByRole('button', { name: 'Create album' }));
    expect(dialog().getByText('Enter a name')).toBeInTheDocument();
    await user.type(dialog().getByLabelText('Name'), 'Hubs{Enter}');
    expect(await dialog().findByText('An album with this name already exists')).toBeInTheDocument();

    stub.respond(createAlbum, hubsAlbum);
    await user.type(dialog().getByLabelText('Name'), ' 2{Enter}');
    expect(await screen.findByRole('heading', { name: 'Hubs 0 photos' })).toBeInTheDocument();
    expect(router.state.location.search).toBe('?album=a2');
    expect(stub.getCalls(createAlbum).at(-1)).toEqual({ body: { name: 'Hubs 2' } });
  });

  it('API-13 renames an album, and explains what happens to its images before deleting it', async () => {
    const { stub, user, router } = await visitGallery('/admin/gallery?album=a1', [
      [updateAlbum, schoolsAlbum],
      [deleteAlbum, { _id: 'a1' }],
      [restoreAlbum, schoolsAlbum],
    ]);
    await user.click(getButton('Rename'));
    await user.type(dialog().getByLabelText('Name'), ' 2026{Enter}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(stub.getCalls(updateAlbum)).toEqual([{ params: { id: 'a1' }, body: { name: 'Schools 2026' } }]);

    await user.click(getButton('Delete album'));
    expect(dialog().getByText('“Schools” will be deleted. Its 3 photos stay in the gallery, without an album.')).toBeInTheDocument();
    await user.click(dialog().getByRole('button', { name: 'Delete album' }));
    await waitFor(() => expect(router.state.location.search).toBe(''));
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(stub.getCalls(restoreAlbum)).toEqual([{ params: { id: 'a1' } }]);
  });

  it('moves an album within the list', async () => {
    const { stub, user } = await visitGallery('/admin/gallery?album=a1', [[orderAlbums, [hubsAlbum, schoolsAlbum]]]);
    await user.click(getButton('Move album up'));
    await user.click(getButton('Move album down'));

    expect(stub.getCalls(orderAlbums)).toEqual([{ body: { albumIds: ['a2', 'a1'] } }]);
    expect(screen.getByText('Schools: position 2 of 2')).toBeInTheDocument();
  });

  it('reorders the images of an album with buttons, and stores the last order', async () => {
    const { stub, user } = await visitGallery('/admin/gallery?album=a1');
    stub.respond(orderAlbumImages, ({ body }: { body: { imageIds: string[] } }) => {
      stub.respond(listImagesPage, serveImages(galleryImages, body.imageIds));
      return schoolsAlbum;
    });
    await user.click(getButton('Reorder'));
    const shown = () =>
      within(screen.getByRole('list', { name: 'Order of the photos' }))
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent);
    await waitFor(() => expect(shown()).toEqual(['1. Photo 2', '2. Photo 1', '3. Photo 3']));
    await user.click(getButton('Move Photo 3 earlier'));
    expect(shown()).toEqual(['1. Photo 2', '2. Photo 3', '3. Photo 1']);
    expect(screen.getByText('Photo 3: position 2 of 3')).toBeInTheDocument();
    expect(getButton('Move Photo 3 earlier')).toHaveFocus();

    await waitFor(() => expect(stub.getCalls(orderAlbumImages)).toEqual([{ params: { id: 'a1' }, body: { imageIds: ['2', '3', '1'] } }]));
    await user.click(getButton('Move Photo 1 to the start'));
    await waitFor(() => expect(stub.getCalls(orderAlbumImages).at(-1)?.body).toEqual({ imageIds: ['1', '2', '3'] }));
    await user.click(getButton('Done reordering'));
    expect(screen.getByRole('list', { name: 'Photos' })).toBeInTheDocument();
  });

  it('reorders the images of an album by dragging', async () => {
    const { stub, user } = await visitGallery('/admin/gallery?album=a1', [[orderAlbumImages, schoolsAlbum]]);
    await user.click(getButton('Reorder'));
    const [first, , third] = within(await screen.findByRole('list', { name: 'Order of the photos' })).getAllByRole('listitem');
    const dataTransfer = { setData: () => {}, effectAllowed: '', types: [] };
    fireEvent.dragStart(first!, { dataTransfer });
    fireEvent.dragOver(third!, { dataTransfer });
    fireEvent.drop(third!, { dataTransfer });
    fireEvent.dragEnd(first!, { dataTransfer });

    await waitFor(() => expect(stub.getCalls(orderAlbumImages)[0]?.body).toEqual({ imageIds: ['1', '3', '2'] }));
  });
});
