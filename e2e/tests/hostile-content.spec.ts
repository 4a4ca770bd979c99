import type { Page } from '@playwright/test';
import { HOSTILE_FRAGMENTS } from '@site/shared/testing/hostile-fragments';
import { expectHydrated } from '../support/public-pages.ts';
import { expect, type Site, test } from '../support/site-test.ts';
import { createStaffClient, eventForm, postForm, signIn, storeSession } from '../support/staff.ts';

const POSTS = 10;
const PER_POST = Math.ceil(HOSTILE_FRAGMENTS.length / POSTS);
const HOSTILE_WORDS = '<img src=x onerror=pwned("title")>"\'</title><script>pwned("title")</script>';

/** The provider refuses to store U+0000; unsaved values hold it all the same. */
const STORABLE = HOSTILE_FRAGMENTS.map((fragment) => fragment.replaceAll('\0', ''));

const contentOf = (post: number): string => STORABLE.slice(post * PER_POST, (post + 1) * PER_POST).join('\n');

/** What runs calls `pwned`, in the page and in every frame of it. */
const watch = async (page: Page): Promise<string[]> => {
  const ran: string[] = [];
  await page.exposeFunction('pwned', (what: string) => ran.push(String(what)));
  page.on('dialog', (dialog) => {
    ran.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('popup', (popup) => ran.push(`popup ${popup.url()}`));
  return ran;
};

/** Whatever could run at a touch or later. Clobbering needs an id or a name. */
const armedElements = (page: Page, root: string) =>
  page.locator(root).evaluateAll((roots) =>
    roots.flatMap((element) =>
      Array.from(element.querySelectorAll('article *, [data-feed] *'))
        .filter((each) => {
          const isForeign = /^(?:script|style|iframe|object|embed|form|input|base|meta|link|template|math|dialog|frame|portal|applet|x|x-y)$/i.test(
            each.tagName,
          );
          const attributes = Array.from(each.attributes);
          const acts = attributes.some(
            ({ name, value }) => /^on|^srcdoc$|^formaction$|^ping$|^name$/i.test(name) || /^\s*(?:javascript|vbscript|data:text)/i.test(value),
          );
          return isForeign || acts;
        })
        .map((each) => each.outerHTML.slice(0, 200)),
    ),
  );

const fillSite = async (site: Site) => {
  const staff = await createStaffClient(site);
  for (let post = 0; post < POSTS; post += 1) {
    const fields = { title: `Hostile ${post}`, slug: `hostile-${post}`, content: contentOf(post) };
    await staff.post(
      '/posts',
      postForm(post === 0 ? { ...fields, excerpt: HOSTILE_WORDS, category: HOSTILE_WORDS.slice(0, 60), tags: HOSTILE_WORDS.slice(0, 40) } : fields),
    );
  }
  const draft = await staff.post('/posts', postForm({ title: 'Hostile draft', content: STORABLE.join('\n'), status: 'draft' }));
  const event = await staff.post(
    '/events',
    eventForm({ title: HOSTILE_WORDS, description: contentOf(0).slice(0, 4900), location: HOSTILE_WORDS, tags: HOSTILE_WORDS.slice(0, 40) }),
  );
  return { draft, event };
};

test.describe('Hostile content', () => {
  test('POST-02 PROG-01 never runs: first loads, client navigation, feeds and previews', async ({ ownSite, page, context }) => {
    test.setTimeout(120_000);
    const { draft, event } = await fillSite(ownSite);
    const ran = await watch(page);

    for (let post = 0; post < POSTS; post += 1) {
      await page.goto(`${ownSite.url}/news/hostile-${post}`);
      await expect(page.getByRole('heading', { level: 1, name: `Hostile ${post}` })).toBeVisible();
      expect(await armedElements(page, 'main'), `first load ${post}`).toEqual([]);
    }
    await expectHydrated(page);

    await page.goto(`${ownSite.url}/news`);
    await expectHydrated(page);
    for (let post = 0; post < POSTS; post += 1) {
      await page
        .getByRole('main')
        .getByRole('link', { name: `Hostile ${post}`, exact: true })
        .click();
      await expect(page.getByRole('heading', { level: 1, name: `Hostile ${post}` })).toBeVisible();
      expect(await armedElements(page, 'main'), `navigation ${post}`).toEqual([]);
      await page.goBack();
    }

    for (const path of ['/events', `/events/${event._id}`]) {
      await page.goto(`${ownSite.url}${path}`);
      await expectHydrated(page);
      expect(await armedElements(page, 'main'), path).toEqual([]);
    }

    await storeSession(page.context(), await signIn(ownSite));
    await page.goto(`${ownSite.url}/news/preview/${draft._id}`);
    await expect(page.getByRole('heading', { level: 1, name: 'Hostile draft' })).toBeVisible();
    expect(await armedElements(page, 'main'), 'preview of what is stored').toEqual([]);
    // Unsaved values have met no sanitiser at all.
    await page.evaluate(
      (content) => history.replaceState({ ...history.state, usr: { draft: { title: 'Unsaved', content } } }, ''),
      HOSTILE_FRAGMENTS.join('\n'),
    );
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: 'Unsaved' })).toBeVisible();
    expect(await armedElements(page, 'main'), 'preview of what is not').toEqual([]);

    // A reader that trusts feeds puts their HTML into a page of its own, without any policy.
    const reader = await context.newPage();
    const ranInReader = await watch(reader);
    for (const path of ['/news/feed.xml', '/news/atom.xml']) {
      const xml = await (await fetch(`${ownSite.url}${path}`)).text();
      await reader.goto('about:blank');
      const count = await reader.evaluate((text) => {
        const feed = new DOMParser().parseFromString(text, 'text/xml');
        if (feed.querySelector('parsererror') !== null) return 0;
        const written = Array.from(feed.querySelectorAll('item > encoded, item > description, entry > content'));
        document.body.innerHTML = written.map((element) => `<div data-feed>${element.textContent}</div>`).join('');
        return written.length;
      }, xml);
      expect(count, path).toBeGreaterThanOrEqual(POSTS);
      expect(await armedElements(reader, 'body'), path).toEqual([]);
    }

    expect([...ran, ...ranInReader]).toEqual([]);
  });
});
