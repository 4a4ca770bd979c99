import { type SearchResult, search } from '@site/shared/contracts/search';
import { apiError, hostServicesStub } from '@site/shared/testing/host-services-stub';
import { renderRoutes } from '@site/shared/testing/render-routes';
import { screen, within } from '@testing-library/react';
import { HELP_PARTS } from '../get-help/help-parts.ts';
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

const NO_MATCHES = { program: 0, event: 0, post: 0, photo: 0 };
const toSearchData = (results: readonly SearchResult[], changes: object = {}) => ({
  results,
  total: results.length,
  counts: { ...NO_MATCHES, post: results.length },
  correctedQuery: null,
  isAnyWord: false,
  answers: [] as string[],
  pages: [] as string[],
  ...changes,
});

const open = async (path: string, response: unknown = toSearchData([])) => {
  const services = hostServicesStub({ responses: [[search, response]], site: { emergencyTelephone: '112' } });
  const view = await renderRoutes(createRoutes, path, services);
  return { ...view, services };
};

const getTargets = (): (string | null)[] =>
  screen
    .getAllByRole('heading', { level: 3 })
    .flatMap((heading) => within(heading).queryAllByRole('link'))
    .map((link) => link.getAttribute('href'));

describe('the search page', () => {
  it('NS-12 links each kind of result to its page, and marks the search terms', async () => {
    const results = [
      result(),
      result({ kind: 'event', _id: 'event 1', slug: '', change: 'cancelled' }),
      result({ kind: 'program', _id: 'program-1', slug: 'navigate' }),
      result({ kind: 'photo', _id: 'image-1', slug: '', date: null }),
    ];
    const { container, services } = await open('/search?q=twelve+schools', toSearchData(results));

    expect(getTargets()).toEqual(['/news/school-visit', '/events/event%201', '/programs/navigate', '/gallery?photo=image-1']);
    expect([...container.querySelectorAll('mark')].map(({ textContent }) => textContent)).toContain('schools');
    expect(services.getCalls(search).map(({ query }) => query)).toEqual([{ q: 'twelve schools', limit: '10', offset: '0' }]);
    expect(screen.getAllByText('Cancelled')).toHaveLength(1);
    expect(screen.getByRole('searchbox')).toHaveValue('twelve schools');
    expect(screen.getByRole('search')).toHaveAttribute('action', '/search');
    expect(screen.getByRole('heading', { level: 2, name: '4 results for “twelve schools”' })).toBeInTheDocument();
  });

  it('NS-12 shows matching pages with fixed texts above stored content on the first page of all kinds', async () => {
    await open('/search?q=safeguarding', toSearchData([result()]));
    expect(getTargets()).toEqual(['/safeguarding', '/news/school-visit']);
  });

  it('NS-12 lists pages suggested by the provider first, with familiar names and an excerpt', async () => {
    const { container } = await open('/search?q=bank+account', toSearchData([result()], { pages: ['/of-another-release', '/donate', '/events', '/ebook'] }));
    expect(getTargets()).toEqual(['/donate', '/events', '/ebook', '/news/school-visit']);
    expect(screen.getByRole('link', { name: 'Donate: What your gift does' })).toBeInTheDocument();
    expect(container).toHaveTextContent('how to give: by bank transfer, by USSD code on any phone');
  });

  it('NS-12 reports a match if the provider suggests a page', async () => {
    await open('/search?q=school+visit+fuel', toSearchData([result()], { pages: ['/school-visit'], isAnyWord: true }));
    expect(screen.getByRole('heading', { level: 2, name: '2 results for “school visit fuel”' })).toBeInTheDocument();
  });

  it('NS-12 does not highlight stop words in a longer query', async () => {
    const { container } = await open('/search?q=gift+and+the', toSearchData([], { pages: ['/donate', '/impact'] }));
    const highlightedWords = [...container.querySelectorAll('mark')].map(({ textContent }) => textContent?.toLowerCase());
    expect(highlightedWords).toContain('gift');
    expect(highlightedWords.filter((word) => word === 'and' || word === 'the')).toEqual([]);
  });

  it('NS-12 links to the part of a page that the provider suggests', async () => {
    await open('/search?q=impact', toSearchData([], { pages: ['/impact#trust', '/unknown#part'] }));
    expect(getTargets()).toEqual(['/impact#trust']);
  });

  it("NS-12 shows a page once, at the part that answers the query, with that part's label", async () => {
    await open('/search?q=refund', toSearchData([], { pages: ['/donate#mistake', '/donate', '/impact#trust'] }));
    expect(getTargets()).toEqual(['/donate#mistake', '/impact#trust']);
    expect(screen.getByRole('link', { name: /^Sent too much, or to the wrong account/ })).toBeInTheDocument();
  });

  it('NS-12 shows how to contact the organisation if there are no results', async () => {
    await open('/search?q=zebra');
    const contact = within(screen.getByRole('region', { name: 'Contact us' }));
    expect(contact.getAllByRole('link', { name: /@/ }).map((link) => link.getAttribute('href'))).toEqual([
      'mailto:hello@bettertomorrow.example',
      'mailto:partners@bettertomorrow.example',
    ]);
  });

  it("NS-12 finds pages for the provider's corrected query", async () => {
    await open('/search?q=volunter', toSearchData([], { correctedQuery: 'volunteer' }));
    expect(getTargets()).toContain('/volunteer');
  });

  it('NS-12 does not correct words itself', async () => {
    await open('/search?q=weed');
    expect(screen.getByRole('heading', { name: 'No results for “weed”' })).toBeInTheDocument();
  });

  it.each([
    ['a query that asks for help', toSearchData([result()], { answers: ['help'] })],
    ['a response from a provider that does not say', toSearchData([result()], { answers: null })],
    ['a failure', apiError('server')],
    ['too many searches', apiError('too-many')],
  ])('NS-12 shows the emergency number and the helpline before any result: %s', async (_, response) => {
    const { container } = await open('/search?q=igbo', response);
    const calls = [...container.querySelectorAll('a[href^="tel:"]')];
    const [first] = screen.getAllByRole('heading', { level: 2 });

    expect(calls.map((link) => link.getAttribute('href'))).toEqual(['tel:112', 'tel:08000000000']);
    expect(first).toHaveTextContent('What to do now');
    expect(screen.queryByRole('link', { name: 'Donate' })).not.toBeInTheDocument();
  });

  it('NS-12 shows existing parts of the help page that answer the query once, before all results', async () => {
    const pages = ['/help#wants-to-die', '/help#of-another-release', '/help#parents', '/donate'];
    await open('/search?q=my+daughter+say+she+want+to+die', toSearchData([result()], { answers: ['help'], pages }));
    const titles = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);

    expect(titles.slice(0, 3)).toEqual(['What to do now', 'Read first', 'Other pages']);
    const parts = within(screen.getByRole('navigation', { name: 'Read first' })).getAllByRole('link');
    expect(parts.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['You or someone else wants to die', '/help#wants-to-die'],
      ['For parents and families', '/help#parents'],
    ]);
    expect(getTargets()).toEqual(['/help#wants-to-die', '/help#parents', '/donate', '/news/school-visit']);
  });

  it('NS-12 shows at most three parts of the help page, and no heading for other pages if there are none', async () => {
    const pages = HELP_PARTS.map(({ id }) => `/help#${id}`);
    await open('/search?q=zebra', toSearchData([], { answers: ['help'], pages }));
    expect(getTargets()).toEqual(pages.slice(0, 3));
    expect(screen.queryByText(/No results|Other pages/)).not.toBeInTheDocument();
  });

  it.each([
    ['other pages', [result()]],
    ['no other page', []],
  ])('NS-12 shows the corrected query above the parts of the help page: with %s', async (_, results) => {
    await open('/search?q=suicicde', toSearchData(results, { answers: ['help'], pages: ['/help#wants-to-die'], correctedQuery: 'suicide' }));
    const parts = within(screen.getByRole('navigation', { name: 'Read first' }));
    expect(parts.getByText('Showing results for “suicide” instead of “suicicde”.')).toBeInTheDocument();
    expect(screen.queryAllByRole('heading', { name: 'Other pages' })).toHaveLength(results.length);
    expect(screen.queryByText(/No results/)).not.toBeInTheDocument();
  });

  it('NS-12 names both queries if the corrected one has no results either', async () => {
    await open('/search?q=zebrra', toSearchData([], { correctedQuery: 'zebra' }));
    expect(screen.getByRole('heading', { name: 'No results for “zebrra” or “zebra”' })).toBeInTheDocument();
  });

  it.each([
    ['there are no results', toSearchData([])],
    ['only some of the words match', toSearchData([result()], { isAnyWord: true })],
    ['a corrected query matches', toSearchData([result()], { correctedQuery: 'zero' })],
  ])('NS-12 shows the helpline above the results when %s', async (_, response) => {
    await open('/search?q=zebra', response);
    const helpline = screen.getByRole('link', { name: '0800 000 0000' });
    const heading = screen.getByRole('heading', { level: 2, name: /zebra/ });
    expect(helpline.compareDocumentPosition(heading)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });

  it('NS-12 shows how to contact the organisation before any result', async () => {
    await open('/search?q=contact', toSearchData([], { answers: ['contact'] }));
    expect(screen.getByRole('link', { name: '+234 800 000 0000' })).toHaveAttribute('href', 'tel:+2348000000000');
    expect(screen.getByRole('link', { name: /^hello@/ })).toHaveAttribute('href', 'mailto:hello@bettertomorrow.example');
    expect(screen.getByText('Lagos, Nigeria')).toBeInTheDocument();
  });

  it('suggests donating among the starting points, unless the query asks for help', async () => {
    await open('/search?q=skools', toSearchData([result()], {}));
    expect(screen.getByRole('link', { name: 'Donate' })).toHaveAttribute('href', '/donate');
  });

  it('NS-12 shows the corrected query above the results', async () => {
    await open('/search?q=skools', toSearchData([result()], { correctedQuery: 'schools' }));
    expect(screen.getByRole('heading', { name: 'No results for “skools”. Showing results for “schools”' })).toBeInTheDocument();
  });

  it('NS-12 says so if no result contains all the words', async () => {
    await open('/search?q=schools+moon', toSearchData([result()], { isAnyWord: true }));
    expect(screen.getByRole('heading', { name: 'No page is exactly about “schools moon”. These come closest' })).toBeInTheDocument();
  });

  it('NS-12 links to other kinds and pages, and keeps the query', async () => {
    const many = toSearchData([result()], { total: 25, counts: { ...NO_MATCHES, post: 100, event: 3 } });
    const { services } = await open('/search?q=schools&kind=post&page=2', many);

    expect(services.getCalls(search).map(({ query }) => query)).toEqual([{ q: 'schools', limit: '10', offset: '10', kind: 'post' }]);
    const kinds = within(screen.getByRole('navigation', { name: 'Filter by type' })).getAllByRole('link');
    expect(kinds.map((link) => [link.textContent, link.getAttribute('href'), link.getAttribute('aria-current')])).toEqual([
      ['All', '/search?q=schools', null],
      ['Events (3)', '/search?q=schools&kind=event', null],
      ['News (100+)', '/search?q=schools&kind=post', 'true'],
    ]);
    const pages = within(screen.getByRole('navigation', { name: 'Pages of results' })).getAllByRole('link');
    expect(pages.map((link) => link.getAttribute('href'))).toEqual(['/search?q=schools&kind=post', '/search?q=schools&kind=post&page=3']);
  });

  it('NS-12 offers other starting points if there are no results or no query', async () => {
    const { services } = await open('/search?q=zzzz');
    expect(screen.getByRole('heading', { name: 'No results for “zzzz”' })).toBeInTheDocument();
    expect(within(screen.getByRole('navigation', { name: 'Or start here' })).getAllByRole('link')).toHaveLength(8);
    expect(screen.getByRole('link', { name: '0800 000 0000' })).toHaveAttribute('href', 'tel:08000000000');
    expect(screen.getByRole('link', { name: '112' })).toHaveAttribute('href', 'tel:112');
    expect(services.getCalls(search)).toHaveLength(1);
  });

  it('NS-12 sends no request for an empty query', async () => {
    const { services } = await open('/search?q=+');
    expect(services.getCalls(search)).toEqual([]);
    expect(screen.getByRole('navigation', { name: 'Or start here' })).toBeInTheDocument();
  });

  it.each([
    ['server', "Search isn't working right now"],
    ['too-many', 'Too many searches'],
  ] as const)('NS-12 shows a message for a failure, and no toast: %s', async (kind, title) => {
    const { services } = await open('/search?q=schools', apiError(kind));
    expect(screen.getByRole('heading', { level: 2, name: title })).toBeInTheDocument();
    expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1);
    expect(services.toasts).toEqual([]);
  });
});
