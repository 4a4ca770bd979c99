import { toSearchText } from './search-text.ts';

describe('toSearchText', () => {
  it('NS-05 limits the text to 100 characters, counts an emoji as one, and keeps a trailing space', () => {
    expect(toSearchText('😀'.repeat(101))).toBe('😀'.repeat(100));
    expect(toSearchText('a ')).toBe('a ');
  });
});
