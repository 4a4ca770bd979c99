/** @jest-environment node */
import * as v from 'valibot';
import { plainText } from './trim-text.ts';

describe('a text of a form', () => {
  it.each(['\u200b', '\u2060', ' \u00a0\u3164\ufeff ', '\u00ad\u200e', '\t\n'])('NS-05 is empty if it has no visible characters: %j', (text) => {
    expect(v.parse(plainText, text)).toBe('');
  });

  it.each([
    [' A walk ', 'A walk'],
    ['\u200bA\u200bwalk\u200b', 'A\u200bwalk'],
    ['Line\nand\tmore', 'Line\nand\tmore'],
    ['Family 👨‍👩‍👧', 'Family 👨‍👩‍👧'],
    ['England 🏴󠁧󠁢󠁥󠁮󠁧󠁿', 'England 🏴󠁧󠁢󠁥󠁮󠁧󠁿'],
    ['Ẹ̀kọ́', 'Ẹ̀kọ́'],
  ])('NS-05 keeps visible characters: %j', (text, expected) => {
    expect(v.parse(plainText, text)).toBe(expected);
  });

  it('NS-05 cannot contain control characters', () => {
    const issues = v.safeParse(plainText, 'A\u0007walk').issues ?? [];
    expect(issues.map(({ message }) => message)).toEqual(['Remove characters that cannot be shown']);
  });

  it('NS-05 is trimmed in linear time', () => {
    const began = performance.now();
    expect(v.parse(plainText, `${' '.repeat(100_000)}a${' '.repeat(100_000)}b`)).toHaveLength(100_002);
    expect(performance.now() - began).toBeLessThan(1000);
  });
});
