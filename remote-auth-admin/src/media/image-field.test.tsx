import { type LibraryImage, listLibraryImagesPage } from '@site/shared/contracts/media';
import { libraryImageFixture } from '@site/shared/testing/fixtures';
import { hostServicesStub } from '@site/shared/testing/host-services-stub';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { type ImageChoice, type StoredImage, unchangedImage } from '../forms/image-choice.ts';
import { ImageField } from './image-field.tsx';

const createFile = (name = 'walk.png', type = 'image/png') => new File(['image'], name, { type });
const noImage: StoredImage = { src: '', alt: '', focal: null, isDecorative: false };

interface FormProps {
  readonly stored: StoredImage;
  readonly onChange: (choice: ImageChoice) => void;
  readonly removable?: boolean;
  readonly droppedFile?: File;
}

const Form = ({ stored, onChange, ...options }: FormProps) => {
  const [choice, setChoice] = useState(unchangedImage(stored));
  const change = (next: ImageChoice) => {
    setChoice(next);
    onChange(next);
  };
  return (
    <ImageField
      label="Featured photo"
      name="featuredImage"
      stored={stored}
      value={choice}
      onChange={change}
      error={undefined}
      altError={undefined}
      library={{ http: http.http, onChoose: onChooseFromLibrary }}
      {...options}
    />
  );
};

const http = hostServicesStub({ responses: [[listLibraryImagesPage, { items: [libraryImageFixture({ useCount: 2 })], page: { offset: 0, total: 1 } }]] });
const onChooseFromLibrary = jest.fn<undefined, [LibraryImage]>();

const show = (stored: StoredImage = noImage, options: Pick<FormProps, 'removable' | 'droppedFile'> = {}) => {
  const onChange = jest.fn<undefined, [ImageChoice]>();
  render(<Form stored={stored} onChange={onChange} {...options} />);
  return {
    user: userEvent.setup({ applyAccept: false }),
    onChange,
    file: screen.getByLabelText<HTMLInputElement>(/^Featured photo/, { selector: 'input' }),
    choice: () => onChange.mock.lastCall?.[0],
  };
};
const stored: StoredImage = { src: '/img/upload/v1/a.jpg', alt: 'Friends walking', focal: null, isDecorative: false };

describe('ImageField', () => {
  it('NS-05 previews a chosen image and accepts its alt text', async () => {
    const { user, file, choice } = show();
    const chosen = createFile();
    await user.upload(file, chosen);
    await user.type(screen.getByLabelText('Alt text'), 'People walking');

    expect(await screen.findByRole('presentation')).toHaveProperty('src', 'data:image/png;base64,aW1hZ2U=');
    expect(choice()).toEqual({ file: chosen, alt: 'People walking', focal: null, isRemoved: false, isDecorative: false });
  });

  it('NS-05 rejects an unsupported file immediately and does not select it', async () => {
    const { user, file, choice } = show();
    await user.upload(file, createFile('letter.pdf', 'application/pdf'));

    expect(file).toHaveAttribute('aria-invalid', 'true');
    expect(screen.getByText(/choose a JPEG, PNG, WebP, AVIF or HEIC file/)).toBeInTheDocument();
    expect(choice()?.file).toBeNull();
    expect(file.files).toHaveLength(0);
  });

  it('reports that a file cannot be read as an image', async () => {
    const { user, file, choice } = show();
    await user.upload(file, createFile());
    fireEvent.error(await screen.findByRole('presentation'));

    expect(screen.getByText(/is not a photo that the site can read/)).toBeInTheDocument();
    expect(choice()?.file).toBeNull();
  });

  it('requires new alt text for a new image, and restores the old alt text with the old image', async () => {
    const { user, file } = show(stored);
    await user.upload(file, createFile());
    await screen.findByRole('presentation');
    expect(screen.getByLabelText('Alt text')).toHaveProperty('value', '');
    await user.click(screen.getByRole('button', { name: 'Do not use this photo' }));

    expect(screen.getByLabelText('Alt text')).toHaveProperty('value', 'Friends walking');
    expect(screen.getByAltText('Friends walking')).toHaveAttribute('src', '/img/upload/f_webp,q_auto,w_640,c_limit/v1/a.jpg');
  });

  it('removes the stored image, and can undo the removal', async () => {
    const { user, choice } = show(stored);
    await user.click(screen.getByRole('button', { name: 'Remove photo' }));
    expect(choice()?.isRemoved).toBe(true);
    expect(screen.queryByAltText('Friends walking')).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Keep it' }));

    expect(choice()?.isRemoved).toBe(false);
    expect(screen.getByAltText('Friends walking')).toBeInTheDocument();
  });

  it('sets the focal point with labelled sliders', async () => {
    const { user, onChange, choice } = show(stored);
    expect(screen.getByText('Automatic')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Focal point' }));
    fireEvent.change(screen.getByRole('slider', { name: 'From the left' }), { target: { value: '0.3' } });
    fireEvent.change(screen.getByRole('slider', { name: 'From the top' }), { target: { value: '0.25' } });

    expect(screen.getByText('30% from the left, 25% from the top')).toBeInTheDocument();
    expect(choice()?.focal).toEqual({ x: 0.3, y: 0.25 });
    expect(onChange).toHaveBeenCalledTimes(2);
  });

  it('resets the focal point to automatic', async () => {
    const { user, choice } = show({ ...stored, focal: { x: 0.3, y: 0.25 } });
    await user.click(screen.getByRole('button', { name: 'Reset to automatic' }));

    expect(choice()?.focal).toBeNull();
    expect(screen.getByText('Automatic')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Focal point' })).toHaveFocus();
  });

  it('NS-30 finds a library image by search and chooses it by keyboard', async () => {
    const { user } = show();
    screen.getByRole('button', { name: 'Choose from the media library' }).focus();
    await user.keyboard('{Enter}');
    const dialog = within(await screen.findByRole('dialog', { name: 'Choose a photo' }));
    await user.type(dialog.getByLabelText('Search'), 'dancers');
    await waitFor(() => expect(http.getCalls(listLibraryImagesPage).map(({ query }) => query)).toContainEqual({ limit: '24', offset: '0', q: 'dancers' }));
    await user.tab();
    expect(dialog.getByRole('button', { name: 'Dancers on a lit stage Used in 2 places' })).toHaveFocus();
    await user.keyboard('{Enter}');

    expect(onChooseFromLibrary).toHaveBeenCalledWith(expect.objectContaining({ _id: '0123456789abcdef01234567' }));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('NS-30 chooses the first image on Enter in the search field, but only after its results are shown', async () => {
    const { user } = show();
    onChooseFromLibrary.mockClear();
    await user.click(screen.getByRole('button', { name: 'Choose from the media library' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Choose a photo' }));
    await user.type(dialog.getByLabelText('Search'), 'lit{Enter}');
    expect(onChooseFromLibrary).not.toHaveBeenCalled();
    await waitFor(() => expect(dialog.getByRole('list', { name: 'Photos' })).toHaveAttribute('aria-busy', 'false'));
    await user.keyboard('{Enter}');

    expect(onChooseFromLibrary).toHaveBeenCalledTimes(1);
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('NS-30 needs no alt text for a decorative image', async () => {
    const { user, choice } = show(stored);
    await user.click(screen.getByLabelText('Decorative: adds no information'));

    expect(choice()?.isDecorative).toBe(true);
    expect(screen.queryByLabelText('Alt text')).not.toBeInTheDocument();
  });

  it('IMG-04 shows the fallback if the stored image fails to load', () => {
    show(stored);
    fireEvent.error(screen.getByAltText('Friends walking'));

    expect(screen.getByAltText('Friends walking')).toHaveAttribute('src', expect.stringMatching(/^data:/));
  });

  it('replaces a required image with a file that was dropped elsewhere', async () => {
    // jsdom has no `DataTransfer`, and its file inputs accept only a real `FileList`.
    Object.assign(globalThis, {
      DataTransfer: class {
        readonly files: File[] = [];
        readonly items = { add: (added: File) => this.files.push(added) };
      },
    });
    const setFiles = jest.spyOn(HTMLInputElement.prototype, 'files', 'set').mockImplementation(() => undefined);
    const droppedFile = createFile('dropped.png');
    const { choice } = show({ ...stored, focal: { x: 0.1, y: 1 } }, { removable: false, droppedFile });

    expect(await screen.findByRole('button', { name: 'Do not use this photo' })).toBeInTheDocument();
    expect(choice()).toEqual({ file: droppedFile, alt: '', focal: null, isRemoved: false, isDecorative: false });
    expect(setFiles).toHaveBeenLastCalledWith([droppedFile]);
    expect(screen.queryByRole('button', { name: 'Remove photo' })).not.toBeInTheDocument();
  });
});
