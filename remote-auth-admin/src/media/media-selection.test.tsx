import { deleteLibraryImage, type LibraryImage, listLibraryImagesPage, restoreLibraryImage } from '@site/shared/contracts/media';
import { libraryImageFixture } from '@site/shared/testing/fixtures';
import { apiError, type StubInput, type StubResponse } from '@site/shared/testing/host-services-stub';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { exportCsv } from '../testing/export-csv.ts';
import { serveList } from '../testing/serve-list.ts';
import { sharedImage, visitMedia } from '../testing/visit-media.tsx';

const image = (id: string, changes: Partial<LibraryImage> = {}) => libraryImageFixture({ _id: id, alt: `Photo ${id}`, ...changes });
const unusedImages = ['1', '2', '3', '4'].map((id) => image(id));
const getCheckbox = (name: string) => screen.getByRole('checkbox', { name: `Select ${name}` });
const getSelectionBar = () => within(screen.getByRole('region', { name: 'Selected' }));
const getReport = () => within(screen.getByRole('region', { name: /not deleted/ }));
const deleteResponse: StubResponse = [deleteLibraryImage, ({ params }: StubInput) => ({ _id: params?.id })];

describe('selected images in the media library', () => {
  it('NS-33 are deleted after one confirmation that states their number, and can be restored', async () => {
    const { stub, user } = await visitMedia('/admin/media', [deleteResponse, [restoreLibraryImage, unusedImages[0]!]], unusedImages);
    await user.click(getCheckbox('Photo 1'));
    fireEvent.click(getCheckbox('Photo 3'), { shiftKey: true });
    expect(getSelectionBar().getByText('3 selected')).toBeInTheDocument();
    await user.click(getSelectionBar().getByRole('button', { name: 'Delete' }));
    const confirmDialog = within(screen.getByRole('dialog', { name: 'Delete 3 photos?' }));
    expect(confirmDialog.getByText('They will be moved to the trash and can be restored for 30 days.')).toBeInTheDocument();
    expect(stub.getCalls(deleteLibraryImage)).toEqual([]);
    await user.click(confirmDialog.getByRole('button', { name: 'Delete 3 photos' }));

    expect(await screen.findByText('3 photos deleted')).toBeInTheDocument();
    expect(within(screen.getByRole('list', { name: 'Photos' })).getAllByRole('listitem')).toHaveLength(1);
    expect(screen.queryByRole('region', { name: /not deleted/ })).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByRole('link', { name: /Photo 2/ })).toBeInTheDocument();
    expect(stub.getCalls(restoreLibraryImage).map(({ params }) => params)).toEqual([{ id: '1' }, { id: '2' }, { id: '3' }]);
  });

  it('NS-33 are kept if they are in use, and the report links to each use', async () => {
    const rejection = apiError('conflict', '“Hub day” uses this photo. Remove it there first.');
    const { stub, user } = await visitMedia(
      '/admin/media',
      [[deleteLibraryImage, ({ params }: StubInput) => (params?.id === '2' ? rejection : { _id: params?.id })]],
      [sharedImage, ...unusedImages],
    );
    for (const name of [sharedImage.alt, 'Photo 1', 'Photo 2']) await user.click(getCheckbox(name));
    await user.click(getSelectionBar().getByRole('button', { name: 'Delete' }));
    const question = within(screen.getByRole('dialog', { name: 'Delete 2 photos?' }));
    expect(question.getByText('The other 1 of the selected photos cannot be deleted and will be kept.')).toBeInTheDocument();
    await user.click(question.getByRole('button', { name: 'Delete 2 photos' }));

    expect(await screen.findByRole('heading', { name: '1 photo deleted. 2 photos not deleted' })).toHaveFocus();
    const [first, second] = getReport().getAllByRole('listitem');
    expect(first).toHaveTextContent('Photo 2“Hub day” uses this photo. Remove it there first.');
    expect(second).toHaveTextContent(
      'Dancers on a lit stageUsed in 3 places: Hub day (post, in the text); Untitled (gallery, not published); Old (event, in the trash)',
    );
    expect(getReport().getByRole('link', { name: 'Hub day' })).toHaveAttribute('href', '/admin/posts/p1');
    expect(stub.getCalls(deleteLibraryImage).map(({ params }) => params?.id)).toEqual(['1', '2']);
    expect(screen.getByRole('link', { name: /Photo 2/ })).toBeInTheDocument();
    await user.click(getReport().getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('region', { name: /not deleted/ })).not.toBeInTheDocument();
  });

  it('NS-33 need no confirmation if none of them can be deleted', async () => {
    const { stub, user } = await visitMedia('/admin/media', [], [sharedImage, image('of another', { mayChange: false })], 'contributor');
    for (const name of [sharedImage.alt, 'Photo of another']) await user.click(getCheckbox(name));
    await user.click(getSelectionBar().getByRole('button', { name: 'Delete' }));

    expect(await screen.findByRole('heading', { name: '2 photos not deleted' })).toHaveFocus();
    expect(getReport().getByText('Someone else added it. Ask an editor to delete it.')).toBeInTheDocument();
    expect(stub.getCalls(deleteLibraryImage)).toEqual([]);
  });

  it('can be selected by keyboard or all at once, and exported', async () => {
    const many = Array.from({ length: 60 }, (_, index) => image(String(index + 1)));
    const { stub, user } = await visitMedia('/admin/media', [], many);
    act(() => screen.getByRole('link', { name: /^Photo 2\b/ }).focus());
    await user.keyboard('x');
    expect(getCheckbox('Photo 2')).toBeChecked();
    await user.keyboard('jx');
    expect(getSelectionBar().getByText('2 selected')).toBeInTheDocument();
    expect((await exportCsv()).slice(1).map((line) => line.split(',')[0])).toEqual(['"Photo 2"', '"Photo 3"']);

    await user.click(getSelectionBar().getByRole('button', { name: 'Select all 60 photos' }));
    expect(await getSelectionBar().findByText('60 selected')).toBeInTheDocument();
    // The next search returns different images.
    stub.respond(listLibraryImagesPage, serveList(unusedImages));
    await user.click(screen.getByRole('button', { name: 'Not used (1)' }));
    expect(screen.queryByRole('region', { name: 'Selected' })).not.toBeInTheDocument();
  });
});
