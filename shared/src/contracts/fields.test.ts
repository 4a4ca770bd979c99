import * as v from 'valibot';
import { imageColor } from './fields.ts';

describe('the dominant colour of an image', () => {
  it.each([
    ['#b81838', '#b81838'],
    [undefined, undefined],
    ['red; background: url(//elsewhere.example)', undefined],
    [null, undefined],
  ])('parses %s as %s, because a page inserts it into a style', (sent, read) => {
    expect(v.parse(imageColor, sent)).toBe(read);
  });
});
