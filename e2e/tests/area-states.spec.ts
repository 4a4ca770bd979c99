import type { Page } from '@playwright/test';
import { COMING, expect, PASSED, POSTS, test } from '../support/area-test.ts';
import { axeViolations } from '../support/axe.ts';
import { expectHydrated } from '../support/public-pages.ts';
import type { StubProvider, StubResponse } from '../support/stub-provider.ts';

const SERVER_ERROR = { status: 500, message: 'The message of the server' };

/** One state of a page: its path, the link on another page that leads to it, the API calls and the response that cause it, its texts, and what "Try again" shows. */
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
  /** Is shown once the calls succeed again; undefined if the state offers no retry. */
  readonly retried?: string;
}

const failing = (state: Omit<AreaState, 'response' | 'status'>): readonly AreaState[] => [
  { ...state, rows: `${state.rows} ERR-01`, response: SERVER_ERROR, status: 503, toast: 'The message of the server' },
  { ...state, rows: `${state.rows} ERR-01`, response: 'disconnect', status: 503, toast: 'An error occurred' },
];

const STATES: readonly AreaState[] = [
  ...failing({ rows: 'NEWS-13', path: '/news', from: '/events', link: 'News', calls: ['/posts'], texts: ['Failed to load news'], retried: 'First post' }),
  ...failing({
    rows: 'POST-05',
    path: '/news/first-post',
    from: '/news',
    link: 'First post',
    calls: ['/posts/first-post'],
    texts: ['Failed to load post', '← Back to News'],
    retried: 'We asked, and they answered.',
  }),
  ...failing({
    rows: 'EVT-09',
    path: '/events',
    from: '/news',
    link: 'Events',
    calls: ['/events'],
    texts: ['Failed to load events'],
    retried: 'Xpression Night',
  }),
  ...failing({
    rows: 'EVD-04',
    path: '/events/coming',
    from: '/events',
    link: 'Xpression Night',
    calls: ['/events/coming'],
    texts: ['Failed to load event details'],
    retried: 'Three minutes, one microphone.',
  }),
  ...failing({
    rows: 'GAL-03',
    path: '/gallery',
    from: '/news',
    link: 'Gallery',
    calls: ['/gallery/published'],
    texts: ['Failed to load gallery'],
    retried: 'Photo 1',
  }),
  {
    rows: 'POST-06 X-19 ERR-02',
    path: '/news/first-post',
    from: '/news',
    link: 'First post',
    calls: ['/posts/first-post'],
    response: { status: 404 },
    status: 404,
    texts: ['Post not found', '← Back to News'],
  },
  {
    rows: 'POST-06 X-19',
    path: '/news/first-post',
    from: '/news',
    link: 'First post',
    calls: ['/posts/first-post'],
    response: { data: null },
    status: 404,
    texts: ['Post not found'],
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
    rows: 'NEWS-12',
    path: '/news',
    from: '/events',
    link: 'News',
    calls: ['/posts'],
    response: { data: [] },
    status: 200,
    texts: ['No published news articles yet.'],
  },
  {
    rows: 'NEWS-02 NEWS-12 X-08',
    path: '/news',
    from: '/events',
    link: 'News',
    calls: ['/posts'],
    response: { data: POSTS.map((post) => ({ ...post, status: 'draft' })) },
    status: 200,
    texts: ['No published news articles yet.'],
  },
  {
    rows: 'EVT-07',
    path: '/events',
    from: '/news',
    link: 'Events',
    calls: ['/events'],
    response: { data: [PASSED] },
    status: 200,
    texts: ['No Upcoming Events', 'There are no upcoming events scheduled at the moment.', 'Open evening'],
  },
  {
    rows: 'EVT-08',
    path: '/events',
    from: '/news',
    link: 'Events',
    calls: ['/events'],
    response: { data: [COMING] },
    status: 200,
    texts: ['No Past Events', 'There are no past events to display.', 'Xpression Night'],
  },
  {
    rows: 'GAL-05',
    path: '/gallery',
    from: '/news',
    link: 'Gallery',
    calls: ['/gallery/published'],
    response: { data: [] },
    status: 200,
    texts: ['Empty Album', 'No images have been added to this album yet.'],
  },
  {
    rows: 'GAL-06 X-12',
    path: '/gallery',
    from: '/news',
    link: 'Gallery',
    calls: ['/gallery/albums'],
    response: SERVER_ERROR,
    status: 200,
    texts: ['All Photos', 'Photo 1'],
  },
];

const getTitle = ({ rows, path, response, texts }: AreaState): string =>
  `${rows} ${path} shows "${texts[0]}" ${response === 'disconnect' ? 'when the connection breaks' : 'status' in response ? `on ${response.status}` : 'when there is nothing else to show'}`;

const toasts = (page: Page) => page.locator('[role=alert]').filter({ has: page.getByRole('button', { name: 'Close' }) });

const expectState = async (page: Page, { texts, toast }: AreaState): Promise<void> => {
  for (const text of texts) await expect(page.getByRole('main').getByText(text, { exact: true }).first()).toBeVisible();
  await expect(toasts(page)).toHaveText(toast === undefined ? [] : [toast]);
};

const expectRetry = async (page: Page, stub: StubProvider, { retried }: AreaState): Promise<void> => {
  const retry = page.getByRole('main').getByRole('button', { name: 'Try again' });
  if (retried === undefined) return expect(retry).toHaveCount(0);
  stub.reset();
  await retry.click();
  await expect(page.getByRole('main').getByText(retried).first()).toBeVisible();
};

test.describe('States of news, events and gallery', () => {
  test.describe.configure({ mode: 'parallel' });
  test.use({ bypassCSP: true, reducedMotion: 'reduce' });
  test.beforeEach(({ area }) => area.stub.reset());

  for (const state of STATES) {
    test(`${getTitle(state)}, on the first load and on navigation`, async ({ area: { url, stub }, page }) => {
      for (const call of state.calls) stub.respond(call, state.response);
      // The host checks the content revision once a second, so the first page may still come from its cache.
      await expect(async () => {
        const response = await fetch(`${url}${state.path}`);
        expect(response.status).toBe(state.status);
        const html = await response.text();
        for (const text of state.texts) expect(html).toContain(text);
      }).toPass({ timeout: 8000 });
      await page.goto(`${url}${state.path}`);
      await expectHydrated(page);
      await expectState(page, state);
      // Why a call has failed makes no difference to the page.
      if (state.response !== 'disconnect') expect(await axeViolations(page)).toEqual([]);
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
