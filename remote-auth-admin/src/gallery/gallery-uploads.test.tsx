import { listImagesPage, orderAlbumImages } from '@site/shared/contracts/gallery';
import { apiError } from '@site/shared/testing/host-services-stub';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { fakeUploads } from '../testing/fake-uploads.ts';
import { image, schoolsAlbum, serveImages, visitGallery } from '../testing/visit-gallery.tsx';

const getButton = (name: string | RegExp) => screen.getByRole('button', { name });
const createFile = (name: string, type = 'image/jpeg') => new File(['image'], name, { type });

describe('uploads into the gallery', () => {
  const waitForPreviews = (count: number) => waitFor(() => expect(document.querySelectorAll('img[src^="data:image"]')).toHaveLength(count));
  const choose = async (user: UserEvent, ...files: File[]) => {
    await user.upload(screen.getByLabelText('Upload photos'), files);
    await waitForPreviews(files.length);
  };

  it('API-11 uploads into the current album, in the order of selection', async () => {
    const { stub, user } = await visitGallery('/admin/gallery?album=a1', [[orderAlbumImages, schoolsAlbum]]);
    const uploads = fakeUploads(stub);
    await choose(user, createFile('one.jpg'), createFile('two.jpg'));
    const rows = within(screen.getByRole('list', { name: 'Chosen photos' }));
    fireEvent.change(rows.getAllByLabelText('Alt text')[0]!, { target: { value: 'The first' } });
    await user.click(getButton('Upload 2 photos'));
    uploads[0]?.progress(0.5);
    expect(rows.getByRole('progressbar', { name: 'Upload of one.jpg' })).toHaveProperty('value', 0.5);
    await uploads[1]?.respond(201, { data: image('n2') });
    await uploads[0]?.respond(201, { data: image('n1') });

    expect(screen.getByText('2 of 2 uploaded')).toBeInTheDocument();
    expect(Object.fromEntries(uploads[0]!.form)).toMatchObject({ title: 'One', alt: 'The first', album: 'a1', published: 'false' });
    await waitFor(() => expect(stub.getCalls(orderAlbumImages)).toEqual([{ params: { id: 'a1' }, body: { imageIds: ['n1', 'n2'] }, silent: true }]));
    await user.click(getButton('Close the upload'));
    expect(screen.queryByRole('heading', { name: 'Upload photos' })).not.toBeInTheDocument();
  });

  describe('STAFF-14 the option to publish uploads', () => {
    const getPublishCheckbox = () => screen.getByLabelText('Publish immediately');
    const getPublished = (form: FormData | undefined) => form?.get('published');

    it('is ticked once every image has alt text', async () => {
      const { stub, user } = await visitGallery();
      const uploads = fakeUploads(stub);
      await choose(user, createFile('one.jpg'), createFile('two.jpg'));
      expect(getPublishCheckbox()).not.toBeChecked();
      const [first, second] = screen.getAllByLabelText('Alt text');
      fireEvent.change(first!, { target: { value: 'The first' } });
      expect(getPublishCheckbox()).not.toBeChecked();
      fireEvent.change(second!, { target: { value: 'The second' } });
      expect(getPublishCheckbox()).toBeChecked();
      await user.click(getButton('Upload 2 photos'));

      expect(uploads.map(({ form }) => getPublished(form))).toEqual(['true', 'true']);
    });

    it('stays unticked after the editor has unticked it', async () => {
      const { stub, user } = await visitGallery();
      const uploads = fakeUploads(stub);
      await choose(user, createFile('one.jpg'));
      fireEvent.change(screen.getByLabelText('Alt text'), { target: { value: 'The first' } });
      await user.click(getPublishCheckbox());
      fireEvent.change(screen.getByLabelText('Alt text'), { target: { value: 'Corrected' } });
      expect(getPublishCheckbox()).not.toBeChecked();
      await user.click(getButton('Upload 1 photo'));

      expect(getPublished(uploads[0]?.form)).toBe('false');
    });

    it('publishes no image without alt text, even if the editor has ticked it', async () => {
      const { stub, user } = await visitGallery();
      const uploads = fakeUploads(stub);
      await choose(user, createFile('one.jpg'), createFile('two.jpg'));
      await user.click(getPublishCheckbox());
      fireEvent.change(screen.getAllByLabelText('Alt text')[0]!, { target: { value: 'The first' } });
      expect(screen.getByText(/Photos without alt text stay off the site until you add it/)).toBeInTheDocument();
      await user.click(getButton('Upload 2 photos'));

      expect(uploads.map(({ form }) => getPublished(form))).toEqual(['true', 'false']);
    });
  });

  it('PRIV-30 asks who gave consent, and when, before images of minors are uploaded', async () => {
    const { stub, user } = await visitGallery();
    const uploads = fakeUploads(stub);
    await choose(user, createFile('one.jpg'));
    await user.click(screen.getByLabelText('Shows recognisable people under 18'));
    await user.click(getButton('Upload 1 photo'));
    const consent = screen.getByLabelText('Who gave consent');
    expect(consent).toHaveFocus();
    expect(consent).toHaveAccessibleDescription(expect.stringContaining('Enter who gave consent for the people under 18'));
    expect(uploads).toHaveLength(0);

    await user.type(consent, 'Mrs Okoro');
    fireEvent.change(screen.getByLabelText('Date of consent'), { target: { value: '2026-01-31' } });
    await user.click(getButton('Upload 1 photo'));
    expect(Object.fromEntries(uploads[0]!.form)).toMatchObject({ showsMinors: 'true', consentBy: 'Mrs Okoro', consentOn: '2026-01-31' });
  });

  it('PRIV-30 marks all images of an upload as showing minors at once, and asks once who gave consent', async () => {
    const { stub, user } = await visitGallery();
    const uploads = fakeUploads(stub);
    await choose(user, createFile('one.jpg'), createFile('two.jpg'), createFile('three.jpg'));
    const getMinorsCheckboxes = () => screen.getAllByLabelText('Shows recognisable people under 18');
    const all = screen.getByLabelText('All the photos show recognisable people under 18');
    await user.click(all);
    for (const box of getMinorsCheckboxes()) expect(box).toBeChecked();
    await user.click(getMinorsCheckboxes()[1]!);
    expect(all).not.toBeChecked();

    await user.type(screen.getByLabelText('Who gave consent'), 'Mrs Okoro');
    fireEvent.change(screen.getByLabelText('Date of consent'), { target: { value: '2026-01-31' } });
    await user.click(getButton('Upload 3 photos'));
    const sent = uploads.map(({ form }) => Object.fromEntries(form));
    expect(sent.map(({ showsMinors, consentBy }) => [showsMinors, consentBy])).toEqual([
      ['true', 'Mrs Okoro'],
      ['false', undefined],
      ['true', 'Mrs Okoro'],
    ]);
  });

  it('NS-08 uploads images of contributors as unpublished', async () => {
    const { stub, user } = await visitGallery('/admin/gallery', [], 'contributor');
    const uploads = fakeUploads(stub);
    await choose(user, createFile('one.jpg'));
    expect(screen.queryByLabelText('Publish immediately')).not.toBeInTheDocument();
    await user.click(getButton('Upload 1 photo'));

    expect(Object.fromEntries(uploads[0]!.form)).toMatchObject({ published: 'false' });
  });

  it('accepts files that are dropped anywhere or pasted, and keeps them while other screens are open', async () => {
    const { stub, user, router } = await visitGallery();
    fakeUploads(stub);
    const dataTransfer = { files: [createFile('dropped.jpg')], types: ['Files'] };
    fireEvent.dragOver(window, { dataTransfer });
    expect(screen.getByText('Drop the photos to upload them')).toBeInTheDocument();
    fireEvent.drop(window, { dataTransfer });
    fireEvent.paste(document.body, { clipboardData: { files: [createFile('pasted.png', 'image/png')] } });
    expect(screen.getByText('2 photos to upload')).toBeInTheDocument();
    await waitForPreviews(2);

    await user.click(screen.getByRole('link', { name: 'Dashboard' }));
    const uploadsRegion = within(await screen.findByRole('region', { name: 'Uploads' }));
    expect(router.state.location.pathname).toBe('/admin/dashboard');
    expect(uploadsRegion.getByText(/2 photos to upload/)).toBeInTheDocument();
    await user.click(uploadsRegion.getByRole('link', { name: 'Show uploads' }));
    await screen.findByRole('button', { name: 'Upload 2 photos' });
    expect(screen.queryByRole('region', { name: 'Uploads' })).not.toBeInTheDocument();
    await user.type(screen.getAllByLabelText('Alt text')[0]!, 'Dropped');
    await user.click(getButton('Cancel the upload'));
    expect(screen.getByText(/2 photos not uploaded yet/)).toBeInTheDocument();
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Discard' }));
    expect(screen.queryByRole('heading', { name: 'Upload photos' })).not.toBeInTheDocument();
  });

  it('keeps the screen when the connection is lost, and sends the remaining images when it is back', async () => {
    const { stub, user, router } = await visitGallery('/admin/gallery?album=a1', [[orderAlbumImages, schoolsAlbum]]);
    const uploads = fakeUploads(stub);
    await choose(user, ...Array.from({ length: 5 }, (_, index) => createFile(`day ${index + 1}.jpg`)));
    await user.type(screen.getAllByLabelText('Alt text')[4]!, 'The last');
    await user.click(getButton('Upload 5 photos'));
    await uploads[0]?.respond(201, { data: image('n1') });
    stub.respond(listImagesPage, apiError('network'));
    for (const index of [1, 2, 3]) await uploads[index]?.respond(0);
    await act(() => router.revalidate());

    expect(screen.getByText(/Waiting for a connection/)).toBeInTheDocument();
    expect(screen.getByText('1 of 5 uploaded')).toBeInTheDocument();
    expect(screen.getByText(/The site could not be reached/)).toBeInTheDocument();
    expect(screen.getByRole('link', { name: /Photo 1/ })).toBeInTheDocument();
    stub.respond(listImagesPage, serveImages([image('new')]));
    act(() => window.dispatchEvent(new Event('online')));
    for (const index of [4, 5, 6, 7]) await uploads[index]?.respond(201, { data: image(`n${index}`) });
    expect(uploads[7]?.form.get('alt')).toBe('The last');
    expect(await screen.findByText('5 of 5 uploaded')).toBeInTheDocument();
    expect(await screen.findByRole('link', { name: /Photo new/ })).toBeInTheDocument();
    expect(screen.queryByText(/The site could not be reached/)).not.toBeInTheDocument();
  });

  it('pauses and resumes, and lists uploaded images on one line', async () => {
    const { stub, user } = await visitGallery();
    const uploads = fakeUploads(stub);
    await choose(user, createFile('one.jpg'), createFile('two.jpg'));
    await user.click(getButton('Upload 2 photos'));
    await uploads[0]?.respond(201, { data: image('n1') });
    expect(screen.getByText(/^\s*1 photo uploaded$/)).toBeInTheDocument();
    expect(within(screen.getByRole('list', { name: 'Chosen photos' })).getAllByRole('listitem')).toHaveLength(1);
    await user.click(getButton('Pause the upload'));
    expect(uploads[1]?.isAborted()).toBe(true);
    expect(screen.getByText(/^Paused\./)).toBeInTheDocument();
    await user.click(getButton('Resume the upload'));

    expect(uploads).toHaveLength(3);
  });

  it('asks before signing out deletes images that have not been uploaded', async () => {
    const { stub, user } = await visitGallery();
    fakeUploads(stub);
    await choose(user, createFile('one.jpg'));
    await user.click(getButton('Sign out'));
    const dialog = within(screen.getByRole('dialog', { name: 'Some photos have not been uploaded yet' }));
    expect(dialog.getByText('1 photo not uploaded yet. Signing out deletes unsent photos from this device.')).toBeInTheDocument();
    expect(dialog.queryByRole('button', { name: 'Keep it and sign out' })).not.toBeInTheDocument();
    await user.click(dialog.getByRole('button', { name: 'Delete and sign out' }));

    expect(await screen.findByRole('heading', { name: 'Login' })).toBeInTheDocument();
  });
});
