import { act, fireEvent, render, screen } from '@testing-library/react';
import { Avatar } from './avatar.tsx';
import { ContentImage, IMAGE_FALLBACK, PORTRAIT_FALLBACK } from './content-image.tsx';

const source = () => screen.getByRole('img').getAttribute('src');

describe('ContentImage', () => {
  it('IMG-04 shows the fallback once when the image fails, and never requests it again', () => {
    render(<ContentImage src="/img/upload/v1/gone.jpg" alt="A school yard" width={640} height={360} fallback="/fallback.svg" />);

    fireEvent.error(screen.getByRole('img'));
    expect(source()).toBe('/fallback.svg');
    expect(screen.getByRole('img')).not.toHaveAttribute('srcset');

    fireEvent.error(screen.getByRole('img'));
    expect(source()).toBe('/fallback.svg');
  });

  it('IMG-04 shows the fallback immediately when there is no image', () => {
    render(<ContentImage src={null} alt="A school yard" width={640} height={360} />);

    expect(source()).toBe(IMAGE_FALLBACK);
  });

  it('IMG-04 detects an image that failed before hydration', () => {
    const states = { complete: true, naturalWidth: 0, currentSrc: '/gone.jpg' };
    for (const [name, value] of Object.entries(states)) jest.spyOn(HTMLImageElement.prototype, name as 'complete', 'get').mockReturnValue(value as boolean);

    render(<ContentImage src="/gone.jpg" alt="A school yard" width={640} height={360} fallback="/fallback.svg" />);

    expect(source()).toBe('/fallback.svg');
  });

  it('shows its dominant colour in the background until it fails', () => {
    render(<ContentImage src="/img/upload/v1/yard.jpg" alt="A school yard" width={640} height={360} color="#b81838" />);
    expect(screen.getByRole('img').style.getPropertyValue('--image-color')).toBe('#b81838');

    fireEvent.error(screen.getByRole('img'));
    expect(screen.getByRole('img').style.getPropertyValue('--image-color')).toBe('');
  });

  it('shows a new image after one that failed', () => {
    const { rerender } = render(<ContentImage src="/first.jpg" alt="One" width={640} height={360} />);
    act(() => void fireEvent.error(screen.getByRole('img')));

    rerender(<ContentImage src="/second.jpg" alt="Two" width={640} height={360} />);

    expect(source()).toBe('/second.jpg');
  });

  it('IMG-01 offers hosted images in several sizes, cropped by the server on request', () => {
    render(<ContentImage src="/img/upload/v1/x.jpg" alt="" width={500} height={300} widths={[250, 500, 1000]} crop="fill" sizes="33vw" />);

    const image = screen.getByRole('presentation');
    expect(image).toHaveAttribute('src', '/img/upload/f_webp,q_auto,w_500,h_300,c_fill/v1/x.jpg');
    expect(image).toHaveAttribute('srcset', expect.stringContaining('/img/upload/f_auto,q_auto,w_1000,h_600,c_fill/v1/x.jpg 1000w'));
    expect(image).toHaveAttribute('sizes', '33vw');
  });

  it('loads the first view eagerly and everything else lazily', () => {
    const { rerender } = render(<ContentImage src="/x.jpg" alt="X" width={640} height={360} priority />);
    expect(screen.getByRole('img')).toHaveAttribute('fetchpriority', 'high');
    expect(screen.getByRole('img')).toHaveAttribute('loading', 'eager');

    rerender(<ContentImage src="/x.jpg" alt="X" width={640} height={360} />);
    expect(screen.getByRole('img')).toHaveAttribute('loading', 'lazy');
  });
});

describe('Avatar', () => {
  it('HOME-19 TEAM-04 replaces a failed portrait with the template', () => {
    render(<Avatar src="/img/upload/v1/face.jpg" name="Ngozi Okafor" />);

    fireEvent.error(screen.getByRole('img', { name: 'Ngozi Okafor' }));

    expect(source()).toBe(PORTRAIT_FALLBACK);
  });
});
