/** @jest-environment node */

import { siteFixture } from '@site/shared/testing/fixtures';
import { waitUntil } from '@site/shared/testing/wait-until';
import { activeSetFixture } from '../remotes/active-set-fixture.ts';
import type { Composition } from '../rendering/compose-page.ts';
import { renderedPage } from '../rendering/composed-page-fixture.ts';
import { createLastGoodPages } from './last-good-pages.ts';
import { createPageContext } from './page-context.ts';
import { createPageResponse, HTML_TYPE } from './page-response.ts';
import { createPageSource } from './page-source.ts';

const ADDRESS = { set: 'set-1', path: '/news', search: '' };
const HOUR_MS = 60 * 60 * 1000;
const NOTICE = '<p id="stale-notice" role="status">This page may be out of date.';

const singleRevision = (revision: number) => ({ oldest: revision, newest: revision });

const createPage = (text: string) =>
  createPageResponse({
    status: 200,
    contentType: HTML_TYPE,
    text: `<html><head></head>\n<body>\n<div id="site">${text}</div></body></html>`,
    contentSecurityPolicy: "style-src 'self' 'sha256-page'",
    cacheability: 'content',
    getLastModified: () => 1,
  });

describe('the store of last good pages', () => {
  it('OPS-05 returns a page with a notice that its policy allows, and says how stale it is', async () => {
    const pages = createLastGoodPages(() => 61_000);
    await pages.set(ADDRESS, createPage('news'), 7);
    const page = await pages.get(ADDRESS, singleRevision(7), 1000);
    const html = String(await page?.getBody('identity'));

    expect(html).toContain(`<body>\n${NOTICE}`);
    expect(html).toContain('<div id="site">news</div>');
    expect(page).toMatchObject({ status: 200, cacheability: 'none', cacheStatus: 'host; hit; ttl=-60; detail="provider unreachable"' });
    expect(page?.contentSecurityPolicy).toMatch(/^style-src 'self' 'sha256-[^']{44}' 'sha256-page'$/);
  });

  it('OPS-05 returns no page of another revision, no page that is older than a day, and none that has been deleted', async () => {
    let now = 1;
    const pages = createLastGoodPages(() => now);
    await pages.set(ADDRESS, createPage('news'), 7);
    expect(await pages.get(ADDRESS, singleRevision(8), now)).toBeUndefined();
    expect(await pages.get(ADDRESS, { oldest: 1, newest: 6 }, now)).toBeUndefined();
    expect(await pages.get(ADDRESS, { oldest: 7, newest: 9 }, now)).toBeDefined();
    now += 24 * HOUR_MS - 1;
    expect(await pages.get(ADDRESS, singleRevision(7), now)).toBeDefined();
    now += 2;
    expect(await pages.get(ADDRESS, singleRevision(7), now)).toBeUndefined();

    const stored = pages.set(ADDRESS, createPage('news'), 7);
    pages.delete(ADDRESS);
    await stored;
    expect(await pages.get(ADDRESS, singleRevision(7), now)).toBeUndefined();
  });

  it('OPS-05 skips a page that cannot be compressed, and keeps it once it can be', async () => {
    const pages = createLastGoodPages();
    const failingPage = { ...createPage('news'), getBody: () => Promise.reject(new Error('no memory')) };
    await pages.set(ADDRESS, failingPage, 7);
    expect(await pages.get(ADDRESS, singleRevision(7), 1)).toBeUndefined();

    await pages.set(ADDRESS, createPage('news'), 7);
    expect(await pages.get(ADDRESS, singleRevision(7), 1)).toBeDefined();
  });

  it('OPS-05 keeps the pages of visitors who save data separate from the others', async () => {
    const pages = createLastGoodPages();
    await pages.set({ ...ADDRESS, savesData: true }, createPage('less'), 7);
    expect(await pages.get(ADDRESS, singleRevision(7), Date.now())).toBeUndefined();
    expect(String(await (await pages.get({ ...ADDRESS, savesData: true }, singleRevision(7), Date.now()))?.getBody('identity'))).toContain('less');
    expect(pages.findOutdated('set-2', singleRevision(8))).toMatchObject({ savesData: true });
  });

  it('OPS-05 has room for more than 2,000 pages of 100 KB', async () => {
    const pages = createLastGoodPages();
    const page = createPage('A paragraph of an article. '.repeat(4000));
    // A compressed article on this site is about 8 KB.
    page.getBody = async () => Buffer.alloc(12 * 1024);
    for (let index = 0; index < 2500; index += 1) await pages.set({ ...ADDRESS, path: `/news/${index}` }, page, 7);
    const listed = new Set<string>();
    for (let found = pages.findOutdated('set-1', singleRevision(8)); found !== undefined; found = pages.findOutdated('set-1', singleRevision(8))) {
      listed.add(found.path);
      pages.delete(found);
    }
    expect(listed.size).toBe(2500);
  });
});

describe('the content of the store of last good pages', () => {
  /** Creates a page with a body of this size that takes no time to compress. */
  const createPageOfSize = (bytes: number, changes: { readonly link?: string; readonly contentSecurityPolicy?: string } = {}) => ({
    ...createPage(''),
    ...changes,
    getBody: async () => Buffer.alloc(bytes),
  });
  const listPaths = (pages: ReturnType<typeof createLastGoodPages>): string[] => {
    const paths: string[] = [];
    for (let outdated = pages.findOutdated('other', singleRevision(7)); outdated !== undefined; outdated = pages.findOutdated('other', singleRevision(7))) {
      paths.push(outdated.path);
      pages.delete(outdated);
    }
    return paths;
  };
  const MEGABYTE = 1024 * 1024;

  it('OPS-05 is limited to 64 MB of bodies', async () => {
    const pages = createLastGoodPages();
    for (const path of ['/1', '/2', '/3']) await pages.set({ ...ADDRESS, path }, createPageOfSize(30 * MEGABYTE), 7);
    expect(listPaths(pages)).toEqual(['/3', '/2']);
  });

  it('OPS-05 counts URLs and headers with two bytes per character', async () => {
    const pages = createLastGoodPages();
    const longText = 'a'.repeat(MEGABYTE);
    for (const path of [`/1${longText}`, `/2${longText}`])
      await pages.set({ ...ADDRESS, path, search: longText }, createPageOfSize(1, { link: longText, contentSecurityPolicy: longText }), 7);
    expect(listPaths(pages)).toEqual([`/2${longText}`]);
  });

  it('OPS-05 includes the pages that visitors use, however many URLs clients invent', async () => {
    const pages = createLastGoodPages();
    const page = createPageOfSize(1);
    for (let index = 0; index < 50; index += 1) await pages.set({ ...ADDRESS, path: `/${index}` }, page, 7);
    for (let index = 0; index < 5000; index += 1) await pages.set({ ...ADDRESS, search: `?q=${index}` }, page, 7);
    const paths = listPaths(pages);
    expect(paths.filter((path) => path !== ADDRESS.path)).toHaveLength(50);
    expect(paths).toHaveLength(50 + 1000);
  });

  it('OPS-05 is limited to 4,000 pages', async () => {
    const pages = createLastGoodPages();
    const page = createPageOfSize(1);
    for (let index = 0; index < 4001; index += 1) await pages.set({ ...ADDRESS, path: `/${index}` }, page, 7);
    const paths = listPaths(pages);
    expect(paths).toHaveLength(4000);
    expect(paths.at(-1)).toBe('/1');
  });

  it('OPS-05 includes documents that are not pages, without a notice', async () => {
    const pages = createLastGoodPages();
    const feed = { status: 200, contentType: 'application/rss+xml', text: '<rss><body>\n</rss>', contentSecurityPolicy: "style-src 'self'" } as const;
    await pages.set(ADDRESS, createPageResponse({ ...feed, cacheability: 'content', getLastModified: () => 1 }), 7);
    const page = await pages.get(ADDRESS, singleRevision(7), 1);
    expect(page).toMatchObject({ status: 200, contentType: feed.contentType, contentSecurityPolicy: feed.contentSecurityPolicy, lastModified: 0 });
    expect(String(await page?.getBody('identity'))).toBe(feed.text);
  });

  it('OPS-05 is prepared once for each page, and is at least a second stale', async () => {
    const pages = createLastGoodPages(() => 1000);
    await pages.set(ADDRESS, createPage('news'), 7);
    const [first, second] = [await pages.get(ADDRESS, singleRevision(7), 1000), await pages.get(ADDRESS, singleRevision(7), -500)];
    expect(second?.getBody).toBe(first?.getBody);
    expect([first?.cacheStatus, second?.cacheStatus].map((status) => status?.split('; ')[2])).toEqual(['ttl=-1', 'ttl=-2']);
  });

  it('OPS-05 is the page that was set last, however long each takes to compress', async () => {
    const pages = createLastGoodPages();
    let finish = (_body: Buffer): void => undefined;
    const body = new Promise<Buffer>((resolve) => {
      finish = resolve;
    });
    const slowPage = { ...createPage('old'), getBody: () => body };
    const storePromise = pages.set(ADDRESS, slowPage, 7);
    await pages.set(ADDRESS, createPage('new'), 7);
    finish(await createPage('old').getBody('br'));
    await storePromise;
    expect(String(await (await pages.get(ADDRESS, singleRevision(7), 1))?.getBody('identity'))).toContain('new');
  });
});

describe('the pages to compose again', () => {
  const create = async () => {
    const pages = createLastGoodPages();
    await pages.set(ADDRESS, createPage('news'), 7);
    const get = () => pages.get(ADDRESS, singleRevision(7), 1);
    return { pages, get };
  };

  it('OPS-05 are those of another set or revision', async () => {
    const { pages } = await create();
    expect(pages.findOutdated('set-1', singleRevision(7))).toBeUndefined();
    expect(pages.findOutdated('set-1', singleRevision(8))).toMatchObject(ADDRESS);
    expect(pages.findOutdated('set-2', singleRevision(7))).toMatchObject(ADDRESS);
  });

  it('OPS-05 exclude pages that are being stored', async () => {
    const { pages } = await create();
    const storePromise = pages.set(ADDRESS, createPage('news'), 8);
    expect(pages.findOutdated('set-1', singleRevision(8))).toBeUndefined();
    await storePromise;
    expect(pages.findOutdated('set-1', singleRevision(9))).toMatchObject(ADDRESS);
  });

  it('OPS-05 end with the pages that the provider did not deliver', async () => {
    const { pages, get } = await create();
    const outdated = pages.findOutdated('set-1', singleRevision(8));
    pages.finishRefresh(outdated ?? ADDRESS, false);
    expect(pages.findOutdated('set-1', singleRevision(8))).toBeUndefined();
    expect(pages.findOutdated('set-1', singleRevision(8))).toBe(outdated);
    expect(await get()).toBeDefined();
  });

  it('OPS-05 are removed when a refresh yields no page, unless they were stored meanwhile', async () => {
    const { pages, get } = await create();
    const outdated = pages.findOutdated('set-1', singleRevision(8)) ?? ADDRESS;
    const storing = pages.set(ADDRESS, createPage('news'), 7);
    pages.finishRefresh(outdated, true);
    expect(await get()).toBeDefined();
    await storing;
    pages.finishRefresh(outdated, true);
    expect(await get()).toBeDefined();
    pages.finishRefresh(pages.findOutdated('set-1', singleRevision(8)) ?? ADDRESS, true);
    expect(await get()).toBeUndefined();
  });
});

const setUp = () => {
  const state = { revision: 1 as number | undefined, oldest: 1, newest: 1, set: activeSetFixture('set-1') };
  const composition: Composition = { response: renderedPage(), used: 0, faults: [], data: { isComplete: true } };
  const compose = jest.fn(async () => composition);
  const source = createPageSource({
    site: siteFixture({ siteUrl: 'https://site.test' }),
    assets: { startScript: '', dataSaverScript: '', styles: [], fontFaces: [], fonts: [], buildId: 'build' },
    contentRevision: {
      getCurrent: async () => (state.revision === undefined ? undefined : singleRevision(state.revision)),
      getRange: () => state,
      getOutage: () => undefined,
    },
    getCurrentVisit: () => ({ set: state.set }),
    composePage: compose,
    recordFault: jest.fn(),
    monitor: { countRender: jest.fn() },
    metrics: { countPage: jest.fn(), observeComposition: jest.fn() },
    reloadsPages: false,
  });
  const failure: Composition = { ...composition, response: renderedPage({ status: 503 }), data: { isComplete: false } };
  const getPage = async (path = '/news') => {
    const page = await source.getPage(createPageContext({ set: state.set }, { path, search: '' }));
    // The page is stored when its compressed body is ready.
    await page.getBody('br');
    return [page.status, String(await page.getBody('identity')).includes(NOTICE)];
  };
  /** Resolves when the page has been stored. It is compressed in the background. */
  const storing = (path: string) => waitUntil(async () => (await getPage(path))[0] === 200);
  const add = () => {
    state.newest += 1;
    state.revision = state.newest;
  };
  const withdraw = () => {
    add();
    state.oldest = state.newest;
  };
  const stopProvider = () => {
    state.revision = undefined;
    compose.mockResolvedValue(failure);
  };
  return { ...source, getPage, storing, compose, composition, failure, add, withdraw, stopProvider, state };
};

describe('without the provider', () => {
  it('OPS-05 serves the last good page, and the failure text of a page that it does not have', async () => {
    const { getPage, stopProvider, storing } = setUp();
    expect(await getPage()).toEqual([200, false]);
    stopProvider();
    await storing('/news');
    expect(await getPage()).toEqual([200, true]);
    expect(await getPage('/events')).toEqual([503, false]);
  });

  it('OPS-05 serves no page from before a withdrawal if the provider fails before the outage is known', async () => {
    const { getPage, withdraw, compose, composition, failure, refreshPage } = setUp();
    await getPage();
    withdraw();
    compose.mockResolvedValue(failure);
    // The page has an older revision, and withdrawn content must not come back.
    expect(await getPage()).toEqual([503, false]);

    compose.mockResolvedValue(composition);
    await refreshPage();
    expect(await getPage()).toEqual([200, false]);
  });

  it('OPS-05 never serves an unpublished page again, or a page that was not composed since a withdrawal', async () => {
    const { getPage, withdraw, stopProvider, compose, composition } = setUp();
    await getPage('/news/withdrawn');
    await getPage('/news/unpublished');
    withdraw();
    compose.mockResolvedValue({ ...composition, response: renderedPage({ status: 404 }) });
    expect(await getPage('/news/unpublished')).toEqual([404, false]);
    stopProvider();
    expect(await getPage('/news/unpublished')).toEqual([503, false]);
    expect(await getPage('/news/withdrawn')).toEqual([503, false]);
  });

  it('OPS-05 serves a page from before changes that withdrew nothing, and none from before a withdrawal', async () => {
    const { getPage, add, stopProvider, storing, withdraw } = setUp();
    await getPage('/events');
    withdraw();
    await getPage('/news');
    add();
    add();
    stopProvider();
    await storing('/news');
    expect(await getPage('/news')).toEqual([200, true]);
    expect(await getPage('/events')).toEqual([503, false]);
  });

  it('OPS-05 keeps a page whose refresh failed, and refreshes the others meanwhile', async () => {
    const { getPage, add, stopProvider, compose, composition, failure, refreshPage, storing } = setUp();
    await getPage('/news');
    await getPage('/events');
    add();
    compose.mockResolvedValueOnce(failure);
    expect([await refreshPage(), await refreshPage(), await refreshPage()]).toEqual([true, true, false]);
    add();
    // Part of the data is missing.
    compose.mockResolvedValue({ ...composition, data: { isComplete: false } });
    await refreshPage();
    await getPage('/events');
    stopProvider();
    await storing('/news');
    await storing('/events');
    expect([await getPage('/news'), await getPage('/events')]).toEqual([
      [200, true],
      [200, true],
    ]);
  });

  it('OPS-05 has the pages that visitors requested before a change or a release, because they are composed again', async () => {
    const { getPage, withdraw, stopProvider, compose, refreshPage, state, storing } = setUp();
    await getPage('/news');
    await getPage('/events');
    withdraw();
    state.set = activeSetFixture('set-2');
    expect([await refreshPage(), await refreshPage(), await refreshPage()]).toEqual([true, true, false]);
    expect(compose).toHaveBeenCalledTimes(4);

    stopProvider();
    await storing('/news');
    await storing('/events');
    expect([await getPage('/news'), await getPage('/events')]).toEqual([
      [200, true],
      [200, true],
    ]);
  });
});
