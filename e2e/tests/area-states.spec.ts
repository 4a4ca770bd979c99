import type { Page } from '@playwright/test';
import { COMING, expect, PASSED, POSTS, test } from '../support/area-test.ts';
import { axeViolations } from '../support/axe.ts';
import { expectHydrated } from '../support/public-pages.ts';
import type { StubAnswer, StubProvider } from '../support/stub-provider.ts';

const SERVER_ERROR = { status: 500, message: 'The words of the server' };

/** One state of a page: where it stands, how a visitor comes there from another page, which call brings it about, what it says and what Try again shows. */
interface AreaState {
  readonly rows: string;
  readonly path: string;
  readonly from: string;
  readonly link: string;
  readonly calls: readonly string[];
  readonly answer: StubAnswer;
  readonly status: number;
  readonly words: readonly [string, ...string[]];
  readonly toast?: string;
  /** Stands there once the calls answer again; undefined where nothing is to be tried again. */
  readonly retried?: string;
}

const failing = (state: Omit<AreaState, 'answer' | 'status'>): readonly AreaState[] => [
  { ...state, rows: `${state.rows} ERR-01`, answer: SERVER_ERROR, status: 503, toast: 'The words of the server' },
  { ...state, rows: `${state.rows} ERR-01`, answer: 'cut', status: 503, toast: 'An error occurred' },
];

const STATES: readonly AreaState[] = [
  ...failing({ rows: 'NEWS-13', path: '/news', from: '/events', link: 'News', calls: ['/posts'], words: ['Failed to load news'], retried: 'First post' }),
  ...failing({
    rows: 'POST-05',
    path: '/news/first-post',
    from: '/news',
    link: 'First post',
    calls: ['/posts/first-post'],
    words: ['Failed to load post', '← Back to News'],
    retried: 'We asked, and they answered.',
  }),
  ...failing({
    rows: 'EVT-09',
    path: '/events',
    from: '/news',
    link: 'Events',
    calls: ['/events'],
    words: ['Failed to load events'],
    retried: 'Xpression Night',
  }),
  ...failing({
    rows: 'EVD-04',
    path: '/events/coming',
    from: '/events',
    link: 'Xpression Night',
    calls: ['/events/coming'],
    words: ['Failed to load event details'],
    retried: 'Three minutes, one microphone.',
  }),
  ...failing({
    rows: 'GAL-03',
    path: '/gallery',
    from: '/news',
    link: 'Gallery',
    calls: ['/gallery/published'],
    words: ['Failed to load gallery'],
    retried: 'Photo 1',
  }),
  {
    rows: 'POST-06 X-19 ERR-02',
    path: '/news/first-post',
    from: '/news',
    link: 'First post',
    calls: ['/posts/first-post'],
    answer: { status: 404 },
    status: 404,
    words: ['Post not found', '← Back to News'],
  },
  {
    rows: 'POST-06 X-19',
    path: '/news/first-post',
    from: '/news',
    link: 'First post',
    calls: ['/posts/first-post'],
    answer: { data: null },
    status: 404,
    words: ['Post not found'],
  },
  {
    rows: 'EVD-04 X-19 ERR-02',
    path: '/events/coming',
    from: '/events',
    link: 'Xpression Night',
    calls: ['/events/coming'],
    answer: { status: 404 },
    status: 404,
    words: ['Event not found'],
  },
  {
    rows: 'NEWS-12',
    path: '/news',
    from: '/events',
    link: 'News',
    calls: ['/posts'],
    answer: { data: [] },
    status: 200,
    words: ['No published news articles yet.'],
  },
  {
    rows: 'NEWS-02 NEWS-12 X-08',
    path: '/news',
    from: '/events',
    link: 'News',
    calls: ['/posts'],
    answer: { data: POSTS.map((post) => ({ ...post, status: 'draft' })) },
    status: 200,
    words: ['No published news articles yet.'],
  },
  {
    rows: 'EVT-07',
    path: '/events',
    from: '/news',
    link: 'Events',
    calls: ['/events'],
    answer: { data: [PASSED] },
    status: 200,
    words: ['No Upcoming Events', 'There are no upcoming events scheduled at the moment.', 'Open evening'],
  },
  {
    rows: 'EVT-08',
    path: '/events',
    from: '/news',
    link: 'Events',
    calls: ['/events'],
    answer: { data: [COMING] },
    status: 200,
    words: ['No Past Events', 'There are no past events to display.', 'Xpression Night'],
  },
  {
    rows: 'GAL-05',
    path: '/gallery',
    from: '/news',
    link: 'Gallery',
    calls: ['/gallery/published'],
    answer: { data: [] },
    status: 200,
    words: ['Empty Album', 'No images have been added to this album yet.'],
  },
  {
    rows: 'GAL-06 X-12',
    path: '/gallery',
    from: '/news',
    link: 'Gallery',
    calls: ['/gallery/albums'],
    answer: SERVER_ERROR,
    status: 200,
    words: ['All Photos', 'Photo 1'],
  },
];

const nameOf = ({ rows, path, answer, words }: AreaState): string =>
  `${rows} ${path} says "${words[0]}" when ${answer === 'cut' ? 'the line is cut' : 'status' in answer ? `the answer is ${answer.status}` : 'there is nothing to show'}`;

const toasts = (page: Page) => page.locator('[role=alert]').filter({ has: page.getByRole('button', { name: 'Close' }) });

const expectState = async (page: Page, { words, toast }: AreaState): Promise<void> => {
  for (const text of words) await expect(page.getByRole('main').getByText(text, { exact: true }).first()).toBeVisible();
  await expect(toasts(page)).toHaveText(toast === undefined ? [] : [toast]);
};

const expectRetry = async (page: Page, stub: StubProvider, { retried }: AreaState): Promise<void> => {
  const again = page.getByRole('main').getByRole('button', { name: 'Try again' });
  if (retried === undefined) return expect(again).toHaveCount(0);
  stub.reset();
  await again.click();
  await expect(page.getByRole('main').getByText(retried).first()).toBeVisible();
};

test.describe('States of news, events and gallery', () => {
  test.use({ bypassCSP: true, reducedMotion: 'reduce' });
  test.beforeEach(({ area }) => area.stub.reset());

  for (const state of STATES) {
    test(`${nameOf(state)}, on the first load and on navigation`, async ({ area: { url, stub }, page }) => {
      for (const call of state.calls) stub.answer(call, state.answer);
      // Before a provider that counts no changes a page may stand for five seconds.
      await expect(async () => {
        const response = await page.goto(`${url}${state.path}`);
        expect(response?.status()).toBe(state.status);
        await expect(page.getByRole('main')).toContainText(state.words[0], { timeout: 1000 });
      }).toPass({ timeout: 8000 });
      await expectHydrated(page);
      await expectState(page, state);
      expect(await axeViolations(page)).toEqual([]);
      await expectRetry(page, stub, state);

      stub.reset();
      await page.goto(`${url}${state.from}`);
      await expectHydrated(page);
      for (const call of state.calls) stub.answer(call, state.answer);
      await page.getByRole('link', { name: state.link, exact: true }).last().click();
      await expect(page).toHaveURL(`${url}${state.path}`);
      await expectState(page, state);
      await expectRetry(page, stub, state);
    });
  }
});
