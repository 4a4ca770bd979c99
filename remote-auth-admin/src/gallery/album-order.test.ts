import { moveItem } from './album-order.tsx';

describe('moveItem', () => {
  it.each([
    [0, 2, 'bca'],
    [2, 0, 'cab'],
    [1, 1, 'abc'],
    [0, -1, 'abc'],
    [0, 9, 'bca'],
    [9, 0, 'abc'],
  ])('moves the item at %i to %i', (from, to, expected) => {
    expect(moveItem([...'abc'], from, to).join('')).toBe(expected);
  });
});
