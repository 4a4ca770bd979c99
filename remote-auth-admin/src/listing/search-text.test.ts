import { toSearchText } from './search-text.ts';

describe('the words of a search', () => {
  it('NS-05 are cut after 100 characters, of which an emoji is one, and keep a space at their end', () => {
    expect(toSearchText('😀'.repeat(101))).toBe('😀'.repeat(100));
    expect(toSearchText('a ')).toBe('a ');
  });
});
