import { fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { PictureField, type PictureFieldProps } from './picture-field.tsx';

const photo = (name = 'walk.png', type = 'image/png') => new File(['picture'], name, { type });

const show = (props: Partial<PictureFieldProps> = {}) => {
  const onChange = jest.fn();
  render(
    <form aria-label="Post">
      <PictureField label="Featured image" name="featuredImage" src="" alt="" error={undefined} altError={undefined} onChange={onChange} {...props} />
    </form>,
  );
  const form = screen.getByRole<HTMLFormElement>('form');
  return {
    user: userEvent.setup({ applyAccept: false }),
    onChange,
    file: screen.getByLabelText(/^Featured image/),
    sent: () => Object.fromEntries(new FormData(form)),
  };
};
const stored = { src: '/img/upload/v1/a.jpg', alt: 'Friends walking' };

describe('PictureField', () => {
  it('NS-05 shows a chosen picture before it is sent, and asks for its alt text', async () => {
    const { user, file, sent } = show();
    await user.upload(file, photo());
    await user.type(screen.getByLabelText('Alt text'), 'People walking');

    expect(await screen.findByRole('presentation')).toHaveProperty('src', 'data:image/png;base64,cGljdHVyZQ==');
    expect(sent()).toMatchObject({ featuredImageAlt: 'People walking' });
    expect(sent()).not.toHaveProperty('focalX');
  });

  it('NS-05 refuses another kind of file at once, and sends none', async () => {
    const { user, file, sent } = show();
    await user.upload(file, photo('letter.pdf', 'application/pdf'));

    expect(file).toHaveAttribute('aria-invalid', 'true');
    expect(screen.getByText(/choose a JPEG, PNG, WebP or AVIF file/)).toBeInTheDocument();
    expect(sent().featuredImage).toHaveProperty('size', 0);
  });

  it('says that a file cannot be read as a picture', async () => {
    const { user, file } = show();
    await user.upload(file, photo());
    fireEvent.error(await screen.findByRole('presentation'));

    expect(screen.getByText(/cannot be read as a picture/)).toBeInTheDocument();
  });

  it('asks for new words for a new picture, and keeps the old ones with the old picture', async () => {
    const { user, file } = show(stored);
    await user.upload(file, photo());
    await screen.findByRole('presentation');
    expect(screen.getByLabelText('Alt text')).toHaveProperty('value', '');
    await user.click(screen.getByRole('button', { name: 'Do not use this picture' }));

    expect(screen.getByLabelText('Alt text')).toHaveProperty('value', 'Friends walking');
    expect(screen.getByAltText('Friends walking')).toHaveAttribute('src', '/img/upload/f_webp,q_auto,w_640,c_limit/v1/a.jpg');
  });

  it('removes the stored picture with the form, until it is kept', async () => {
    const { user, onChange, sent } = show(stored);
    await user.click(screen.getByRole('button', { name: 'Remove picture' }));
    expect(sent()).toMatchObject({ removeFeaturedImage: 'true' });
    expect(onChange).toHaveBeenCalledTimes(1);
    await user.click(screen.getByRole('button', { name: 'Keep it' }));

    expect(sent()).not.toHaveProperty('removeFeaturedImage');
    expect(screen.getByAltText('Friends walking')).toBeInTheDocument();
  });

  it('sets the focal point by labelled sliders', async () => {
    const { user, onChange, sent } = show(stored);
    expect(screen.getByText('Automatic')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Focal point' }));
    fireEvent.change(screen.getByRole('slider', { name: 'From the left' }), { target: { value: '0.3' } });
    fireEvent.change(screen.getByRole('slider', { name: 'From the top' }), { target: { value: '0.25' } });

    expect(screen.getByText('30 % from the left, 25 % from the top')).toBeInTheDocument();
    expect(sent()).toMatchObject({ focalX: '0.3', focalY: '0.25' });
    expect(onChange).toHaveBeenCalledTimes(2);
  });

  it('IMG-04 shows the fallback when the stored picture does not come', () => {
    show(stored);
    fireEvent.error(screen.getByAltText('Friends walking'));

    expect(screen.getByAltText('Friends walking')).toHaveAttribute('src', expect.stringMatching(/^data:/));
  });

  it('names the fields as the form of another entity does', async () => {
    const { sent } = show({ name: 'image', altName: 'alt', removable: false, ...stored, focal: { x: 0.1, y: 1 } });

    expect(sent()).toMatchObject({ alt: 'Friends walking', focalX: '0.1', focalY: '1' });
    expect(screen.queryByRole('button', { name: 'Remove picture' })).not.toBeInTheDocument();
  });
});
