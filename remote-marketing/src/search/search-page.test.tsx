import { type SearchResult, search } from '@site/shared/contracts/search';
import { apiError, hostServicesStub } from '@site/shared/testing/host-services-stub';
import { renderRoutes } from '@site/shared/testing/render-routes';
import { screen, within } from '@testing-library/react';
import { createRoutes } from '../routes.tsx';

const result = (changes: Partial<SearchResult> = {}): SearchResult => ({
  kind: 'post',
  _id: 'post-1',
  slug: 'school-visit',
  title: [
    { text: 'Twelve ', isMatch: false },
    { text: 'schools', isMatch: true },
  ],
  excerpt: [{ text: 'We asked, and they answered.', isMatch: false }],
  date: '2026-11-20T09:00:00.000Z',
  imageUrl: '',
  imageAlt: '',
  ...changes,
});

const NOTHING = { program: 0, event: 0, post: 0, photo: 0 };
const found = (results: readonly SearchResult[], changes: object = {}) => ({
  results,
  total: results.length,
  counts: { ...NOTHING, post: results.length },
  correctedQuery: null,
  isAnyWord: false,
  ...changes,
});

const open = async (path: string, response: unknown = found([])) => {
  const services = hostServicesStub({ responses: [[search, response]] });
  const view = await renderRoutes(createRoutes, path, services);
  return { ...view, services };
};

const targets = (): (string | null)[] =>
  screen
    .getAllByRole('heading', { level: 3 })
    .flatMap((heading) => within(heading).queryAllByRole('link'))
    .map((link) => link.getAttribute('href'));

describe('the search page', () => {
  it('NS-12 leads each kind of result to its page, and marks what was looked for', async () => {
    const results = [
      result(),
      result({ kind: 'event', _id: 'event 1', slug: '', change: 'cancelled' }),
      result({ kind: 'program', _id: 'program-1', slug: 'navigate' }),
      result({ kind: 'photo', _id: 'image-1', slug: '', date: null }),
    ];
    const { container, services } = await open('/search?q=twelve+schools', found(results));

    expect(targets()).toEqual(['/news/school-visit', '/events/event%201', '/programs/navigate', '/gallery?photo=image-1']);
    expect([...container.querySelectorAll('mark')].map(({ textContent }) => textContent)).toContain('schools');
    expect(services.getCalls(search).map(({ query }) => query)).toEqual([{ q: 'twelve schools', limit: '10', offset: '0' }]);
    expect(screen.getAllByText('Cancelled')).toHaveLength(1);
    expect(screen.getByRole('searchbox')).toHaveValue('twelve schools');
    expect(screen.getByRole('search')).toHaveAttribute('action', '/search');
    expect(screen.getByRole('heading', { level: 2, name: '4 results for “twelve schools”' })).toBeInTheDocument();
  });

  it('NS-12 finds pages with fixed texts too, above what is stored, on the first page of all kinds', async () => {
    await open('/search?q=safeguarding', found([result()]));
    expect(targets()).toEqual(['/safeguarding', '/news/school-visit']);
  });

  it('NS-12 finds pages with fixed texts in spite of typing errors', async () => {
    await open('/search?q=volunter');
    expect(targets()).toContain('/volunteer');
  });

  it('NS-12 says what it looked for instead of a misspelt word', async () => {
    await open('/search?q=skools', found([result()], { correctedQuery: 'schools' }));
    expect(screen.getByRole('heading', { name: 'Nothing has “skools”. Results for “schools”' })).toBeInTheDocument();
  });

  it('NS-12 says when nothing has all the words', async () => {
    await open('/search?q=schools+moon', found([result()], { isAnyWord: true }));
    expect(screen.getByRole('heading', { name: /^Nothing has all words of “schools moon”/ })).toBeInTheDocument();
  });

  it('NS-12 selects a kind and a page by links, which keep the query', async () => {
    const many = found([result()], { total: 25, counts: { ...NOTHING, post: 100, event: 3 } });
    const { services } = await open('/search?q=schools&kind=post&page=2', many);

    expect(services.getCalls(search).map(({ query }) => query)).toEqual([{ q: 'schools', limit: '10', offset: '10', kind: 'post' }]);
    const kinds = within(screen.getByRole('navigation', { name: 'Kinds of results' })).getAllByRole('link');
    expect(kinds.map((link) => [link.textContent, link.getAttribute('href'), link.getAttribute('aria-current')])).toEqual([
      ['Everything', '/search?q=schools', null],
      ['Events (3)', '/search?q=schools&kind=event', null],
      ['News (100+)', '/search?q=schools&kind=post', 'true'],
    ]);
    const pages = within(screen.getByRole('navigation', { name: 'Pages of results' })).getAllByRole('link');
    expect(pages.map((link) => link.getAttribute('href'))).toEqual(['/search?q=schools&kind=post', '/search?q=schools&kind=post&page=3']);
  });

  it('NS-12 offers other ways when it finds nothing, and when nothing was asked', async () => {
    const { services } = await open('/search?q=zzzz');
    expect(screen.getByRole('heading', { name: 'Nothing found for “zzzz”' })).toBeInTheDocument();
    expect(within(screen.getByRole('navigation', { name: 'Or begin here' })).getAllByRole('link')).toHaveLength(5);
    expect(screen.getByRole('link', { name: '0800 000 0000' })).toHaveAttribute('href', 'tel:08000000000');
    expect(services.getCalls(search)).toHaveLength(1);
  });

  it('NS-12 asks the provider nothing without words', async () => {
    const { services } = await open('/search?q=+');
    expect(services.getCalls(search)).toEqual([]);
    expect(screen.getByRole('navigation', { name: 'Or begin here' })).toBeInTheDocument();
  });

  it.each([
    ['server', 'Search does not work at the moment'],
    ['too-many', 'Many searches in a short time'],
  ] as const)('NS-12 has words for a failure, and no toast: %s', async (kind, title) => {
    const { services } = await open('/search?q=schools', apiError(kind));
    expect(screen.getByText(title)).toBeInTheDocument();
    expect(services.toasts).toEqual([]);
  });
});
