import { readingTime } from './reading-time.ts';

describe('readingTime', () => {
  it.each([
    ['', '0 words · 0 min read'],
    ['Ọmọ', '1 word · 1 min read'],
    ["don't stop – Ilé-Ifẹ̀, 2026", '4 words · 1 min read'],
    ['word '.repeat(412), '412 words · 3 min read'],
  ])('formats the length of "%s"', (text, expected) => {
    expect(readingTime(text)).toBe(expected);
  });
});
