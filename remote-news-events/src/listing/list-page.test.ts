import { type Result, success } from '@site/shared/domain/result';
import { getListPage, type ListPage, type ListWindow, listPage, readPageNumber } from './list-page.ts';

const items = (count: number) => Array.from({ length: count }, (_, index) => index);

describe('listPage', () => {
  it.each([
    [0, 1, 0, 1, 1],
    [12, 1, 12, 1, 1],
    [13, 2, 1, 2, 2],
    [13, 9, 1, 2, 2],
  ])('of %i items, page %i holds %i', (count, wanted, held, page, pageCount) => {
    const list = listPage(items(count), wanted);
    expect([list.items.length, list.page, list.pageCount]).toEqual([held, page, pageCount]);
  });
});

describe('getListPage', () => {
  const value = async <T>(answer: Promise<Result<ListPage<T>, unknown>>) => {
    const result = await answer;
    return result.ok ? result.value : undefined;
  };

  it('X-08 comes to the same from a server that cuts the list as from one that sends it whole', async () => {
    for (const count of [0, 1, 12, 13, 30])
      for (const wanted of [1, 2, 3, 99]) {
        const asked: ListWindow[] = [];
        const cut = getListPage(wanted, async (window) => {
          asked.push(window);
          const offset = Number(window.offset);
          return success({ items: items(count).slice(offset, offset + Number(window.limit)), page: { offset, total: count } });
        });
        const whole = getListPage(wanted, async () => success({ items: items(count), page: null }));

        expect(await value(cut)).toEqual(listPage(items(count), wanted));
        expect(await value(whole)).toEqual(listPage(items(count), wanted));
        expect(asked.length).toBeLessThanOrEqual(2);
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
  ])('reads "%s"', (search, page) => {
    expect(readPageNumber(`https://site.example/news${search}`)).toBe(page);
  });
});
