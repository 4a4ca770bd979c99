import type { Page } from '@playwright/test';
import { isLongRun } from '../support/long-drills.ts';
import { expect, test } from '../support/site-test.ts';
import { createStaffClient } from '../support/staff.ts';

/** Returns the number of A4 sheets, counted from the page objects in the PDF file. */
const countSheets = async (page: Page): Promise<number> => {
  const file = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  return [...file.matchAll(/\/Type\s*\/Page\b(?!s)/g)].length;
};

/** Number of documents of each kind to print. The longest come first. */
const DOCUMENT_COUNT = isLongRun ? 50 : 4;
const SENTENCE = 'Nobody asked whether the box would be full, and on the first Friday it was. ';
const WORDS_PER_SENTENCE = SENTENCE.trim().split(' ').length;

const createLongText = (): string =>
  Array.from({ length: 10 }, (_, index) => {
    const heading = index % 3 === 2 ? `<h2>Part ${index}</h2>` : '';
    return `${heading}<p>${SENTENCE.repeat(60 / WORDS_PER_SENTENCE)}</p>`;
  }).join('');

test.describe('Printing', () => {
  test.describe('without script', () => {
    test.use({ javaScriptEnabled: false });

    test(`${isLongRun ? 'every sample article and event fits' : 'the longest sample articles and events fit'} one A4 sheet`, { tag: '@whole' }, async ({
      site,
      page,
    }) => {
      const api = async (path: string) => (await (await fetch(`${site.url}/api${path}`)).json()).data;
      const posts: { slug: string; content: string }[] = await api('/posts?limit=50');
      const events: { _id: string; description: string }[] = await api('/events?limit=50');
      const articles = posts.map(({ slug, content }) => ({ path: `/news/${slug}`, length: content.length }));
      const announcements = events.map(({ _id, description }) => ({ path: `/events/${_id}`, length: description.length }));
      const longest = [articles, announcements].flatMap((documents) => documents.sort((a, b) => b.length - a.length).slice(0, DOCUMENT_COUNT));
      const sheets = new Map<string, number>();
      for (const { path } of longest) {
        await page.goto(`${site.url}${path}`);
        sheets.set(path, await countSheets(page));
      }
      expect([...sheets].filter(([, count]) => count !== 1)).toEqual([]);
    });
  });

  test('an article of 600 words fits one A4 sheet', async ({ contentSite, page }) => {
    const staff = await createStaffClient(contentSite);
    const content = createLongText();
    expect(
      content
        .replace(/<[^>]+>/g, ' ')
        .trim()
        .split(/\s+/).length,
    ).toBeGreaterThanOrEqual(600);
    const post = await staff.post('/posts', {
      title: 'What six hundred words say when they are printed',
      category: 'Schools',
      excerpt: 'Long.',
      status: 'published',
      content,
    });
    await page.goto(`${contentSite.url}/news/${post.slug}`);
    expect(await countSheets(page)).toBe(1);
  });

  test('the organisation, telephone number and address are printed at the top, without the navigation', async ({ site, page }) => {
    const { data: posts } = await (await fetch(`${site.url}/api/posts`)).json();
    await page.emulateMedia({ media: 'print' });
    for (const path of ['/', '/about', '/events', `/news/${posts[0].slug}`]) {
      await page.goto(`${site.url}${path}`);
      const head = page.getByRole('contentinfo');
      for (const text of ['Better Tomorrow', '+234 800 000 0000', 'Address: Lagos, Nigeria'])
        await expect.soft(head.getByText(text).first(), path).toBeVisible();
      const heading = page
        .getByRole('heading', { level: 1 })
        .or(page.getByRole('heading', { level: 2 }))
        .first();
      const [first, second] = [await head.boundingBox(), await heading.boundingBox()];
      expect.soft((first?.y ?? Number.NaN) + (first?.height ?? 0), path).toBeLessThanOrEqual(second?.y ?? 0);
      expect.soft(first?.height ?? Number.NaN, path).toBeLessThan(120);
    }
    await expect(page.getByRole('heading', { name: 'Related Posts' })).toBeHidden();
    await expect(page.getByRole('navigation', { name: /neighbour|older|newer/i })).toHaveCount(0);
  });
});
