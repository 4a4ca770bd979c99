import { listPage, readPageNumber } from './list-page.ts';

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
