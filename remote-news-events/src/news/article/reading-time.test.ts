import { readingMinutes } from './reading-time.ts';

describe('readingMinutes', () => {
  it.each([
    [0, 1],
    [200, 1],
    [201, 2],
    [800, 4],
  ])('takes %i words for %i minutes', (words, minutes) => {
    expect(readingMinutes('word '.repeat(words))).toBe(minutes);
  });
});
