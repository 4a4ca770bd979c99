/** @jest-environment node */
import fc from 'fast-check';
import { SEED } from '../testing/random.ts';
import { collapseSpaces, splitWords } from './collapse-spaces.ts';

const text = fc.string({ unit: fc.constantFrom('a', 'ẹ́', '😀', ' ', '\n', '\t', '\r', '\b', '\u00a0', '\u2028', '\ufeff', '\u0085', '\u3000', '\u200b') });

describe('collapseSpaces', () => {
  it('OPS-04 has the same result as a regular expression', () => {
    fc.assert(
      fc.property(text, (value) => expect(collapseSpaces(value)).toBe(value.replace(/\s+/g, ' ').trim())),
      { seed: SEED },
    );
  });
});

describe('splitWords', () => {
  it('OPS-04 finds the words between white space', () => {
    fc.assert(
      fc.property(text, (value) => expect(splitWords(value)).toEqual(value.split(/\s+/).filter(Boolean))),
      { seed: SEED },
    );
  });
});
