import { checkImage } from './image-check.ts';

const MEGABYTE = 1024 * 1024;

describe('checkImage', () => {
  it.each([
    ['a.jpg', 'image/jpeg', 1, undefined],
    ['a.png', 'image/png', 10 * MEGABYTE, undefined],
    ['a.webp', 'image/webp', 1, undefined],
    ['a.avif', 'image/avif', 1, undefined],
    ['a.png', 'image/png', 10 * MEGABYTE + 60_000, 'This picture has 10.1 MB: 10 MB at most. Save it smaller and choose it anew.'],
    ['a.svg', 'image/svg+xml', 1, 'This is not a picture of a kind that is taken: choose a JPEG, PNG, WebP or AVIF file.'],
    ['a.pdf', 'application/pdf', 1, 'This is not a picture of a kind that is taken: choose a JPEG, PNG, WebP or AVIF file.'],
    ['a.jpg', 'image/jpeg', 0, 'This file is empty. Choose it anew.'],
    [
      'IMG_1.HEIC',
      'image/heic',
      1,
      'HEIC pictures are not taken. On an iPhone choose Settings, Camera, Formats, “Most compatible”, or save the picture as JPEG.',
    ],
  ])('NS-05 %s of %s with %i bytes', (name, type, size, refusal) => {
    expect(checkImage({ name, type, size })).toBe(refusal);
  });
});
