import { orderAlbumImages } from '@site/shared/contracts/gallery';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { fakeUploads } from '../testing/fake-uploads.ts';
import { image, schools, visitGallery } from '../testing/visit-gallery.tsx';

const press = (name: string | RegExp) => screen.getByRole('button', { name });
const createFile = (name: string, type = 'image/jpeg') => new File(['image'], name, { type });

describe('uploads into the gallery', () => {
  const previews = (count: number) => waitFor(() => expect(document.querySelectorAll('img[src^="data:image"]')).toHaveLength(count));
  const choose = async (user: UserEvent, ...files: File[]) => {
    await user.upload(screen.getByLabelText('Upload images'), files);
    await previews(files.length);
  };

  it('API-11 uploads into the current album, in the order of selection', async () => {
    const { stub, user } = await visitGallery('/admin/gallery?album=a1', [[orderAlbumImages, schools]]);
    const uploads = fakeUploads(stub);
    await choose(user, createFile('one.jpg'), createFile('two.jpg'));
    const rows = within(screen.getByRole('list', { name: 'Chosen images' }));
    fireEvent.change(rows.getAllByLabelText('Alt text')[0]!, { target: { value: 'The first' } });
    await user.click(press('Upload 2 images'));
    uploads[0]?.progress(0.5);
    expect(rows.getByRole('progressbar', { name: 'Upload of one.jpg' })).toHaveProperty('value', 0.5);
    await uploads[1]?.respond(201, { data: image('n2') });
    await uploads[0]?.respond(201, { data: image('n1') });

    expect(screen.getByText('2 of 2 uploaded')).toBeInTheDocument();
    expect(Object.fromEntries(uploads[0]!.form)).toMatchObject({ title: 'One', alt: 'The first', album: 'a1', published: 'false' });
    await waitFor(() => expect(stub.getCalls(orderAlbumImages)).toEqual([{ params: { id: 'a1' }, body: { imageIds: ['n1', 'n2'] } }]));
    await user.click(press('Close the upload'));
    expect(screen.queryByRole('heading', { name: 'Upload images' })).not.toBeInTheDocument();
  });

  describe('STAFF-6 offers to show images on the site', () => {
    const shows = () => screen.getByLabelText('Show them on the site at once');
    const publishedOf = (form: FormData | undefined) => form?.get('published');

    it('unticked until each of them has an alt text', async () => {
      const { stub, user } = await visitGallery();
      const uploads = fakeUploads(stub);
      await choose(user, createFile('one.jpg'), createFile('two.jpg'));
      expect(shows()).not.toBeChecked();
      const [first, second] = screen.getAllByLabelText('Alt text');
      fireEvent.change(first!, { target: { value: 'The first' } });
      expect(shows()).not.toBeChecked();
      fireEvent.change(second!, { target: { value: 'The second' } });
      expect(shows()).toBeChecked();
      await user.click(press('Upload 2 images'));

      expect(uploads.map(({ form }) => publishedOf(form))).toEqual(['true', 'true']);
    });

    it('unticked for good when the editor has unticked it', async () => {
      const { stub, user } = await visitGallery();
      const uploads = fakeUploads(stub);
      await choose(user, createFile('one.jpg'));
      fireEvent.change(screen.getByLabelText('Alt text'), { target: { value: 'The first' } });
      await user.click(shows());
      fireEvent.change(screen.getByLabelText('Alt text'), { target: { value: 'Corrected' } });
      expect(shows()).not.toBeChecked();
      await user.click(press('Upload 1 image'));

      expect(publishedOf(uploads[0]?.form)).toBe('false');
    });

    it('and never shows one without alt text, even when the editor has ticked it', async () => {
      const { stub, user } = await visitGallery();
      const uploads = fakeUploads(stub);
      await choose(user, createFile('one.jpg'), createFile('two.jpg'));
      await user.click(shows());
      fireEvent.change(screen.getAllByLabelText('Alt text')[0]!, { target: { value: 'The first' } });
      expect(screen.getByText(/What has none is not shown on the site until you add it/)).toBeInTheDocument();
      await user.click(press('Upload 2 images'));

      expect(uploads.map(({ form }) => publishedOf(form))).toEqual(['true', 'false']);
    });
  });

  it('PRIV-30 asks who agreed, and when, before images of minors are uploaded', async () => {
    const { stub, user } = await visitGallery();
    const uploads = fakeUploads(stub);
    await choose(user, createFile('one.jpg'));
    await user.click(screen.getByLabelText('Shows people under 18 who can be recognised'));
    await user.click(press('Upload 1 image'));
    const consent = screen.getByLabelText('Who agreed to the publication');
    expect(consent).toHaveFocus();
    expect(consent).toHaveAccessibleDescription(expect.stringContaining('Enter who has agreed for the people under 18'));
    expect(uploads).toHaveLength(0);

    await user.type(consent, 'Mrs Okoro');
    fireEvent.change(screen.getByLabelText('Agreed on'), { target: { value: '2026-01-31' } });
    await user.click(press('Upload 1 image'));
    expect(Object.fromEntries(uploads[0]!.form)).toMatchObject({ showsMinors: 'true', consentBy: 'Mrs Okoro', consentOn: '2026-01-31' });
  });

  it('NS-08 uploads images of contributors as unpublished', async () => {
    const { stub, user } = await visitGallery('/admin/gallery', [], 'contributor');
    const uploads = fakeUploads(stub);
    await choose(user, createFile('one.jpg'));
    expect(screen.queryByLabelText('Show them on the site at once')).not.toBeInTheDocument();
    await user.click(press('Upload 1 image'));

    expect(Object.fromEntries(uploads[0]!.form)).toMatchObject({ published: 'false' });
  });

  it('accepts files that are dropped anywhere or pasted, and asks before they are lost', async () => {
    const { stub, user, router } = await visitGallery();
    fakeUploads(stub);
    const dataTransfer = { files: [createFile('dropped.jpg')], types: ['Files'] };
    fireEvent.dragOver(window, { dataTransfer });
    expect(screen.getByText('Drop the images to upload them')).toBeInTheDocument();
    fireEvent.drop(window, { dataTransfer });
    fireEvent.paste(document.body, { clipboardData: { files: [createFile('pasted.png', 'image/png')] } });
    expect(screen.getByText('2 images to upload')).toBeInTheDocument();
    await previews(2);

    await user.click(screen.getByRole('link', { name: 'Dashboard' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Leave without saving?' }));
    expect(dialog.getByText(/Some images are not uploaded yet/)).toBeInTheDocument();
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(router.state.location.pathname).toBe('/admin/gallery');
  });
});
