import { getImage, listImagesPage, updateImage } from '@site/shared/contracts/gallery';
import { getLibraryImage } from '@site/shared/contracts/media';
import { withdrawImage } from '@site/shared/contracts/writing';
import { apiError } from '@site/shared/testing/host-services-stub';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { image, sentForm, serveImages, visitGallery } from '../testing/visit-gallery.tsx';
import { sharedImage } from '../testing/visit-media.tsx';

const dialog = () => within(screen.getByRole('dialog'));

describe('the image dialog', () => {
  it('API-11 changes texts, album and publication, based on the version that was loaded', async () => {
    const { stub, user, router } = await visitGallery('/admin/gallery', [[updateImage, image('3')]]);
    await user.click(screen.getByRole('link', { name: /^Photo 3/ }));
    await screen.findByRole('dialog');
    expect(router.state.location.search).toBe('?image=3');
    fireEvent.change(dialog().getByLabelText(/^Title/), { target: { value: 'Hub day' } });
    await user.selectOptions(dialog().getByLabelText('Album'), 'Hubs');
    await user.click(dialog().getByLabelText('Published'));
    await user.click(dialog().getByRole('button', { name: 'Save' }));

    expect(sentForm(stub.getCalls(updateImage)[0])).toEqual({
      title: 'Hub day',
      alt: 'Dancers on a lit stage',
      album: 'a2',
      published: 'true',
      updatedAt: '2026-11-20T09:00:00.000Z',
    });
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await waitFor(() => expect(stub.getCalls(listImagesPage)).toHaveLength(2));
  });

  it('STAFF-14 publishes an image only with alt text', async () => {
    const { stub, user } = await visitGallery('/admin/gallery', [[updateImage, image('3')]]);
    await user.click(screen.getByRole('link', { name: /^Photo 3/ }));
    await screen.findByRole('dialog');
    await user.clear(dialog().getByLabelText('Alt text'));
    await user.click(dialog().getByLabelText('Published'));
    await user.click(dialog().getByRole('button', { name: 'Save' }));

    expect(dialog().getByText('Add alt text before you publish the photo.')).toBeInTheDocument();
    expect(stub.getCalls(updateImage)).toHaveLength(0);
    await user.click(dialog().getByLabelText('Published'));
    await user.click(dialog().getByRole('button', { name: 'Save' }));

    expect(sentForm(stub.getCalls(updateImage)[0])).toMatchObject({ alt: '', published: 'false' });
  });

  it('PRIV-30 records who gave consent for the people under 18, and when', async () => {
    const { stub, user } = await visitGallery('/admin/gallery?image=1', [[updateImage, image('1')]]);
    await user.click(dialog().getByLabelText('Shows recognisable people under 18'));
    await user.type(dialog().getByLabelText('Who gave consent'), 'Mrs Okoro');
    fireEvent.change(dialog().getByLabelText('Date of consent'), { target: { value: '2026-01-31' } });
    await user.click(dialog().getByRole('button', { name: 'Save' }));

    expect(sentForm(stub.getCalls(updateImage)[0])).toMatchObject({ showsMinors: 'true', consentBy: 'Mrs Okoro', consentOn: '2026-01-31' });
  });

  it('PRIV-30 does not send unchanged consent, which a colleague may have changed', async () => {
    const imageWithConsent = image('1', { consent: { showsMinors: true, consentBy: 'Mrs Okoro', consentOn: '2026-01-31' } });
    const { stub, user } = await visitGallery('/admin/gallery?image=1', [
      [listImagesPage, serveImages([imageWithConsent])],
      [updateImage, imageWithConsent],
    ]);
    fireEvent.change(dialog().getByLabelText(/^Title/), { target: { value: 'Hub day' } });
    fireEvent.change(dialog().getByLabelText('Date of consent'), { target: { value: '2026-02-01' } });
    await user.click(dialog().getByRole('button', { name: 'Save' }));

    const { title, showsMinors, consentBy, consentOn } = sentForm(stub.getCalls(updateImage)[0]);
    expect([title, showsMinors, consentBy, consentOn]).toEqual(['Hub day', undefined, undefined, '2026-02-01']);
  });

  it('PRIV-31 removes a photo everywhere when consent is withdrawn', async () => {
    const shown = { ...image('1'), url: '/img/upload/v2/0123456789abcdef01234567.jpg' };
    const { stub, user } = await visitGallery('/admin/gallery?image=1', [
      [listImagesPage, serveImages([shown])],
      [withdrawImage, { _id: '0123456789abcdef01234567' }],
      [getLibraryImage, sharedImage],
    ]);
    await user.click(dialog().getByRole('button', { name: 'Withdraw consent and remove photo' }));
    await user.click(screen.getByRole('button', { name: 'Remove permanently' }));

    expect(stub.getCalls(withdrawImage)).toEqual([{ params: { id: '0123456789abcdef01234567' } }]);
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  it('continues with the next image after saving', async () => {
    const { user } = await visitGallery('/admin/gallery?image=1', [[updateImage, image('1')]]);
    await user.click(dialog().getByRole('button', { name: 'Save and next' }));
    await waitFor(() => expect(dialog().getByLabelText(/^Title/)).toHaveProperty('value', 'Photo 2'));
  });

  it('NS-09 reports that someone else saved first, and asks before closing discards changes', async () => {
    const { user } = await visitGallery('/admin/gallery?image=1', [
      [updateImage, apiError('conflict')],
      [getImage, apiError('network')],
    ]);
    await user.type(dialog().getByLabelText(/^Title/), '!');
    await user.click(dialog().getByRole('button', { name: 'Save' }));
    expect((await dialog().findByRole('alert')).textContent).toMatch(/^Someone else has saved this/);
    await user.click(dialog().getByRole('button', { name: 'Close' }));
    await user.click(screen.getByRole('button', { name: 'Close without saving' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  it.each([
    ['was saved by a colleague', [image('1', { title: 'Theirs', alt: 'Their text', updatedAt: '2026-11-21T09:00:00.000Z' })]],
    ['has been deleted', []],
    ['is no longer the first one', [image('9'), image('1', { title: 'Theirs', updatedAt: '2026-11-21T09:00:00.000Z' })]],
  ])('NS-09 keeps the typed text when the list reloads and the image %s', async (_what, reloadedImages) => {
    const { stub, user, router } = await visitGallery('/admin/gallery?image=first');
    await user.clear(dialog().getByLabelText(/^Title/));
    await user.type(dialog().getByLabelText(/^Title/), 'Mine');
    const field = dialog().getByLabelText(/^Title/);
    stub.respond(listImagesPage, serveImages(reloadedImages));
    stub.respond(getImage, apiError('not-found'));
    await act(() => router.revalidate());

    expect(dialog().getByLabelText(/^Title/)).toBe(field);
    expect(field).toHaveValue('Mine');
    await user.click(dialog().getByRole('button', { name: 'Close' }));
    expect(screen.getByRole('dialog', { name: 'Close without saving?' })).toBeInTheDocument();
  });

  it('asks before “Back” discards changes', async () => {
    const { user, router } = await visitGallery();
    await user.click(screen.getByRole('link', { name: /^Photo 3/ }));
    await screen.findByRole('dialog');
    fireEvent.change(dialog().getByLabelText(/^Title/), { target: { value: 'Photo 3!' } });
    await act(() => router.navigate(-1));
    await user.click(within(screen.getByRole('dialog', { name: 'Leave without saving?' })).getByRole('button', { name: 'Cancel' }));
    expect(dialog().getByLabelText(/^Title/)).toHaveValue('Photo 3!');

    await act(() => router.navigate(-1));
    await user.click(screen.getByRole('button', { name: 'Leave' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  it('shows the newest version of an image until the user types', async () => {
    const { stub, router } = await visitGallery('/admin/gallery?image=1');
    stub.respond(listImagesPage, serveImages([image('1', { title: 'Theirs', updatedAt: '2026-11-21T09:00:00.000Z' })]));
    await act(() => router.revalidate());

    expect(dialog().getByLabelText(/^Title/)).toHaveValue('Theirs');
  });

  it('NS-09 merges a colleague’s changes with the typed text, names the fields that both changed, and saves on request', async () => {
    const theirs = image('1', { title: 'Theirs', alt: 'Their text', album: { _id: 'a2' }, published: false, updatedAt: '2026-11-21T09:00:00.000Z' });
    const { stub, user } = await visitGallery('/admin/gallery?image=1', [
      [updateImage, apiError('conflict')],
      [getImage, theirs],
    ]);
    await user.clear(dialog().getByLabelText(/^Title/));
    await user.type(dialog().getByLabelText(/^Title/), 'Mine');
    await user.click(dialog().getByRole('button', { name: 'Save' }));

    expect(await dialog().findByRole('alert')).toHaveTextContent(
      'Someone else saved this photo after you opened it. Their changes were added here, and none of yours were overwritten. You both changed: Title (theirs: “Theirs”). Check the form, then save again.',
    );
    expect(dialog().getByLabelText('Alt text')).toHaveValue('Their text');
    stub.respond(updateImage, theirs);
    await user.click(dialog().getByRole('button', { name: 'Save' }));
    expect(sentForm(stub.getCalls(updateImage).at(-1))).toEqual({
      title: 'Mine',
      alt: 'Their text',
      album: 'a2',
      published: 'false',
      updatedAt: '2026-11-21T09:00:00.000Z',
    });
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  it('NS-08 lets contributors change unpublished images, but not publish them', async () => {
    const { unmount, user } = await visitGallery('/admin/gallery?image=3', [], 'contributor');
    expect(dialog().queryByLabelText('Published')).not.toBeInTheDocument();
    expect(dialog().getByRole('button', { name: 'Save' })).toBeInTheDocument();
    await user.click(dialog().getByRole('button', { name: 'Close' }));
    await user.click(screen.getByRole('checkbox', { name: 'Select Photo 1' }));
    expect(screen.queryByRole('button', { name: 'Delete' })).not.toBeInTheDocument();
    expect(screen.queryByLabelText('Move to album')).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'New album' })).not.toBeInTheDocument();
    unmount();
    await visitGallery('/admin/gallery?image=1', [], 'contributor');
    expect(dialog().queryByRole('button', { name: 'Save' })).not.toBeInTheDocument();
  });
});
