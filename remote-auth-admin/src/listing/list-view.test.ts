import { readListView, writeListView } from './list-view.ts';

describe('the list view in the URL', () => {
  it.each([
    ['', { search: '', filter: '', sort: '', isDescending: false, size: 25, page: 1 }],
    ['q=sade+o&show=new&sort=-date&size=50&page=3', { search: 'sade o', filter: 'new', sort: 'date', isDescending: true, size: 50, page: 3 }],
    ['sort=title', { search: '', filter: '', sort: 'title', isDescending: false, size: 25, page: 1 }],
  ])('reads and writes "%s"', (address, view) => {
    expect(readListView(new URLSearchParams(address))).toEqual(view);
    expect(writeListView(view).toString()).toBe(address);
  });

  it.each(['size=7&page=0', 'size=1e9&page=-1', 'page=abc'])('reads "%s" as the first page of the default size', (address) => {
    expect(readListView(new URLSearchParams(address))).toMatchObject({ size: 25, page: 1 });
  });
});
