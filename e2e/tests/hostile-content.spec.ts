import type { Page } from '@playwright/test';
import { HOSTILE_FRAGMENTS } from '@site/shared/testing/hostile-fragments';
import { expectHydrated } from '../support/public-pages.ts';
import { expect, type Site, test } from '../support/site-test.ts';
import { createStaffClient, eventForm, postForm, signIn, storeSession } from '../support/staff.ts';

const POST_COUNT = 10;
const FRAGMENTS_PER_POST = Math.ceil(HOSTILE_FRAGMENTS.length / POST_COUNT);
const HOSTILE_TEXT = '<img src=x onerror=pwned("title")>"\'</title><script>pwned("title")</script>';

/** The provider rejects U+0000, but unsaved values may contain it. */
const STORABLE_FRAGMENTS = HOSTILE_FRAGMENTS.map((fragment) => fragment.replaceAll('\0', ''));

const getContent = (post: number): string => STORABLE_FRAGMENTS.slice(post * FRAGMENTS_PER_POST, (post + 1) * FRAGMENTS_PER_POST).join('\n');

/** Collects the calls to `pwned` from the page and its frames. Every hostile fragment calls `pwned` if it runs. */
const watch = async (page: Page): Promise<string[]> => {
  const executed: string[] = [];
  await page.exposeFunction('pwned', (origin: string) => executed.push(String(origin)));
  page.on('dialog', (dialog) => {
    executed.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('popup', (popup) => executed.push(`popup ${popup.url()}`));
  return executed;
};

/** Finds elements that could run script later or on interaction, or whose names could overwrite globals. */
const findDangerousElements = (page: Page, root: string) =>
  page.locator(root).evaluateAll((roots) =>
    roots.flatMap((element) =>
      Array.from(element.querySelectorAll('article *, [data-feed] *'))
        .filter((element) => {
          const isForbidden = /^(?:script|style|iframe|object|embed|form|input|base|meta|link|template|math|dialog|frame|portal|applet|x|x-y)$/i.test(
            element.tagName,
          );
          const attributes = Array.from(element.attributes);
          const isActive = attributes.some(
            ({ name, value }) => /^on|^srcdoc$|^formaction$|^ping$|^name$/i.test(name) || /^\s*(?:javascript|vbscript|data:text)/i.test(value),
          );
          return isForbidden || isActive;
        })
        .map((element) => element.outerHTML.slice(0, 200)),
    ),
  );

const fillSite = async (site: Site) => {
  const staff = await createStaffClient(site);
  for (let post = 0; post < POST_COUNT; post += 1) {
    const fields = { title: `Hostile ${post}`, slug: `hostile-${post}`, content: getContent(post) };
    await staff.post(
      '/posts',
      postForm(post === 0 ? { ...fields, excerpt: HOSTILE_TEXT, category: HOSTILE_TEXT.slice(0, 60), tags: HOSTILE_TEXT.slice(0, 40) } : fields),
    );
  }
  const draft = await staff.post('/posts', postForm({ title: 'Hostile draft', content: STORABLE_FRAGMENTS.join('\n'), status: 'draft' }));
  const event = await staff.post(
    '/events',
    eventForm({ title: HOSTILE_TEXT, description: getContent(0).slice(0, 4900), location: HOSTILE_TEXT, tags: HOSTILE_TEXT.slice(0, 40) }),
  );
  return { draft, event };
};

test.describe('Hostile content', () => {
  test('POST-02 PROG-01 never runs on first loads, on client navigation, in feeds or in previews', async ({ ownSite, page, context }) => {
    test.setTimeout(120_000);
    const { draft, event } = await fillSite(ownSite);
    const executed = await watch(page);

    for (let post = 0; post < POST_COUNT; post += 1) {
      await page.goto(`${ownSite.url}/news/hostile-${post}`);
      await expect(page.getByRole('heading', { level: 1, name: `Hostile ${post}` })).toBeVisible();
      // Poll, because the document contains a `noscript` element until hydration.
      await expect.poll(() => findDangerousElements(page, 'main'), { message: `first load ${post}` }).toEqual([]);
    }
    await expectHydrated(page);

    await page.goto(`${ownSite.url}/news`);
    await expectHydrated(page);
    for (let post = 0; post < POST_COUNT; post += 1) {
      await page
        .getByRole('main')
        .getByRole('link', { name: `Hostile ${post}`, exact: true })
        .click();
      await expect(page.getByRole('heading', { level: 1, name: `Hostile ${post}` })).toBeVisible();
      expect(await findDangerousElements(page, 'main'), `navigation ${post}`).toEqual([]);
      await page.goBack();
    }

    for (const path of ['/events', `/events/${event._id}`]) {
      await page.goto(`${ownSite.url}${path}`);
      await expectHydrated(page);
      expect(await findDangerousElements(page, 'main'), path).toEqual([]);
    }

    await storeSession(page.context(), await signIn(ownSite));
    await page.goto(`${ownSite.url}/news/preview/${draft._id}`);
    await expect(page.getByRole('heading', { level: 1, name: 'Hostile draft' })).toBeVisible();
    expect(await findDangerousElements(page, 'main'), 'preview of the stored draft').toEqual([]);
    // Unlike stored content, unsaved values have not been sanitised by the provider.
    await page.evaluate(
      (content) => history.replaceState({ ...history.state, usr: { draft: { title: 'Unsaved', content } } }, ''),
      HOSTILE_FRAGMENTS.join('\n'),
    );
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: 'Unsaved' })).toBeVisible();
    expect(await findDangerousElements(page, 'main'), 'preview of unsaved values').toEqual([]);

    // A feed reader that trusts feeds would insert their HTML into a page without a Content-Security-Policy.
    const feedReader = await context.newPage();
    const executedInReader = await watch(feedReader);
    for (const path of ['/news/feed.xml', '/news/atom.xml']) {
      const xml = await (await fetch(`${ownSite.url}${path}`)).text();
      await feedReader.goto('about:blank');
      const count = await feedReader.evaluate((text) => {
        const feed = new DOMParser().parseFromString(text, 'text/xml');
        if (feed.querySelector('parsererror') !== null) return 0;
        const contents = Array.from(feed.querySelectorAll('item > encoded, item > description, entry > content'));
        document.body.innerHTML = contents.map((element) => `<div data-feed>${element.textContent}</div>`).join('');
        return contents.length;
      }, xml);
      expect(count, path).toBeGreaterThanOrEqual(POST_COUNT);
      expect(await findDangerousElements(feedReader, 'body'), path).toEqual([]);
    }

    expect([...executed, ...executedInReader]).toEqual([]);
  });
});
