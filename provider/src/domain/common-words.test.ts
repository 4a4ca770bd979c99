import { isCommonWord } from './common-words.ts';

describe('isCommonWord', () => {
  // One word from each of the three lists.
  it.each(['beach', 'gutter', 'the'])('contains %s', (word) => {
    expect(isCommonWord(word)).toBe(true);
  });

  it.each(['scholls', ''])('does not contain "%s"', (word) => {
    expect(isCommonWord(word)).toBe(false);
  });
});
