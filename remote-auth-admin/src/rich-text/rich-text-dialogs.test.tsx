import { listLibraryImagesPage } from '@site/shared/contracts/media';
import { uploadTextImage } from '@site/shared/contracts/writing';
import { libraryImageFixture } from '@site/shared/testing/fixtures';
import { hostServicesStub } from '@site/shared/testing/host-services-stub';
import { act, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { CaptionDialog, EmbedDialog, ImageDialog, type TextImage } from './rich-text-dialogs.tsx';

const canvasBlob = new Blob(['small'], { type: 'image/jpeg' });

/** Stubs the browser's image functions, which jsdom lacks. Every image is 4000 × 3000 pixels. */
const stubCanvas = () => {
  const sizes: number[] = [];
  globalThis.createImageBitmap = async () => ({ width: 4000, height: 3000, close: () => undefined });
  jest.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  jest.spyOn(HTMLCanvasElement.prototype, 'toDataURL').mockReturnValue('data:,');
  jest.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation(function toBlob(this: HTMLCanvasElement, done) {
    sizes.push(this.width, this.height);
    done(canvasBlob);
  });
  return sizes;
};

const show = async (file: File) => {
  const services = hostServicesStub({ responses: [[uploadTextImage, { url: '/img/upload/v1/a.jpg', width: 2560, height: 1920 }]] });
  const onImage = jest.fn<undefined, [TextImage]>();
  render(<ImageDialog http={services.http} current={null} droppedFile={null} onImage={onImage} onClose={() => undefined} />);
  const user = userEvent.setup({ applyAccept: false });
  await user.type(screen.getByLabelText('Alt text'), 'People walking');
  await user.upload(screen.getByLabelText(/^Photo file/), file);
  await user.click(screen.getByRole('button', { name: 'Add photo' }));
  return { onImage, sent: () => services.getCalls(uploadTextImage).map(({ body }) => (body instanceof FormData ? body.get('image') : null)) };
};

describe('ImageDialog', () => {
  afterEach(() => Reflect.deleteProperty(globalThis, 'createImageBitmap'));

  it.each([
    ['walk.jpg', 'image/jpeg', 'walk.jpg'],
    ['IMG_1.HEIC', '', 'IMG_1.jpg'],
  ])('NS-05 sends %s with at most 2560 pixels on its longest side', async (name, type, sentName) => {
    const sizes = stubCanvas();
    const { onImage, sent } = await show(new File(['a large photo of a camera'], name, { type }));

    await waitFor(() => expect(onImage).toHaveBeenCalledTimes(1));
    expect(onImage).toHaveBeenCalledWith({ src: '/img/upload/v1/a.jpg', width: 2560, height: 1920, alt: 'People walking', role: null });
    expect(sizes.slice(0, 2)).toEqual([2560, 1920]);
    expect(sent()).toEqual([expect.objectContaining({ name: sentName, size: canvasBlob.size, type: 'image/jpeg' })]);
  });

  it('NS-05 rejects a file that cannot be read, and sends nothing', async () => {
    globalThis.createImageBitmap = () => Promise.reject(new Error('damaged'));
    const { onImage, sent } = await show(new File(['no image'], 'walk.jpg', { type: 'image/jpeg' }));

    expect(await screen.findByText(/is not a photo that the site can read/)).toBeInTheDocument();
    expect(sent()).toEqual([]);
    expect(onImage).not.toHaveBeenCalled();
  });

  it('sends an image once even if Enter is pressed again while it is being sent', async () => {
    stubCanvas();
    const services = hostServicesStub({ responses: [[uploadTextImage, () => new Promise(() => undefined)]] });
    const file = new File(['a photo'], 'walk.jpg', { type: 'image/jpeg' });
    render(<ImageDialog http={services.http} current={null} droppedFile={file} onImage={() => undefined} onClose={() => undefined} />);
    await userEvent.type(screen.getByLabelText('Alt text'), 'People walking{Enter}{Enter}');

    await waitFor(() => expect(services.getCalls(uploadTextImage)).not.toHaveLength(0));
    await userEvent.keyboard('{Enter}');
    await act(async () => undefined);
    expect(services.getCalls(uploadTextImage)).toHaveLength(1);
  });

  it('does not handle Enter while the media library is open', async () => {
    const image = libraryImageFixture({ alt: 'Dancers' });
    const services = hostServicesStub({ responses: [[listLibraryImagesPage, { items: [image], total: 1 }]] });
    render(<ImageDialog http={services.http} current={null} droppedFile={null} onImage={() => undefined} onClose={() => undefined} />);
    await userEvent.click(screen.getByRole('button', { name: 'Choose from the media library' }));
    await userEvent.type(await screen.findByLabelText('Search'), '{Enter}');

    expect(await screen.findByText('Chosen: Dancers')).toBeInTheDocument();
    expect(screen.queryByText('Choose a photo')).not.toBeInTheDocument();
  });

  it('shows the alt text as the first field', () => {
    render(<ImageDialog http={hostServicesStub().http} current={null} droppedFile={null} onImage={() => undefined} onClose={() => undefined} />);

    const [first] = [...screen.getByRole('dialog').querySelectorAll('input')];
    expect(first).toBe(screen.getByLabelText('Alt text'));
  });
});

describe('captions and titles', () => {
  it.each([
    [140, 1],
    [141, 0],
  ])('NS-05 may have up to 140 characters, counting an emoji as one: a table caption with %i', async (count, times) => {
    const onCaption = jest.fn();
    render(<CaptionDialog caption={'😀'.repeat(count)} onCaption={onCaption} onClose={() => undefined} />);
    await userEvent.setup().click(screen.getByRole('button', { name: 'Set caption' }));

    expect(onCaption).toHaveBeenCalledTimes(times);
    expect(screen.queryAllByText('Use 140 characters or fewer')).toHaveLength(1 - times);
  });

  it.each([
    [140, 1],
    [141, 0],
  ])('NS-05 may have up to 140 characters, counting an emoji as one: a video title with %i', async (count, times) => {
    const onEmbed = jest.fn();
    const current = { src: 'https://www.youtube-nocookie.com/embed/abcdefghijk', title: '😀'.repeat(count) };
    render(<EmbedDialog current={current} onEmbed={onEmbed} onClose={() => undefined} />);
    await userEvent.setup().click(screen.getByRole('button', { name: 'Change video' }));

    expect(onEmbed).toHaveBeenCalledTimes(times);
    expect(screen.queryAllByText('Use 140 characters or fewer')).toHaveLength(1 - times);
  });
});
