import { SAMPLE_RICH_TEXT } from '@site/shared/testing/sample-rich-text';
import { findAxeViolations } from '../support/axe.ts';
import { expectHydrated } from '../support/public-pages.ts';
import { expect, test } from '../support/site-test.ts';
import { createStaffClient, postForm, uploadPhoto } from '../support/staff.ts';

const TAGS = [
  'strong',
  'em',
  'code',
  'kbd',
  'mark',
  'sub',
  'sup',
  'del',
  'ins',
  'q',
  'cite',
  'abbr',
  'time',
  'dl',
  'dt',
  'dd',
  'caption',
  'tfoot',
  'pre',
  'hr',
  'figcaption',
  'blockquote',
  'ol',
];

test.describe("Editors' text", () => {
  test.describe('with axe', () => {
    // The page's Content-Security-Policy would block axe, which the test injects into the page.
    test.use({ bypassCSP: true });

    test('POST-02 PROG-01 allowed formatting is kept, on the first load and on navigation', { tag: '@whole' }, async ({ contentSite, page, consoleErrors }) => {
      const staff = await createStaffClient(contentSite);
      const url = await uploadPhoto(staff);
      const content = SAMPLE_RICH_TEXT.join('\n').replace(/\/img\/upload\/v1\/[0-9a-f]{24}\.webp/, url);
      const post = await staff.post('/posts', postForm({ title: 'Everything that editors write', content }));
      const count = (html: string, tag: string): number => html.split(new RegExp(`<${tag}[ >]`)).length - 1;
      const expectFormatting = async (): Promise<void> => {
        await expect(page.getByRole('heading', { level: 1, name: 'Everything that editors write' })).toBeVisible();
        const shown = await page.locator('article').innerHTML();
        for (const tag of TAGS) expect(count(shown, tag), tag).toBeGreaterThanOrEqual(count(content, tag));
        await expect(page.getByRole('button', { name: /^(?:Play|Load) Recording/ })).toHaveCount(4);
        await expect(page.getByRole('heading', { level: 4, name: 'And below' })).toBeVisible();
      };
      await page.goto(`${contentSite.url}/news/${post.slug}`);
      await expectFormatting();
      for (const width of [360, 1280]) {
        await page.setViewportSize({ width, height: 800 });
        expect(await page.evaluate(() => document.documentElement.scrollWidth), `${width} px`).toBe(width);
      }
      await page.goto(`${contentSite.url}/news`);
      await expectHydrated(page);
      await page.getByRole('main').getByRole('link', { name: 'Everything that editors write', exact: true }).click();
      await expectFormatting();
      expect(await findAxeViolations(page)).toEqual([]);
      // The image in the documents is on a server that does not exist.
      expect(consoleErrors.filter((error) => !/Failed to load resource|pictures\.example/.test(error))).toEqual([]);
    });
  });

  test('a player loads nothing before its button is pressed, and the policy lists exactly the allowed players', async ({ contentSite, page }) => {
    const staff = await createStaffClient(contentSite);
    const content = '<p>See it.</p><iframe src="https://www.youtube.com/watch?v=dQw4w9WgXcQ" title="Our film"></iframe>';
    const post = await staff.post('/posts', postForm({ title: 'With a film', content }));
    const requests: string[] = [];
    await page.route('https://www.youtube-nocookie.com/**', (route) => {
      requests.push(route.request().url());
      return route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>player</title><p>playing' });
    });

    const response = await page.goto(`${contentSite.url}/news/${post.slug}`);
    const policy = /frame-src ([^;]*)/.exec(response?.headers()['content-security-policy'] ?? '')?.[1]?.split(' ');
    expect(new Set(policy)).toEqual(
      new Set(['https://www.youtube-nocookie.com', 'https://player.vimeo.com', 'https://open.spotify.com', 'https://w.soundcloud.com']),
    );
    await expectHydrated(page);
    await expect(page.getByText('player from YouTube')).toBeVisible();
    expect(requests).toEqual([]);

    await page.getByRole('button', { name: 'Play Our film' }).click();
    await expect(page.frameLocator('iframe[title="Our film"]').getByText('playing')).toBeVisible();
    await expect(page.locator('iframe[title="Our film"]')).toBeFocused();
    expect(requests).toEqual(['https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ']);
  });

  test.describe('without JavaScript', () => {
    test.use({ javaScriptEnabled: false });

    test('a player is a link to its page', async ({ contentSite, page }) => {
      const staff = await createStaffClient(contentSite);
      const post = await staff.post('/posts', postForm({ title: 'With a film', content: '<iframe src="https://vimeo.com/76979871"></iframe>' }));
      await page.goto(`${contentSite.url}/news/${post.slug}`);
      await expect(page.getByRole('link', { name: 'Watch on Vimeo' })).toHaveAttribute('href', 'https://vimeo.com/76979871');
      await expect(page.getByRole('button', { name: /Play/ })).toHaveCount(0);
    });
  });
});
