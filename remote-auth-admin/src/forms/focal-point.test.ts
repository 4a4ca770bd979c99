import { cropPosition, formatFocalPoint, toFocalPoint } from './focal-point.ts';

describe('cropPosition', () => {
  it.each([
    ['a wide image to a square in the middle', 2, 1, { x: 0.5, y: 0.5 }, '50% 50%'],
    ['a wide image as far left as the edge allows', 2, 1, { x: 0.1, y: 0.5 }, '0% 50%'],
    ['a wide image a little right of the middle', 2, 1, { x: 0.6, y: 0.9 }, '70% 50%'],
    ['a tall image to a wide area', 0.5, 2, { x: 0.2, y: 0.25 }, '50% 17%'],
    ['nothing if the ratios are equal', 1.5, 1.5, { x: 1, y: 0 }, '50% 50%'],
  ])('crops %s', (_name, imageRatio, cropRatio, focal, expected) => {
    expect(cropPosition(imageRatio, cropRatio, focal)).toBe(expected);
  });
});

describe('toFocalPoint', () => {
  it('limits the point to the image, and rounds it to hundredths', () => {
    expect(toFocalPoint(-0.2, 1.7)).toEqual({ x: 0, y: 1 });
    expect(toFocalPoint(0.12345, 0.999)).toEqual({ x: 0.12, y: 1 });
    expect(formatFocalPoint({ x: 0.29, y: 1 })).toBe('29% from the left, 100% from the top');
  });
});
