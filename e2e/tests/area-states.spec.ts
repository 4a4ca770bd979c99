import type { Page } from '@playwright/test';
import { expect, PAST_EVENT, POSTS, test, UPCOMING_EVENT } from '../support/area-test.ts';
import { findAxeViolations } from '../support/axe.ts';
import { expectHydrated } from '../support/public-pages.ts';
import type { StubProvider, StubResponse } from '../support/stub-provider.ts';

/**
 * One state of a page: its path, the link to it on another page, the API calls and the response that cause the state, its texts, and the text after "Try
 * again".
 */
interface AreaState {
  readonly rows: string;
  readonly path: string;
  readonly from: string;
  readonly link: string;
  readonly calls: readonly string[];
  readonly response: StubResponse;
  readonly status: number;
  readonly texts: readonly [string, ...string[]];
  readonly toast?: string;
  /** Text that appears once the calls succeed again; undefined if the state offers no retry. */
  readonly textAfterRetry?: string;
}

/** One state of each kind. The remotes' unit tests cover the messages of all pages (`*-page.test.tsx`) and their statuses (`routes.ssr.test.tsx`). */
const STATES: readonly AreaState[] = [
  {
    rows: 'POST-05 ERR-01',
    path: '/news/first-post',
    from: '/news',
    link: 'First post',
    calls: ['/posts/first-post'],
    response: { status: 500, message: 'The message of the server' },
    status: 503,
    texts: ['Failed to load post', '← Back to News'],
    toast: 'The message of the server',
    textAfterRetry: 'We asked, and they answered.',
  },
  {
    rows: 'GAL-03 ERR-01',
    path: '/gallery',
    from: '/news',
    link: 'Gallery',
    calls: ['/gallery/published'],
    response: 'disconnect',
    status: 503,
    texts: ['Failed to load gallery'],
    toast: 'An error occurred',
    textAfterRetry: 'Photo 1',
  },
  {
    rows: 'EVD-04 X-19 ERR-02',
    path: '/events/coming',
    from: '/events',
    link: 'Xpression Night',
    calls: ['/events/coming'],
    response: { status: 404 },
    status: 404,
    texts: ['Event not found'],
  },
  {
    rows: 'EVT-07',
    path: '/events',
    from: '/news',
    link: 'Events',
    calls: ['/events'],
    response: { data: [PAST_EVENT] },
    status: 200,
    texts: ['No Upcoming Events', 'There are no upcoming events scheduled at the moment.', 'Open evening'],
  },
];

/** Returns false only for the one state that every run tests. The other states are tested less often, because unit tests cover their texts. */
const isRepeated = ({ path }: AreaState): boolean => path !== '/news/first-post';

const getTitle = ({ rows, path, response, texts }: AreaState): string =>
  `${rows} ${path} shows "${texts[0]}" ${response === 'disconnect' ? 'when the connection breaks' : 'status' in response ? `on ${response.status}` : 'when the list is empty'}`;

const toasts = (page: Page) => page.locator('[role=alert]').filter({ has: page.getByRole('button', { name: 'Close' }) });

const expectState = async (page: Page, { texts, toast }: AreaState): Promise<void> => {
  for (const text of texts) await expect(page.getByRole('main').getByText(text, { exact: true }).first()).toBeVisible();
  await expect(toasts(page)).toHaveText(toast === undefined ? [] : [toast]);
};

const expectRetry = async (page: Page, stub: StubProvider, { textAfterRetry }: AreaState): Promise<void> => {
  const retry = page.getByRole('main').getByRole('button', { name: 'Try again' });
  if (textAfterRetry === undefined) return expect(retry).toHaveCount(0);
  stub.reset();
  await retry.click();
  await expect(page.getByRole('main').getByText(textAfterRetry).first()).toBeVisible();
};

/**
 * Texts in the server's HTML when content is missing, grouped into two steps. After each step, the host needs up to a second to notice that the content has
 * changed.
 */
const MISSING_CONTENT = [
  [
    { rows: 'NEWS-12', path: '/news', call: '/posts', response: { data: [] }, texts: ['No published news articles yet.'] },
    { rows: 'EVT-08', path: '/events', call: '/events', response: { data: [UPCOMING_EVENT] }, texts: ['No Past Events', 'Xpression Night'] },
    {
      rows: 'GAL-05',
      path: '/gallery',
      call: '/gallery/published',
      response: { data: [] },
      texts: ['Empty Album', 'No images have been added to this album yet.'],
    },
  ],
  [
    {
      rows: 'NEWS-02',
      path: '/news',
      call: '/posts',
      response: { data: POSTS.map((post) => ({ ...post, status: 'draft' })) },
      texts: ['No published news articles yet.'],
    },
    { rows: 'GAL-06', path: '/gallery', call: '/gallery/albums', response: { status: 500 }, texts: ['All Photos', 'Photo 1'] },
  ],
] as const;

test.describe('States of news, events and gallery', () => {
  test.describe.configure({ mode: 'parallel' });
  test.use({ reducedMotion: 'reduce' });
  test.beforeEach(({ area }) => area.stub.reset());

  test('NEWS-02 NEWS-12 EVT-08 GAL-05 GAL-06 the server renders complete pages when some of their content is missing', async ({ area: { url, stub } }) => {
    const read = async (path: string) => {
      const response = await fetch(url + path);
      return { status: response.status, html: await response.text() };
    };
    for (const states of MISSING_CONTENT) {
      stub.reset();
      for (const { call, response } of states) stub.respond(call, response);
      await expect(async () => {
        for (const { rows, path, texts } of states) {
          const { status, html } = await read(path);
          expect([rows, status, texts.filter((text) => !html.includes(text))]).toEqual([rows, 200, []]);
        }
      }).toPass({ timeout: 8000 });
    }
  });

  for (const state of STATES) {
    test(`${getTitle(state)}, on the first load and on navigation`, { tag: isRepeated(state) ? '@whole' : [] }, async ({ area: { url, stub }, page }) => {
      for (const call of state.calls) stub.respond(call, state.response);
      // The host checks the content revision once a second, so the first response may still come from its cache.
      await expect(async () => {
        const response = await fetch(`${url}${state.path}`);
        expect(response.status).toBe(state.status);
        const html = await response.text();
        for (const text of state.texts) expect(html).toContain(text);
      }).toPass({ timeout: 8000 });
      await page.goto(`${url}${state.path}`);
      await expectHydrated(page);
      await expectState(page, state);
      expect(await findAxeViolations(page)).toEqual([]);
      await expectRetry(page, stub, state);

      stub.reset();
      await page.goto(`${url}${state.from}`);
      await expectHydrated(page);
      for (const call of state.calls) stub.respond(call, state.response);
      await page.getByRole('link', { name: state.link, exact: true }).last().click();
      await expect(page).toHaveURL(`${url}${state.path}`);
      await expectState(page, state);
      await expectRetry(page, stub, state);
    });
  }
});
