/** @jest-environment node */
import { type ImageOptions, imageUrl, isResizable } from './image-url.ts';

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
  ])('IMG-01 leaves foreign and already rewritten URLs unchanged: %s', (url) => {
    expect(imageUrl(url)).toBe(url);
    expect(isResizable(url)).toBe(false);
  });

  it.each([
    'https://cloudinary.com/image/upload/',
    'https://a.b-1.cloudinary.com/image/upload/',
    'HTTPS://RES.CLOUDINARY.COM/site/image/upload/',
    'http://res.cloudinary.com/site/image/upload/',
    'https://images.site.example:8080/img/upload/',
  ])('IMG-01 recognises the images of %s', (prefix) => {
    expect(imageUrl(`${prefix}x.jpg`)).toBe(`${prefix}f_webp,q_auto,w_500,h_300,c_fill/x.jpg`);
    expect(isResizable(`${prefix}x.jpg`)).toBe(true);
  });

  it.each(['v1/w_200/x.jpg', 'team_photos/x.jpg', 'w_200', 'w_200,x/x.jpg', 'w_/x.jpg', 'x.jpg/w_200,h_100/'])(
    'IMG-01 treats %s as a name, not as a size',
    (name) => {
      expect(imageUrl(`/img/upload/${name}`)).toBe(`/img/upload/f_webp,q_auto,w_500,h_300,c_fill/${name}`);
    },
  );

  it.each([
    'https://evilcloudinary.com/site/image/upload/x.jpg',
    'https://cloudinary.com.evil.example/site/image/upload/x.jpg',
    'https://res.cloudinary.com/a/b/image/upload/x.jpg',
    'https://res.cloudinary.com/a?b/image/upload/x.jpg',
    'https://res.cloudinary.com/site/video/upload/x.jpg',
    'https://site.example/a/img/upload/x.jpg',
    'ftp://site.example/img/upload/x.jpg',
    'a/img/upload/x.jpg',
    'see https://res.cloudinary.com/site/image/upload/x.jpg',
    '/img/uploads/x.jpg',
    '/img/upload/dpr_2,fl_progressive/x.jpg',
    '/img/upload/ar_16:9,co_rgb:fff/v1/x.jpg',
  ])('IMG-01 leaves %s unchanged', (url) => {
    expect(imageUrl(url)).toBe(url);
  });

  it.each<[ImageOptions, string]>([
    [{ width: 100, height: 80, crop: 'thumb', gravity: 'auto' }, 'f_webp,q_auto,w_100,h_80,c_thumb,g_auto'],
    [{ width: 100, height: 80, crop: 'limit' }, 'f_webp,q_auto,w_100,h_80,c_limit'],
    [{ height: 80 }, 'f_webp,q_auto,h_80,c_limit'],
    [{ radius: 20, format: 'auto' }, 'f_auto,q_auto,c_limit,r_20'],
    [{}, 'f_webp,q_auto,c_limit'],
  ])('IMG-01 asks for %j', (options, transformation) => {
    expect(imageUrl('/img/upload/x.jpg', options)).toBe(`/img/upload/${transformation}/x.jpg`);
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
