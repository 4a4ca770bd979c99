import { matchesWords } from './matches-words.ts';

describe('matchesWords', () => {
  it.each([
    ['', true],
    ['sade', true],
    ['ỌLÁTÚNJÍ', true],
    ['lagos sade', true],
    ['lagos abuja', false],
  ])('"%s" → %s', (search, expected) => {
    expect(matchesWords(search, ['Ṣadé Ọlátúnjí', 'Lagos'])).toBe(expected);
  });
});
