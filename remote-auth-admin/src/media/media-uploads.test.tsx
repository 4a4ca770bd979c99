import { createLibraryImage, listLibraryImagesPage } from '@site/shared/contracts/media';
import { libraryImageFixture } from '@site/shared/testing/fixtures';
import { apiError } from '@site/shared/testing/host-services-stub';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { fakeUploads } from '../testing/fake-uploads.ts';
import { serveList } from '../testing/serve-list.ts';
import { sharedImage, visitMedia } from '../testing/visit-media.tsx';

const getButton = (name: string | RegExp) => screen.getByRole('button', { name });
const createFile = (name: string, type = 'image/jpeg') => new File(['image'], name, { type });
const choose = async (user: UserEvent, ...files: File[]) => {
  await user.upload(screen.getByLabelText('Upload photos'), files);
  await waitFor(() => expect(document.querySelectorAll('img[src^="data:image"]')).toHaveLength(files.length));
};
const uploadedImage = libraryImageFixture({ _id: 'n1', alt: 'Drummers under a tree', stays: true });

describe('uploads to the media library', () => {
  it('NS-30 stay out of the gallery, have alt text but no title, and appear when finished', async () => {
    const { stub, user } = await visitMedia();
    const uploads = fakeUploads(stub);
    await choose(user, createFile('drummers.jpg'), createFile('dancers.jpg'));
    expect(screen.getByLabelText('Add photos to')).toHaveValue('library');
    expect(screen.queryByLabelText('Title')).not.toBeInTheDocument();
    expect(screen.queryByLabelText('Publish immediately')).not.toBeInTheDocument();
    fireEvent.change(screen.getAllByLabelText('Alt text')[0]!, { target: { value: 'Drummers under a tree' } });
    await user.click(getButton('Upload 2 photos'));
    uploads[0]?.progress(0.5);
    expect(screen.getByRole('progressbar', { name: 'Upload of drummers.jpg' })).toHaveProperty('value', 0.5);
    stub.respond(listLibraryImagesPage, serveList([uploadedImage, sharedImage]));
    await uploads[0]?.respond(201, { data: uploadedImage });
    await uploads[1]?.respond(422, { message: 'The photo is damaged or incomplete.' });

    expect(screen.getByText('1 of 1 uploaded, 1 rejected')).toBeInTheDocument();
    expect(screen.getByText('The photo is damaged or incomplete.')).toBeInTheDocument();
    expect(stub.getCalls(createLibraryImage)).toHaveLength(2);
    expect(Object.fromEntries(uploads[0]!.form)).toMatchObject({ alt: 'Drummers under a tree', showsMinors: 'false' });
    expect(await screen.findByRole('link', { name: /Drummers under a tree.*Not used/ })).toBeInTheDocument();
  });

  it('can go to an album of the gallery instead', async () => {
    const { stub, user } = await visitMedia();
    const uploads = fakeUploads(stub);
    await choose(user, createFile('drummers.jpg'));
    await user.selectOptions(screen.getByLabelText('Add photos to'), 'Gallery');
    await user.selectOptions(within(screen.getByRole('region', { name: 'Upload photos' })).getByLabelText('Album'), 'Schools');
    await user.click(getButton('Upload 1 photo'));

    expect(Object.fromEntries(uploads[0]!.form)).toMatchObject({ title: 'Drummers', album: 'album-1' });
  });

  it('survive a lost connection and a visit to another screen, which links back to the library', async () => {
    const { stub, user, router } = await visitMedia();
    const uploads = fakeUploads(stub);
    await choose(user, createFile('drummers.jpg'));
    await user.click(getButton('Upload 1 photo'));
    stub.respond(listLibraryImagesPage, apiError('network'));
    await uploads[0]?.respond(0);
    await act(() => router.revalidate());
    expect(screen.getByText(/^Waiting for a connection/)).toBeInTheDocument();
    expect(screen.getByRole('link', { name: /Dancers on a lit stage/ })).toBeInTheDocument();
    await act(() => router.navigate('/admin/profile'));
    expect(screen.getByRole('link', { name: 'Show uploads' })).toHaveAttribute('href', '/admin/media');

    stub.respond(listLibraryImagesPage, serveList([uploadedImage]));
    await user.click(screen.getByRole('link', { name: 'Show uploads' }));
    act(() => window.dispatchEvent(new Event('online')));
    await uploads[1]?.respond(201, { data: uploadedImage });
    expect(await screen.findByText('1 of 1 uploaded')).toBeInTheDocument();
  });

  it('NS-08 are available to contributors', async () => {
    const { stub, user } = await visitMedia('/admin/media', [], undefined, 'contributor');
    const uploads = fakeUploads(stub);
    await choose(user, createFile('drummers.jpg'));
    await user.click(getButton('Upload 1 photo'));

    expect(uploads).toHaveLength(1);
    expect(screen.queryByText(/An editor reviews them/)).not.toBeInTheDocument();
  });
});
