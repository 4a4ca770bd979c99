/** @jest-environment node */
import { waitUntil } from '@site/shared/testing/wait-until';
import { createPageResponse, HTML_TYPE, type PageResponse } from './page-response.ts';
import { createPageStore, type FreshPage } from './page-store.ts';

const ADDRESS = { set: 'set-1', path: '/news', search: '' };
const singleRevision = (revision: number) => ({ oldest: revision, newest: revision });

const page = (changes: Partial<Pick<PageResponse, 'status' | 'cacheability'>> = {}): PageResponse =>
  createPageResponse({
    status: 200,
    contentType: HTML_TYPE,
    text: '<html><body><div id="site">news</div></body></html>',
    contentSecurityPolicy: '',
    cacheability: 'content',
    getLastModified: () => 1,
    ...changes,
  });

const createFreshPage = (changes: Partial<FreshPage> = {}): FreshPage => ({ page: page(), revision: 7, isComplete: true, ...changes });

const setUp = () => {
  const state = { set: 'set-1' };
  const contentRevision = { getRange: () => singleRevision(7), getOutage: () => ({ since: 1, reason: 'no response' }) };
  const store = createPageStore({ contentRevision, getPublicSet: () => state.set });
  const findLastGood = async (address = ADDRESS) => (await store.findLastGood(address))?.cacheStatus;
  return { ...store, findLastGood, state };
};

describe('the page store', () => {
  it.each([
    ['exactly its revision', 7, 7, true],
    ['a range that includes its revision', 6, 8, true],
    ['an older range', 5, 6, false],
    ['a newer range', 8, 9, false],
  ])('finds a page with content only in a range with its revision: %s', (_, oldest, newest, isFound) => {
    const { store, findFresh } = setUp();
    const stored = createFreshPage();
    store(ADDRESS, stored);
    expect(findFresh(ADDRESS, { oldest, newest })).toBe(isFound ? stored.page : undefined);
  });

  it('finds no page with content while the revision is unknown, or at another URL', () => {
    const { store, findFresh, findStatic } = setUp();
    store(ADDRESS, createFreshPage());
    expect(findFresh(ADDRESS, undefined)).toBeUndefined();
    expect(findStatic(ADDRESS)).toBeUndefined();
    for (const other of [{ set: 'set-2' }, { path: '/events' }, { search: '?page=2' }, { savesData: true }])
      expect([other, findFresh({ ...ADDRESS, ...other }, singleRevision(7))]).toEqual([other, undefined]);
  });

  it('finds a page without content for every query and revision', () => {
    const { store, findStatic } = setUp();
    const stored = createFreshPage({ page: page({ cacheability: 'static' }), revision: undefined });
    store({ ...ADDRESS, search: '?page=2' }, stored);
    for (const search of ['', '?page=2', '?page=3']) expect(findStatic({ ...ADDRESS, search })).toBe(stored.page);
    expect(findStatic({ ...ADDRESS, set: 'set-2' })).toBeUndefined();
  });

  it.each([
    ['of an unknown revision', createFreshPage({ revision: undefined, isComplete: false })],
    ['that may not be cached', createFreshPage({ page: page({ cacheability: 'none' }) })],
    ['with an error', createFreshPage({ page: page({ status: 404 }) })],
    ['without content and with an error', createFreshPage({ page: page({ status: 404, cacheability: 'static' }) })],
  ])('keeps no page %s', async (_, stored) => {
    const { store, findFresh, findStatic, findLastGood, getSize } = setUp();
    store(ADDRESS, stored);
    expect([findFresh(ADDRESS, singleRevision(7)), findStatic(ADDRESS), await findLastGood(), getSize().entries]).toEqual([undefined, undefined, undefined, 0]);
  });

  it('OPS-05 keeps the last good page of the public set, and of no other set', async () => {
    const { store, findLastGood, state } = setUp();
    store({ ...ADDRESS, set: 'canary' }, createFreshPage());
    expect(await findLastGood()).toBeUndefined();

    store(ADDRESS, createFreshPage());
    await waitUntil(async () => (await findLastGood()) !== undefined);
    expect(await findLastGood()).toMatch(/^host; hit; ttl=-\d+; detail="provider unreachable"$/);
    expect(await findLastGood({ ...ADDRESS, set: 'canary' })).toBeDefined();

    state.set = 'set-2';
    expect(await findLastGood()).toBeUndefined();
  });

  it.each([
    [404, true, true],
    [404, false, false],
    [503, true, false],
  ])('OPS-05 forgets the page after status %i (complete: %s): %s', async (status, isComplete, isForgotten) => {
    const { store, findFresh, findLastGood } = setUp();
    store(ADDRESS, createFreshPage());
    await waitUntil(async () => (await findLastGood()) !== undefined);

    store(ADDRESS, createFreshPage({ page: page({ status, cacheability: 'none' }), isComplete }));
    expect([findFresh(ADDRESS, singleRevision(7)) === undefined, (await findLastGood()) === undefined]).toEqual([isForgotten, isForgotten]);
  });

  it('counts pages with and without a query, and their bytes', () => {
    const { store, getSize } = setUp();
    expect(getSize()).toEqual({ entries: 0, bytes: 0 });
    const [one, other] = [createFreshPage(), createFreshPage()];
    store(ADDRESS, one);
    store({ ...ADDRESS, search: '?page=2' }, other);
    const keyBytes = 2 * ('set-1 /news'.length + 'set-1 /news?page=2'.length);
    expect(getSize()).toEqual({ entries: 2, bytes: one.page.bytes + other.page.bytes + keyBytes });
  });
});
