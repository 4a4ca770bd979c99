import { getReadingMinutes } from './news-data.ts';

describe('getReadingMinutes', () => {
  it.each([
    [0, 1],
    [200, 1],
    [201, 2],
    [800, 4],
  ])('estimates %i words at %i minutes', (words, minutes) => {
    expect(getReadingMinutes('word '.repeat(words))).toBe(minutes);
  });
});
