import {
  deleteLibraryImage,
  getLibraryImage,
  type LibraryImage,
  listLibraryImagesPage,
  restoreLibraryImage,
  updateLibraryImage,
} from '@site/shared/contracts/media';
import { withdrawImage } from '@site/shared/contracts/writing';
import { libraryImageFixture } from '@site/shared/testing/fixtures';
import { apiError } from '@site/shared/testing/host-services-stub';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { exportCsv } from '../testing/export-csv.ts';
import { sentForm } from '../testing/visit-gallery.tsx';
import { sharedImage, unusedImage, visitMedia } from '../testing/visit-media.tsx';

const dialog = () => within(screen.getByRole('dialog', { name: 'Photo' }));

describe('MediaPage', () => {
  it('NS-30 lists every image with its uses, and filters them', async () => {
    const { stub, user, router } = await visitMedia();
    const images = within(screen.getByRole('list', { name: 'Photos' }));
    expect(images.getByRole('link', { name: /Dancers on a lit stage.*Used in 3 places.*1600 × 900 px, 240 KB/ })).toBeInTheDocument();
    expect(images.getByRole('link', { name: /Photo without alt text.*Not used.*No alt text/ })).toBeInTheDocument();

    await user.click(screen.getByRole('button', { name: 'Not used (1)' }));
    await waitFor(() => expect(images.getAllByRole('link')).toHaveLength(1));
    await user.selectOptions(screen.getByLabelText('Album'), 'Schools');
    await user.selectOptions(screen.getByLabelText('Added'), 'In the last 7 days');

    await waitFor(() => expect(router.state.location.search).toBe('?show=unused&album=album-1&added=7'));
    expect(stub.getCalls(listLibraryImagesPage).at(-1)?.query).toMatchObject({
      use: 'none',
      album: 'album-1',
      since: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    });
  });

  it('NS-30 lets the provider sort the images, newest first by default', async () => {
    const { router, stub, user } = await visitMedia('/admin/media?page=2');
    const getQuery = () => stub.getCalls(listLibraryImagesPage).at(-1)?.query;
    expect(getQuery()).not.toHaveProperty('sort');

    await user.selectOptions(screen.getByLabelText('Sort by'), 'Largest file first');
    await waitFor(() => expect(getQuery()).toMatchObject({ sort: '-bytes' }));
    expect(router.state.location.search).toBe('?sort=-bytes');

    await user.selectOptions(screen.getByLabelText('Sort by'), 'Newest first');
    await waitFor(() => expect(getQuery()).not.toHaveProperty('sort'));
    expect(router.state.location.search).toBe('');
  });

  it('NS-30 exports the displayed images and their uses as CSV', async () => {
    await visitMedia();

    const [head, ...lines] = await exportCsv();
    expect(head).toBe('"Alt text","Decorative","Used in","First use","Width","Height","Bytes","URL","Added","Id"');
    expect(lines).toEqual([expect.stringMatching(/"no","3","Hub day \(post, in the text\)","1600","900",/), expect.stringMatching(/^"","no","0","",/)]);
  });

  it('PRIV-31 removes a photo everywhere, after listing where it is used', async () => {
    const { stub, user } = await visitMedia('/admin/media?image=a', [
      [getLibraryImage, sharedImage],
      [withdrawImage, { _id: 'a' }],
    ]);
    await user.click(dialog().getByRole('button', { name: 'Withdraw consent and remove photo' }));
    const confirmDialog = within(await screen.findByRole('dialog', { name: 'Remove this photo everywhere?' }));
    expect(await confirmDialog.findByText('Used in 3 places now.')).toBeInTheDocument();
    expect(confirmDialog.getByText('Hub day (post, in the text)')).toBeInTheDocument();
    await user.click(confirmDialog.getByRole('button', { name: 'Remove permanently' }));

    expect(stub.getCalls(withdrawImage)).toEqual([{ params: { id: 'a' } }]);
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(stub.toasts).toEqual([{ kind: 'success', message: 'Photo removed everywhere' }]);
  });

  it('PRIV-31 keeps a photo if the removal fails, and offers the removal only to editors', async () => {
    const { user } = await visitMedia('/admin/media?image=a', [
      [getLibraryImage, sharedImage],
      [withdrawImage, apiError('server')],
    ]);
    await user.click(dialog().getByRole('button', { name: 'Withdraw consent and remove photo' }));
    await user.click(screen.getByRole('button', { name: 'Remove permanently' }));
    expect(await dialog().findByRole('alert')).toBeInTheDocument();

    document.body.replaceChildren();
    await visitMedia('/admin/media?image=a', [], [sharedImage, unusedImage], 'contributor');
    expect(dialog().queryByRole('button', { name: 'Withdraw consent and remove photo' })).not.toBeInTheDocument();
  });

  it('NS-30 links to every use of an image', async () => {
    await visitMedia('/admin/media?image=a');

    expect(dialog().getByRole('heading', { name: 'Used in 3 places' })).toBeInTheDocument();
    expect(dialog().getByRole('link', { name: 'Hub day' })).toHaveAttribute('href', '/admin/posts/p1');
    expect(dialog().getByText('(post, in the text)')).toBeInTheDocument();
    expect(dialog().getByRole('link', { name: 'Untitled' })).toHaveAttribute('href', '/admin/gallery?image=g1');
    expect(dialog().getByRole('link', { name: 'Old' })).toHaveAttribute('href', '/admin/trash');
    expect(dialog().queryByRole('button', { name: 'Delete' })).not.toBeInTheDocument();
  });

  it('NS-31 replaces an image in all places, states their number first, and shows the progress', async () => {
    let finish: (image: LibraryImage) => void = () => undefined;
    const pending = new Promise<LibraryImage>((resolve) => {
      finish = resolve;
    });
    const { stub, user } = await visitMedia('/admin/media?image=a', [[updateLibraryImage, () => pending]]);
    await user.upload(dialog().getByLabelText(/^Replace file/, { selector: 'input' }), new File(['image'], 'new.png', { type: 'image/png' }));
    expect(dialog().getByText('The new file replaces the photo in all 3 places, at the same URL.')).toBeInTheDocument();
    await user.type(dialog().getByLabelText('Alt text'), 'Pupils');
    await user.click(dialog().getByRole('button', { name: 'Save for all 3 places' }));

    expect(await screen.findByRole('progressbar', { name: 'Sending the file' })).toBeInTheDocument();
    finish(sharedImage);
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(sentForm(stub.getCalls(updateLibraryImage)[0])).toMatchObject({ version: '1', alt: 'Pupils', focalX: '', focalY: '', image: expect.any(File) });
    expect(stub.toasts.map(({ message }) => message)).toEqual(['Saved in 3 places']);
  });

  it('NS-31 resets the focal point to automatic, and marks an image as decorative', async () => {
    const { stub, user } = await visitMedia('/admin/media?image=a', [[updateLibraryImage, sharedImage]]);
    await user.click(dialog().getByRole('button', { name: 'Reset to automatic' }));
    await user.click(dialog().getByLabelText('Decorative: adds no information'));
    await user.click(dialog().getByRole('button', { name: 'Save for all 3 places' }));

    await waitFor(() => expect(stub.getCalls(updateLibraryImage)).toHaveLength(1));
    expect(sentForm(stub.getCalls(updateLibraryImage)[0])).toMatchObject({ focalX: '', focalY: '', decorative: 'true', alt: '' });
  });

  it('NS-31 keeps the entered text if a save fails, and asks before the dialog discards it', async () => {
    const { user } = await visitMedia('/admin/media?image=b', [
      [updateLibraryImage, apiError('conflict', 'Someone else has just changed this photo.')],
      [getLibraryImage, unusedImage],
    ]);
    await user.type(dialog().getByLabelText('Alt text'), 'A hall');
    await user.click(dialog().getByRole('button', { name: 'Save' }));

    expect(await dialog().findByText('Someone else has just changed this photo.')).toBeInTheDocument();
    expect(dialog().getByLabelText('Alt text')).toHaveValue('A hall');
    await user.click(dialog().getByRole('button', { name: 'Close' }));
    expect(screen.getByRole('dialog', { name: 'Close without saving?' })).toBeInTheDocument();
  });

  it('NS-31 asks before “Back” closes an image with unsaved changes', async () => {
    const { user, router } = await visitMedia();
    await user.click(screen.getByRole('link', { name: /^Photo without alt text/ }));
    await screen.findByRole('dialog');
    fireEvent.change(dialog().getByLabelText('Alt text'), { target: { value: 'A hall' } });
    await act(() => router.navigate(-1));
    await user.click(within(screen.getByRole('dialog', { name: 'Leave without saving?' })).getByRole('button', { name: 'Cancel' }));
    expect(dialog().getByLabelText('Alt text')).toHaveValue('A hall');
  });

  it('NS-31 keeps the typed text when the list is reloaded with a newer version of the image', async () => {
    const { stub, user, router } = await visitMedia('/admin/media?image=b');
    await user.type(dialog().getByLabelText('Alt text'), 'A hall');
    stub.respond(listLibraryImagesPage, { items: [{ ...unusedImage, alt: 'Theirs', version: 2 }], page: null });
    await act(() => router.revalidate());

    expect(dialog().getByLabelText('Alt text')).toHaveValue('A hall');
  });

  it('NS-31 merges a colleague’s changes into the form, names the fields that both changed, and saves on request', async () => {
    const theirs = { ...unusedImage, alt: 'Theirs', edition: 'two', consent: { showsMinors: true, consentBy: 'Mrs Okoro', consentOn: '2026-01-31' } };
    const { stub, user } = await visitMedia('/admin/media?image=b', [
      [updateLibraryImage, apiError('conflict', 'Someone else has just changed this photo.')],
      [getLibraryImage, theirs],
    ]);
    await user.type(dialog().getByLabelText('Alt text'), 'A hall');
    await user.click(dialog().getByRole('button', { name: 'Save' }));

    expect(await dialog().findByRole('alert')).toHaveTextContent('You both changed: Alt text (theirs: “Theirs”).');
    expect(dialog().getByLabelText('Who gave consent')).toHaveValue('Mrs Okoro');
    stub.respond(updateLibraryImage, theirs);
    await user.click(dialog().getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(sentForm(stub.getCalls(updateLibraryImage).at(-1))).toEqual({ version: '1', edition: 'two', alt: 'A hall' });
  });

  it('NS-33 deletes an unused image, and can undo the deletion', async () => {
    const { stub, user } = await visitMedia('/admin/media?image=b', [
      [deleteLibraryImage, { _id: 'b' }],
      [restoreLibraryImage, unusedImage],
    ]);
    await user.click(dialog().getByRole('button', { name: 'Delete' }));

    expect(await screen.findByText('1 photo deleted')).toBeInTheDocument();
    expect(screen.queryByRole('link', { name: /Photo without alt text/ })).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByRole('link', { name: /Photo without alt text/ })).toBeInTheDocument();
    expect(stub.getCalls(restoreLibraryImage)).toEqual([{ params: { id: 'b' } }]);
  });

  it('NS-08 explains to contributors why they may not change an image', async () => {
    const protectedImage = libraryImageFixture({ _id: 'c', useCount: 1, mayChange: false });
    await visitMedia('/admin/media?image=c', [[getLibraryImage, protectedImage]], [sharedImage], 'contributor');

    expect(dialog().getByText('This photo is used outside your own drafts. Ask an editor to change it.')).toBeInTheDocument();
    expect(dialog().queryByRole('button', { name: /^Save/ })).not.toBeInTheDocument();
  });

  it('explains that the images could not be loaded, and offers to try again', async () => {
    await visitMedia('/admin/media', [[listLibraryImagesPage, apiError('server')]]);

    expect(screen.getByRole('heading', { name: 'Failed to load the photos' })).toBeInTheDocument();
    expect(screen.getByRole('button', { name: /try again/i })).toBeInTheDocument();
  });
});
