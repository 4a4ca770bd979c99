import { type SearchResult, search } from '@site/shared/contracts/search';
import { LISTED_SEARCHES, NEVER_CORRECTED } from '@site/shared/testing/listed-searches';
import * as v from 'valibot';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

jest.mock('../../samples/artwork/artwork.ts', () => require('../../testing/plain-artwork.ts'));

/** Number of searches to make from one IP address, below the limit per minute. */
const SEARCHES_PER_ADDRESS = 50;

/** Prefix of the sections of the help page, which are listed before all other pages. */
const HELP_SECTION = '/help#';

let app: TestApp;
let searchCount = 0;
beforeAll(async () => {
  app = await startTestApp({ samples: 'content' });
}, 120_000);
afterAll(() => app.stop());

const find = async (query: string) => {
  searchCount += 1;
  const headers = { 'x-forwarded-for': `192.0.2.${Math.floor(searchCount / SEARCHES_PER_ADDRESS)}` };
  const response = await app.server.inject({ url: `/api/search?q=${encodeURIComponent(query)}`, headers });
  expect(response.statusCode).toBe(200);
  return v.parse(search.response, response.json().data);
};

/** Returns the path of a result, or the title of an event, which has no slug. */
const getName = ({ kind, slug, title }: SearchResult): string =>
  kind === 'post' ? `/news/${slug}` : kind === 'program' ? `/programs/${slug}` : title.map(({ text }) => text).join('');

describe('the searches that visitors make', () => {
  it('lists each search once', () => {
    const queries = LISTED_SEARCHES.map(({ query }) => query);
    expect(queries.filter((query, index) => queries.indexOf(query) !== index)).toEqual([]);
  });

  it.each(LISTED_SEARCHES)(
    'OPS-09 "$query" shows the right pages, and help before them if appropriate',
    async ({ query, help, first, part, parts: expectedParts = [], firstPage }) => {
      const { answers, pages, results } = await find(query);
      const parts = pages.filter((page) => page.startsWith(HELP_SECTION));
      const others = pages.filter((page) => !page.startsWith(HELP_SECTION));
      const shownResults = [...(answers ?? []), ...[...others, ...results.map(getName)].slice(0, 3)];

      if (first !== undefined) expect(shownResults.filter((page) => first.includes(page))).not.toEqual([]);
      if (part !== undefined) expect(parts[0] ?? null).toBe(part === null ? null : `${HELP_SECTION}${part}`);
      expect(parts).toEqual(expect.arrayContaining(expectedParts.map((name) => `${HELP_SECTION}${name}`)));
      if (firstPage !== undefined) expect(others[0]).toBe(firstPage);
      expect(answers?.includes('help')).toBe(help);
    },
  );

  it.each(NEVER_CORRECTED)('OPS-09 "%s" is not corrected to another word', async (query) => {
    expect((await find(query)).correctedQuery).toBeNull();
  });
});
