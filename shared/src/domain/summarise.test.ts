/** @jest-environment node */
import { summarise } from './summarise.ts';

describe('summarise', () => {
  it.each([
    ['a text that fits', 'one two', 'one two'],
    ['a cut inside a word', 'one two three four', 'one two…'],
    ['a cut at the end of a word', 'one two th four', 'one two th…'],
    ['a cut after a space', 'one two t four', 'one two t…'],
    ['a cut after several spaces', 'one   twenty-three', 'one…'],
    ['a text without a space', 'onetwothreefour', 'onetwothre…'],
  ])('cuts between words: %s', (_, text, expected) => {
    expect(summarise(text, 10)).toBe(expected);
  });
});
