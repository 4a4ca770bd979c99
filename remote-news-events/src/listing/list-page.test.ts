import { type Result, success } from '@site/shared/domain/result';
import { getListPage, type Page, type PageQuery, paginate, readPageNumber } from './list-page.ts';

const items = (count: number) => Array.from({ length: count }, (_, index) => index);

describe('paginate', () => {
  it.each([
    [0, 1, 0, 1, 1],
    [12, 1, 12, 1, 1],
    [13, 2, 1, 2, 2],
    [13, 9, 1, 2, 2],
  ])('with %i items, page %i has %i', (count, requestedPage, length, page, pageCount) => {
    const list = paginate(items(count), requestedPage);
    expect([list.items.length, list.page, list.pageCount]).toEqual([length, page, pageCount]);
  });
});

describe('getListPage', () => {
  const getValue = async <T>(promise: Promise<Result<Page<T>, unknown>>) => {
    const result = await promise;
    return result.ok ? result.value : undefined;
  };

  it('X-08 returns the same page from a server with paging and from a server that returns the full list', async () => {
    for (const count of [0, 1, 12, 13, 30])
      for (const requestedPage of [1, 2, 3, 99]) {
        const queries: PageQuery[] = [];
        const pagedResult = getListPage(requestedPage, async (query) => {
          queries.push(query);
          const offset = Number(query.offset);
          return success({ items: items(count).slice(offset, offset + Number(query.limit)), page: { offset, total: count } });
        });
        const fullResult = getListPage(requestedPage, async () => success({ items: items(count), page: null }));

        expect(await getValue(pagedResult)).toEqual(paginate(items(count), requestedPage));
        expect(await getValue(fullResult)).toEqual(paginate(items(count), requestedPage));
        expect(queries.length).toBeLessThanOrEqual(2);
      }
  });
});

describe('readPageNumber', () => {
  it.each([
    ['', 1],
    ['?page=3', 3],
    ['?page=0', 1],
    ['?page=2x', 1],
    ['?page=9999999', 1],
  ])('parses "%s"', (search, page) => {
    expect(readPageNumber(`https://site.example/news${search}`)).toBe(page);
  });
});
