import { NOT_NARROWED, readListView, writeListView } from './list-view.ts';

describe('the list view in the URL', () => {
  it.each([
    ['', { search: '', filter: '', ...NOT_NARROWED, sort: '', isDescending: false, size: 25, page: 1 }],
    ['q=sade+o&show=new&sort=-date&size=50&page=3', { search: 'sade o', filter: 'new', ...NOT_NARROWED, sort: 'date', isDescending: true, size: 50, page: 3 }],
    ['show=new&kind=school-visit', { search: '', filter: 'new', ...NOT_NARROWED, kind: 'school-visit', sort: '', isDescending: false, size: 25, page: 1 }],
    ['sort=title', { search: '', filter: '', ...NOT_NARROWED, sort: 'title', isDescending: false, size: 25, page: 1 }],
    [
      'show=draft&category=Schools+%26+campuses&since=2026-01-01&until=2026-03-31',
      {
        search: '',
        filter: 'draft',
        category: 'Schools & campuses',
        kind: '',
        since: '2026-01-01',
        until: '2026-03-31',
        sort: '',
        isDescending: false,
        size: 25,
        page: 1,
      },
    ],
  ])('reads and writes "%s"', (address, view) => {
    expect(readListView(new URLSearchParams(address))).toEqual(view);
    expect(writeListView(view).toString()).toBe(address);
  });

  it('ignores invalid dates', () => {
    expect(readListView(new URLSearchParams('since=2026-02-31&until=soon'))).toMatchObject(NOT_NARROWED);
  });

  it.each(['size=7&page=0', 'size=1e9&page=-1', 'page=abc'])('reads "%s" as the first page with the default size', (address) => {
    expect(readListView(new URLSearchParams(address))).toMatchObject({ size: 25, page: 1 });
  });
});
