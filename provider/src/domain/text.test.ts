import { SLUG_LIMIT } from '@site/shared/domain/slug';
import { findFreeSlug, getLead, toSentences } from './text.ts';

describe('findFreeSlug', () => {
  it('counts up until one is free, and has a fallback for empty text', async () => {
    const takenSlugs = new Set(['news', 'news-2']);
    const isTaken = async (slug: string): Promise<boolean> => takenSlugs.has(slug);

    expect(await findFreeSlug('news', isTaken)).toBe('news-3');
    expect(await findFreeSlug('', isTaken)).toBe('untitled');
  });

  it('shortens a long text for its number', async () => {
    const longestSlug = 'a'.repeat(SLUG_LIMIT);
    const takenSlugs = [longestSlug, `${'a'.repeat(SLUG_LIMIT - 5)}-2`];
    const slug = await findFreeSlug(longestSlug, async (candidate) => takenSlugs.includes(candidate));
    expect(slug).toBe(`${'a'.repeat(SLUG_LIMIT - 5)}-3`);
  });
});

describe('getLead', () => {
  it('has the first 600 characters of the text, and splits no surrogate pair', () => {
    expect(getLead('<p>One <em>two</em></p>')).toBe('One two');
    expect(getLead('😀'.repeat(601))).toBe('😀'.repeat(600));
  });
});

describe('toSentences', () => {
  it.each([
    ['headings and items', '<h2>A visit</h2><ol><li>A week before</li><li>On the day.</li></ol>', 'A visit. A week before. On the day.'],
    ['questions and quotations', '<h2>What now?</h2><p>“Stay.”</p><p>Then call</p>', 'What now? “Stay.” Then call'],
    ['lines in the HTML, and entities', '<p>Rice\n and <em>stew</em><br>Tom &amp; Ada<br />Obi</p>', 'Rice and stew. Tom & Ada. Obi'],
    ['lines of plain text', '4:00 PM Poetry\n5:30 PM Break', '4:00 PM Poetry. 5:30 PM Break'],
    ['nothing', '', ''],
  ])('keeps %s apart', (_, text, expected) => {
    expect(toSentences(text)).toBe(expected);
  });
});
