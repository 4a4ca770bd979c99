import { findFreeSlug } from './text.ts';

describe('findFreeSlug', () => {
  it('counts up until one is free, and has a fallback for empty text', async () => {
    const taken = new Set(['news', 'news-2']);
    const isTaken = async (slug: string): Promise<boolean> => taken.has(slug);

    expect(await findFreeSlug('news', isTaken)).toBe('news-3');
    expect(await findFreeSlug('', isTaken)).toBe('untitled');
  });
});
