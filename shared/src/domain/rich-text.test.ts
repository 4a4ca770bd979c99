/** @jest-environment node */
import { plainText } from './rich-text.ts';

describe('plainText', () => {
  it('joins two lines with one space, and has no spaces at the ends', () => {
    const line = { tag: 'p', children: [' a', { tag: 'b', children: ['b'] }, { tag: 'br', children: [] }, 'c'] } as const;
    expect(plainText([line, { tag: 'p', children: ['d'] }])).toBe('ab c d');
    expect(plainText([])).toBe('');
  });

  it('keeps blocks and lines apart, and words together', () => {
    expect(
      plainText([
        { tag: 'p', children: ['One ', { tag: 'em', children: ['t'] }, 'wo', { tag: 'br', children: [] }, 'three'] },
        {
          tag: 'ul',
          children: [
            { tag: 'li', children: ['four'] },
            { tag: 'li', children: ['five'] },
          ],
        },
      ]),
    ).toBe('One two three four five');
  });
});
