/** @jest-environment node */
import * as v from 'valibot';
import { countCharacters, cutText, maxCharacters, minCharacters } from './text-length.ts';

const EMOJI = '😀';
const accepts = (rule: ReturnType<typeof maxCharacters> | ReturnType<typeof minCharacters>, text: string): boolean => v.is(v.pipe(v.string(), rule), text);

describe('the length of a text', () => {
  it.each([
    ['', 0],
    ['four', 4],
    [EMOJI.repeat(70), 70],
    ['👨‍👩‍👧', 5],
    ['Ẹ̀kọ́', 5],
    ['\ud83d', 1],
    ['\ude00\ud83d', 2],
  ])('NS-05 is counted in code points, as in the rules: %j has %i', (text, count) => {
    expect(countCharacters(text)).toBe(count);
    expect(accepts(maxCharacters(count), text)).toBe(true);
    expect(accepts(minCharacters(count), text)).toBe(true);
    expect(accepts(maxCharacters(count - 1), text)).toBe(false);
    expect(accepts(minCharacters(count + 1), text)).toBe(false);
  });

  it('NS-05 is at most the length that browsers count for `maxlength`', () => {
    for (const text of ['four', EMOJI, 'Ẹ̀kọ́', '\ud83d']) expect(countCharacters(text)).toBeLessThanOrEqual(text.length);
  });

  it.each([
    ['a text that fits', 'four', 4, 'four'],
    ['a longer text', 'Copy of a walk', 12, 'Copy of a wa'],
    ['a text that would end with a space', 'Copy of a walk', 8, 'Copy of'],
    ['emoji, which are never split', EMOJI.repeat(3), 2, EMOJI.repeat(2)],
    ['a text without a limit', 'four', undefined, 'four'],
  ])('NS-05 is cut: %s', (_, text, limit, expected) => {
    expect(cutText(text, limit)).toBe(expected);
  });
});
