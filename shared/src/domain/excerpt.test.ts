/** @jest-environment node */
import fc from 'fast-check';
import { SEED } from '../testing/random.ts';
import { excerpt } from './excerpt.ts';

const LIMIT = 150;
const repeatLetter = (letter: string, count: number): string => letter.repeat(count);

describe('excerpt', () => {
  it('NEWS-09 EVT-05 cuts 200 characters to 150 and adds an ellipsis', () => {
    expect(excerpt(repeatLetter('a', 200), LIMIT)).toBe(`${repeatLetter('a', 150)}…`);
  });

  it.each([0, 1, 149, 150])('NEWS-09 X-09 leaves %i characters unchanged', (count) => {
    expect(excerpt(repeatLetter('a', count), LIMIT)).toBe(repeatLetter('a', count));
  });

  it.each([
    ['letters beyond the basic plane', '𝒜'],
    ['emoji', '😀'],
    ['a joined emoji', '👩🏾‍🏫'],
    ['a letter with a dot and a tone mark', 'e\u0323\u0301'],
    ['a flag', '🇳🇬'],
  ])('NEWS-09 EVT-05 counts %s as one character', (_, letter) => {
    expect(excerpt(repeatLetter(letter, 150), LIMIT)).toBe(repeatLetter(letter, 150));
    expect(excerpt(repeatLetter(letter, 151), LIMIT)).toBe(`${repeatLetter(letter, 150)}…`);
  });

  it('NEWS-09 keeps a mark on the last letter', () => {
    expect(excerpt('Sale\u0301 ati', 4)).toBe('Sale\u0301…');
  });

  it('NEWS-09 leaves no space before the ellipsis', () => {
    expect(excerpt(`${repeatLetter('a', 149)} and more`, LIMIT)).toBe(`${repeatLetter('a', 149)}…`);
  });

  it('OPS-04 NEWS-09 counts texts of simple letters without a segmenter, with the same result', () => {
    const segment = (text: string): string[] => [...new Intl.Segmenter('en').segment(text)].map((part) => part.segment);
    const letters = fc.string({
      unit: fc.constantFrom('a', ' ', '\r\n', 'é', '\u00ad', 'ọ', '\u0301', '’', '\u200d', '😀', '🇳'),
      minLength: 30,
      maxLength: 60,
    });
    fc.assert(
      fc.property(letters, (text) => {
        const segments = segment(text);
        expect(excerpt(text, 20)).toBe(segments.length <= 20 ? text : `${segments.slice(0, 20).join('').trimEnd()}…`);
      }),
      { seed: SEED },
    );
  });
});
