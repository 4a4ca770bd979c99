/** @jest-environment node */
import { imageUrl, isResizable } from './image-url.ts';

const CDN = 'https://res.cloudinary.com/better-tomorrow/image/upload';

describe('imageUrl', () => {
  it.each([
    [`${CDN}/v1/x.jpg`, `${CDN}/f_webp,q_auto,w_500,h_300,c_fill/v1/x.jpg`],
    ['/img/upload/v1/x.jpg', '/img/upload/f_webp,q_auto,w_500,h_300,c_fill/v1/x.jpg'],
    ['http://127.0.0.1:4000/img/upload/v1/x.jpg', 'http://127.0.0.1:4000/img/upload/f_webp,q_auto,w_500,h_300,c_fill/v1/x.jpg'],
  ])('IMG-01 asks the CDN for webp, automatic quality and 500x300, filled: %s', (url, expected) => {
    expect(imageUrl(url)).toBe(expected);
  });

  it.each([
    'https://example.org/photos/x.jpg',
    'https://example.org/upload/v1/x.jpg',
    '/assets/x.jpg',
    '',
    'data:image/svg+xml,x',
    `${CDN}/f_webp,q_auto,w_500,h_300,c_fill/v1/x.jpg`,
    `${CDN}/w_200/v1/x.jpg`,
    '/img/upload/c_thumb,g_face/v1/x.jpg',
  ])('IMG-01 leaves foreign and already rewritten addresses alone: %s', (url) => {
    expect(imageUrl(url)).toBe(url);
    expect(isResizable(url)).toBe(false);
  });

  it('IMG-02 asks for team photos as 400x400 circles around the face', () => {
    const url = imageUrl(`${CDN}/v1/team/a.jpg`, { width: 400, height: 400, gravity: 'face', radius: 'max' });

    expect(url).toBe(`${CDN}/f_webp,q_auto,w_400,h_400,c_fill,g_face,r_max/v1/team/a.jpg`);
  });

  it('IMG-03 asks for ebook images at 1080x1080', () => {
    expect(imageUrl('/img/upload/v1/book.jpg', { width: 1080, height: 1080 })).toContain('w_1080,h_1080');
  });

  it('preserves the aspect ratio when one side is given', () => {
    expect(imageUrl('/img/upload/v1/x.jpg', { width: 640, format: 'avif' })).toBe('/img/upload/f_avif,q_auto,w_640,c_limit/v1/x.jpg');
  });
});
