/** @jest-environment node */
import { plainText } from './rich-text.ts';

describe('plainText', () => {
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
