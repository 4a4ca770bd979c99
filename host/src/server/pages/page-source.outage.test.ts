/** @jest-environment node */
import { renderedPage } from '../rendering/composed-page-fixture.ts';
import { createPageContext } from './page-context.ts';
import type { PageResponse } from './page-response.ts';
import { composition, setUpSource } from './page-source-fixture.ts';

/** Waits until a page is compressed, and therefore stored for an outage. */
const storeLastGood = async (page: Promise<PageResponse>): Promise<void> => {
  await (await page).getBody('br');
  await new Promise(setImmediate);
};

describe('OPS-01 an outage of the provider', () => {
  const STALE_NOTICE = 'stale-notice';
  const readHtml = async (page: Promise<PageResponse>) => String(await (await page).getBody('identity'));
  const failed = composition(renderedPage({ status: 503 }), { data: { isComplete: false } });

  /** A site whose news page visitors have seen. */
  const setUpWithCachedPage = async () => {
    const context = setUpSource();
    await storeLastGood(context.getPage('/news', ''));
    context.metrics.countPage.mockClear();
    return context;
  };

  it('shows the last good page while the revision is unknown, without composing it', async () => {
    const { getPage, render, state, metrics } = await setUpWithCachedPage();
    state.revision = undefined;

    expect(await readHtml(getPage('/news', ''))).toContain(STALE_NOTICE);
    expect(render).toHaveBeenCalledTimes(1);
    expect(metrics.countPage.mock.calls).toEqual([['stale', 'none']]);
  });

  it('shows the last good page if the provider becomes unreachable while a page is composed', async () => {
    const { getPage, render, state, metrics } = await setUpWithCachedPage();
    state.revision = 2;
    render.mockResolvedValue(failed);

    expect(await readHtml(getPage('/news', ''))).toContain(STALE_NOTICE);
    expect(metrics.countPage.mock.calls).toEqual([['stale', 'none']]);
  });

  it.each([
    ['a page that failed for another reason', composition(renderedPage({ status: 500 })), 500],
    ['a page that lacks some of its data', composition(renderedPage(), { data: { isComplete: false } }), 200],
    ['a page that does not exist', composition(renderedPage({ status: 404 }), { data: { isComplete: false } }), 404],
  ])('does not replace %s', async (_, result, status) => {
    const { getPage, render, state } = await setUpWithCachedPage();
    state.revision = 2;
    render.mockResolvedValue(result);

    expect((await getPage('/news', '')).status).toBe(status);
  });

  it('also replaces a page whose status is exactly 500', async () => {
    const { getPage, render, state } = await setUpWithCachedPage();
    state.revision = 2;
    render.mockResolvedValue(composition(renderedPage({ status: 500 }), { data: { isComplete: false } }));

    expect((await getPage('/news', '')).status).toBe(200);
  });

  it('shows the last good page even if a rendering of it has failed since', async () => {
    const { getPage, render, state } = await setUpWithCachedPage();
    state.revision = 2;
    render.mockResolvedValue(composition(renderedPage({ status: 500 })));
    await getPage('/news', '');

    state.revision = undefined;
    expect(await readHtml(getPage('/news', ''))).toContain(STALE_NOTICE);
  });

  it('shows no page of the public site at another origin', async () => {
    const { source, state, render } = await setUpWithCachedPage();
    state.revision = undefined;
    render.mockResolvedValue(failed);

    const page = await source.getPage(createPageContext({ set: state.set, place: 'preview' }, { path: '/news', search: '' }));
    expect(page.status).toBe(503);
  });
});

describe('the refresh of outdated pages', () => {
  it.each([
    ['saving data', { savesData: true }],
    ['with every image', {}],
  ])('composes a page again after a change, as the visitor got it: %s', async (_, preference) => {
    const { source, state, render } = setUpSource();
    await storeLastGood(source.getPage(createPageContext({ set: state.set, ...preference }, { path: '/news', search: '' })));
    expect(await source.refreshPage()).toBe(false);

    state.revision = 2;
    expect(await source.refreshPage()).toBe(true);
    const page = await source.getPage(createPageContext({ set: state.set, ...preference }, { path: '/news', search: '' }));
    expect(render).toHaveBeenCalledTimes(2);
    expect(page.lastModified === 0).toBe('savesData' in preference);
  });

  it('waits while the revision is unknown', async () => {
    const { source, getPage, state, render } = setUpSource();
    await storeLastGood(getPage('/news', ''));
    state.revision = undefined;
    expect(await source.refreshPage()).toBe(false);
    expect(render).toHaveBeenCalledTimes(1);
  });
});
