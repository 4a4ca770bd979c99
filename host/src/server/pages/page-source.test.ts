/** @jest-environment node */
import { activeSetFixture } from '../remotes/active-set-fixture.ts';
import { renderedPage } from '../rendering/composed-page-fixture.ts';
import { createPageContext } from './page-context.ts';
import { active, type Composition, composition, lastGood, setUpSource } from './page-source-fixture.ts';

describe('the page cache', () => {
  it('serves a page with content until the revision, the release set or the address changes', async () => {
    const { getPage, render, state } = setUpSource();
    const first = await getPage('/news', '?page=2');
    expect(await getPage('/news', '?page=2')).toBe(first);
    expect(render).toHaveBeenCalledTimes(1);

    await getPage('/news', '?page=3');
    await getPage('/events', '?page=2');
    expect(render).toHaveBeenCalledTimes(3);

    state.revision = 2;
    await getPage('/news', '?page=2');
    expect(render).toHaveBeenCalledTimes(4);

    state.set = activeSetFixture('set-2');
    await getPage('/news', '?page=2');
    expect(render).toHaveBeenCalledTimes(5);
  });

  it('OPS-01 keeps serving a page while only drafts change', async () => {
    const { getPage, render, state } = setUpSource();
    const first = await getPage('/news', '');
    state.visible = 1;
    for (state.revision = 2; state.revision < 60; state.revision += 1) expect(await getPage('/news', '')).toBe(first);
    expect(render).toHaveBeenCalledTimes(1);

    state.visible = state.revision;
    await getPage('/news', '');
    expect(render).toHaveBeenCalledTimes(2);
  });

  it('caches the pages of visitors who save data separately, with or without content', async () => {
    for (const render of ['content', 'static'] as const) {
      const { source, getPage, render: compose, state } = setUpSource(composition(renderedPage({ render })));
      const getDataSaverPage = () => source.getPage(createPageContext({ set: state.set, savesData: true }, { path: '/news', search: '' }));
      const normalPage = await getPage('/news', '');
      const dataSaverPage = await getDataSaverPage();

      expect([await getDataSaverPage(), await getPage('/news', '')]).toEqual([dataSaverPage, normalPage]);
      expect(await getDataSaverPage()).toBe(dataSaverPage);
      expect(dataSaverPage.etag).not.toBe(normalPage.etag);
      expect(dataSaverPage.lastModified).toBe(0);
      expect(compose).toHaveBeenCalledTimes(2);
    }
  });

  it('OPS-03 keeps the pages that visitors use, however many URLs clients invent', async () => {
    const { source, getPage, render } = setUpSource(composition(renderedPage({ markup: 'x'.repeat(1_000_000) })));
    const first = await getPage('/news', '');
    for (let index = 0; index < 40; index += 1) await getPage('/news', `?q=${index}`);

    expect(await getPage('/news', '')).toBe(first);
    expect(render).toHaveBeenCalledTimes(41);
    expect(source.getCacheSize().bytes).toBeLessThan(20 * 1024 * 1024);
  });

  it('REL-02 composes a static page, which all queries share, without the query of its first visitor', async () => {
    const { getPage, render } = setUpSource(composition(renderedPage({ render: 'static' })));
    await getPage('/about', '?page=2');

    expect(render.mock.calls.at(-1)?.[0].url).toBe('https://site.test/about');
    expect(await getPage('/about', '')).toBe(await getPage('/about', '?page=3'));
    expect(render).toHaveBeenCalledTimes(2);
  });

  it('serves a static page for every query and revision of its release set, without asking for the revision', async () => {
    const { getPage, render, revision, state } = setUpSource(composition(renderedPage({ render: 'static' })));
    const first = await getPage('/about', '');
    state.revision = undefined;
    revision.mockClear();

    expect(await getPage('/about', '?from=mail')).toBe(first);
    expect(render).toHaveBeenCalledTimes(1);
    expect(revision).not.toHaveBeenCalled();

    state.set = activeSetFixture('set-2');
    await getPage('/about', '');
    expect(render).toHaveBeenCalledTimes(2);
  });

  it('composes a page once for simultaneous requests', async () => {
    const { getPage, render } = setUpSource();
    const pages = await Promise.all([getPage('/news', ''), getPage('/news', ''), getPage('/news', '')]);

    expect(render).toHaveBeenCalledTimes(1);
    expect(new Set(pages).size).toBe(1);
  });

  it('composes simultaneous requests separately if they differ in the page or its revision', async () => {
    const { getPage, render, state } = setUpSource();
    let finish = (): void => undefined;
    const finished = new Promise<void>((resolve) => {
      finish = resolve;
    });
    render.mockImplementation(async ({ url }) => {
      await finished;
      return composition(renderedPage({ markup: `${url} at ${render.mock.calls.length}` }));
    });
    const news = getPage('/news', '');
    const events = getPage('/events', '');
    await new Promise(setImmediate);
    state.revision = 2;
    const changedNews = getPage('/news', '');
    await new Promise(setImmediate);
    finish();
    const pages = await Promise.all([news, events, changedNews]);

    expect(new Set(pages).size).toBe(3);
    expect(String(await pages[1].getBody('identity'))).toContain('https://site.test/events at');
  });

  it.each([
    ['an error', renderedPage({ status: 500, area: 'browser', render: 'never' })],
    ['a loader that failed', renderedPage({ status: 503 })],
    ['a staff page', renderedPage({ area: 'browser', render: 'never' })],
    ['a page that must never be cached', renderedPage({ render: 'never' })],
    ['a redirect', renderedPage({ status: 302, location: '/news' })],
    ['a document that failed', { status: 503, contentType: 'text/plain', text: '' } as const],
  ])('never caches %s', async (_, result) => {
    const { getPage, render } = setUpSource(composition(result));
    expect((await getPage('/news', '')).cacheability).toBe('none');
    await getPage('/news', '');

    expect(render).toHaveBeenCalledTimes(2);
  });

  it.each([undefined, 1])('caches nothing while the revision is unknown, even if the data names revision %s', async (revision) => {
    const data = { isComplete: true, ...(revision === undefined ? {} : { revision }) };
    const { getPage, render, state } = setUpSource(composition(renderedPage(), { data }));
    state.revision = undefined;
    await getPage('/news', '');
    await getPage('/news', '');

    expect(render).toHaveBeenCalledTimes(2);
  });

  it.each(['static', 'content'] as const)('OPS-03 never caches an unknown URL: %s', async (render) => {
    const { getPage, render: compose } = setUpSource(composition(renderedPage({ status: 404, render })));
    await getPage('/nowhere', '');
    await getPage('/nowhere', '');
    expect(compose).toHaveBeenCalledTimes(2);
  });

  it('OPS-03 stores nothing about an unknown URL', async () => {
    const { getPage } = setUpSource(composition(renderedPage({ status: 404, render: 'static' })));
    expect((await getPage('/nowhere', '')).lastModified).toBe(0);
  });

  it("OPS-03 composes a visitor's page before earlier requests from one busy address, and each page once", async () => {
    const { source, state, render } = setUpSource();
    const paths: string[] = [];
    render.mockImplementation(async ({ url }) => {
      paths.push(url);
      await new Promise(setImmediate);
      return composition(renderedPage());
    });
    const request = (address: string, search: string) =>
      source.getPage(createPageContext({ set: state.set }, { path: '/gallery', search }, { getClient: () => ({ address }) }));
    const flood = Array.from({ length: 200 }, (_, index) => request('attacker', `?q=${index}`));
    const samePages = await Promise.all([request('visitor', '?page=2'), request('attacker', '?page=2')]);

    expect(new Set(samePages).size).toBe(1);
    expect(paths.indexOf('https://site.test/gallery?page=2')).toBeLessThan(100);
    await Promise.all(flood);
    expect(new Set(paths).size).toBe(paths.length);
  });

  it('OPS-03 composes a page once for all unknown parameters, and passes none of them on', async () => {
    const { getPage, render } = setUpSource();
    const first = await getPage('/news', '?utm_source=mail');
    expect(await getPage('/news', '?visit=1')).toBe(first);
    await getPage('/news', '?visit=2&page=2');
    expect(await getPage('/news', '?page=2&visit=3')).not.toBe(first);
    expect(render.mock.calls.map(([{ url }]) => url)).toEqual(['https://site.test/news', 'https://site.test/news?page=2']);
  });

  it('OPS-01 never caches a page that lacks some of its data', async () => {
    const { getPage, render } = setUpSource(composition(renderedPage(), { data: { isComplete: false } }));
    expect((await getPage('/news', '')).cacheability).toBe('none');
    await getPage('/news', '');
    expect(render).toHaveBeenCalledTimes(2);
  });

  it('caches documents of remotes with their own policy', async () => {
    const { getPage, render } = setUpSource(composition({ status: 200, contentType: 'application/rss+xml', text: '<rss/>' }));
    const page = await getPage('/news/feed.xml', '');
    await getPage('/news/feed.xml', '');

    expect(render).toHaveBeenCalledTimes(1);
    expect([page.contentType, page.cacheability, String(await page.getBody('identity'))]).toEqual(['application/rss+xml', 'content', '<rss/>']);
    expect(page.contentSecurityPolicy).toContain('sandbox');
  });
});

describe('composition', () => {
  it('passes the versions of the remote that owns the path', async () => {
    const { getPage, render, state } = setUpSource();
    await getPage('/gallery', '');
    await getPage('/unknown', '');
    state.set = activeSetFixture('set-2', false);
    await getPage('/gallery', '');

    expect(render.mock.calls.map(([{ versions }]) => versions)).toEqual([[active, lastGood], undefined, []]);
  });

  it('reads a path that begins with two slashes as a path of this site', async () => {
    const { getPage, render } = setUpSource();
    await getPage('//elsewhere.test/x', '?page=1');

    expect(render.mock.calls[0]?.[0].url).toBe('https://site.test//elsewhere.test/x?page=1');
  });

  it('REL-02 REL-08 sends the page of the last good version with its styles, names it first in the set, records the fault, and does not cache the page', async () => {
    const faults = [{ bundle: active, message: 'TypeError: a bug' }];
    const { getPage, render, recordFault } = setUpSource(composition(renderedPage({ chunks: ['list'] }), { used: 1, faults }));
    const page = await getPage('/gallery', '');
    const html = String(await page.getBody('identity'));

    expect(html).toContain('href="/_mf/gallery/1/list.css"');
    expect(html.indexOf('/_mf/gallery/1/')).toBeLessThan(html.indexOf('/_mf/gallery/2/'));
    expect(recordFault.mock.calls).toEqual([
      [{ kind: 'server', remote: 'gallery', version: '2', set: 'set-1', message: 'TypeError: a bug', path: '/gallery' }, { isLogged: true }],
    ]);
    await getPage('/gallery', '');
    expect(render).toHaveBeenCalledTimes(2);
  });

  it('REL-08 measures hits, misses and the time of composition by remote', async () => {
    const { getPage, metrics } = setUpSource();
    await getPage('/gallery', '');
    await getPage('/gallery', '');

    expect(metrics.countPage.mock.calls).toEqual([
      ['composed', 'gallery'],
      ['cached', 'gallery'],
    ]);
    expect(metrics.observeComposition.mock.calls).toEqual([['gallery', expect.any(Number)]]);
  });

  it('RLS-06 counts a failed rendering if another version delivered the same page, and nothing if none did', async () => {
    const faults = [{ bundle: active, message: 'it throws' }];
    const fallback = setUpSource(composition(renderedPage(), { used: 1, faults }));
    await fallback.getPage('/gallery', '');
    expect(fallback.monitor.countRender.mock.calls).toEqual([
      ['gallery', '2', true],
      ['gallery', '1', false],
    ]);

    const failed = setUpSource(
      composition(renderedPage({ status: 500, area: 'browser' }), { faults: [...faults, { bundle: lastGood, message: 'it throws' }] }),
    );
    await failed.getPage('/gallery', '');
    expect(failed.monitor.countRender).not.toHaveBeenCalled();
  });

  it.each([
    [200, 'composed'],
    [300, 'redirect'],
    [399, 'redirect'],
    [400, 'composed'],
    [404, 'not_found'],
    [500, 'failed'],
  ])('REL-08 measures a page with status %i as %s', async (status, outcome) => {
    const { getPage, metrics } = setUpSource(composition(renderedPage({ status })));
    await getPage('/unknown', '');
    expect(metrics.countPage.mock.calls).toEqual([[outcome, 'none']]);
    expect(metrics.observeComposition.mock.calls).toEqual([['none', expect.any(Number)]]);
    expect(metrics.observeComposition.mock.calls[0]?.[1]).toBeLessThan(1);
  });

  it.each<[string, Partial<Composition>, boolean, string]>([
    [
      'what each version threw',
      {
        faults: [
          { bundle: active, message: 'a bug' },
          { bundle: lastGood, message: 'another' },
        ],
      },
      true,
      '2: a bug; 1: another',
    ],
    ['the call that failed', { data: { isComplete: false, failedCall: 'GET /api/posts: status 503' } }, true, 'GET /api/posts: status 503'],
    ['the status', {}, true, 'the remote responded with status 503'],
    ['that there is no version', {}, false, 'no version of the remote can be loaded'],
  ])('REL-02 says why a page failed: %s', async (_, changes, isLoaded, reason) => {
    const { getPage, state, recordFault } = setUpSource(composition(renderedPage({ status: 503 }), changes));
    state.set = activeSetFixture('set-1', isLoaded);
    const page = await getPage('/gallery', '');
    expect(page.failure).toEqual({ reason, path: '/gallery', set: 'set-1', ...(isLoaded ? { remote: 'gallery', version: '2' } : {}) });
    for (const [, { isLogged }] of recordFault.mock.calls) expect(isLogged).toBe(false);
  });

  it('reports no failure for a 404 page', async () => {
    expect(await setUpSource(composition(renderedPage({ status: 404 }))).getPage('/gallery', '')).not.toHaveProperty('failure');
  });

  it('sends a location only with redirects', async () => {
    expect(await setUpSource(composition(renderedPage({ status: 301, location: '/news' }))).getPage('/old', '')).toMatchObject({
      status: 301,
      location: '/news',
    });
    expect(await setUpSource().getPage('/old', '')).not.toHaveProperty('location');
  });

  it('counts the pages in its cache', async () => {
    const { getPage, source } = setUpSource();
    expect(source.getCacheSize()).toEqual({ entries: 0, bytes: 0 });
    const page = await getPage('/news', '');
    expect(source.getCacheSize()).toEqual({ entries: 1, bytes: page.bytes + 2 * 'set-1 /news'.length });
  });

  it('RLS-07 composes a preview for every request, marks it, and measures nothing', async () => {
    const { getPreview, getPage, render, metrics } = setUpSource();
    const page = await getPreview('/gallery', '');
    await getPreview('/gallery', '');

    expect([page.cacheability, render.mock.calls.length]).toEqual(['none', 2]);
    const html = String(await page.getBody('identity'));
    expect(html).toContain(
      '<aside class="preview-bar" aria-label="Preview"><p><b>Preview of gallery 2</b>Not released. The preview ends at Sun 11:00, Lagos time</p>',
    );
    expect(html).toContain('<meta name="robots" content="noindex">');
    expect(metrics.countPage).not.toHaveBeenCalled();
    expect(metrics.observeComposition).not.toHaveBeenCalled();
    expect(String(await (await getPage('/gallery', '')).getBody('identity'))).not.toContain('preview-bar');
    expect(render).toHaveBeenCalledTimes(3);
  });

  it('passes a posted form on and never caches its page', async () => {
    const { postForm, getPage, render } = setUpSource(composition(renderedPage({ render: 'never', actionData: { form: 'Sent' } })));
    const form = { body: 'name=Sade', visitor: '10.0.0.1' };
    const page = await postForm('/volunteer', '', form);

    expect(render.mock.calls[0]?.[0].form).toBe(form);
    expect(String(await page.getBody('identity'))).toContain('"actionData":{"form":"Sent"}');
    await getPage('/volunteer', '');
    expect(render).toHaveBeenCalledTimes(2);
  });
});
