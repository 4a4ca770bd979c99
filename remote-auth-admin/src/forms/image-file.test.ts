import { checkImage } from './image-file.ts';

const MEGABYTE = 1024 * 1024;

describe('checkImage', () => {
  it.each([
    ['a.jpg', 'image/jpeg', 1, undefined],
    ['a.png', 'image/png', 10 * MEGABYTE, undefined],
    ['a.webp', 'image/webp', 1, undefined],
    ['a.avif', 'image/avif', 1, undefined],
    ['a.png', 'image/png', 60 * MEGABYTE, undefined],
    ['a.png', 'image/png', 60 * MEGABYTE + 60_000, 'This photo is 60.1 MB; the limit is 60 MB. Save a smaller version and choose it again.'],
    ['a.svg', 'image/svg+xml', 1, 'This file type is not supported: choose a JPEG, PNG, WebP, AVIF or HEIC file.'],
    ['a.pdf', 'application/pdf', 1, 'This file type is not supported: choose a JPEG, PNG, WebP, AVIF or HEIC file.'],
    ['a.jpg', 'image/jpeg', 0, 'This file is empty. Choose another one.'],
    ['IMG_1.HEIC', 'image/heic', 1, undefined],
    ['IMG_1.heif', '', 1, undefined],
  ])('NS-05 checks %s of type “%s” with %i bytes', (name, type, size, message) => {
    expect(checkImage({ name, type, size })).toBe(message);
  });
});
