import { findFreeSlug, toSlug } from './text.ts';

describe('toSlug', () => {
  it.each([
    ['Ilé-Ifẹ̀ turns five', 'ile-ife-turns-five'],
    ["Don't wait: ask!", 'dont-wait-ask'],
    ['Ƙofa ta ɓude', 'kofa-ta-bude'],
    ['  ---  ', ''],
    ['🌍', ''],
    ['x'.repeat(200), 'x'.repeat(80)],
  ])('NS-05 makes a slug of "%s"', (title, slug) => {
    expect(toSlug(title)).toBe(slug);
  });
});

describe('findFreeSlug', () => {
  it('counts up until one is free, and has a fallback for empty text', async () => {
    const taken = new Set(['news', 'news-2']);
    const isTaken = async (slug: string): Promise<boolean> => taken.has(slug);

    expect(await findFreeSlug('news', isTaken)).toBe('news-3');
    expect(await findFreeSlug('', isTaken)).toBe('untitled');
  });
});
