import { addTags, joinTags, splitTags } from './tag-text.ts';

describe('tag text', () => {
  it.each([
    ['a, ,b ', ['a', 'b']],
    ['', []],
    [' , ,', []],
    ['one', ['one']],
    ['a,b, a', ['a', 'b']],
    ['two words, ọ̀rọ̀', ['two words', 'ọ̀rọ̀']],
  ])('TAG-01 splits "%s"', (text, tags) => {
    expect(splitTags(text)).toEqual(tags);
  });

  it('TAG-01 joins with comma and space', () => {
    expect(joinTags(splitTags('a, ,b '))).toBe('a, b');
  });

  it.each([
    ['c', ['a', 'b', 'c']],
    ['  c  ', ['a', 'b', 'c']],
    ['b', ['a', 'b']],
    ['   ', ['a', 'b']],
    ['c, d', ['a', 'b', 'c', 'd']],
  ])('TAG-02 adds "%s" to a and b', (typed, tags) => {
    expect(addTags(['a', 'b'], typed)).toEqual(tags);
  });
});
