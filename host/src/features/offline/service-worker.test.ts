/** @jest-environment node */
import { siteFixture } from '@site/shared/testing/fixtures';
import { EXIT_URL } from '../help/help-links.ts';
import { createWorkerScript, UNREGISTERING_SCRIPT } from './service-worker.server.ts';
import { copy, failToFetch, HEAD_SCRIPT, ORIGIN, page, read, saved, script, signer, start, workerOptions } from './worker-fixture.ts';

const queuedEntry = (key: string) => new Response(`{"kind":"${key}"}`, { headers: { 'idempotency-key': key, 'x-sent-until': 'Infinity' } });

describe('the service worker', () => {
  it('VISIT-18 tries the network first, even for a saved page', async () => {
    const { get } = start(script, { kept: saved('/news/a', 'kept'), fetch: async () => page('new') });

    expect(await read(await get('/news/a'))).toBe('new');
  });

  it('VISIT-18 opens a saved page and its query without a network', async () => {
    const { get } = start(script, { kept: { ...saved('/news?page=2', 'second'), ...saved('/news', 'first') } });

    expect(await read(await get('/news?page=2'))).toBe('second');
    expect(await read(await get('/news'))).toBe('first');
  });

  it("VISIT-18 runs only the host's scripts in a saved page", async () => {
    const response = await start(script, { kept: saved('/news/a', 'kept') }).get('/news/a');

    expect((response as Response).headers.get('content-security-policy')).toBe("script-src 'sha256-x'");
  });

  it('VISIT-18 NS-02 adds the current quick exit to a page that was saved before the release', async () => {
    const keptHtml =
      '<link rel="stylesheet" media="print" href="/a.css"><script>old()</script><script type="application/json">{}</script><script>old()</script>';
    const { get } = start(script, { kept: saved('/news/a', keptHtml) });

    expect(await read(await get('/news/a'))).toBe(
      `<link rel="stylesheet" href="/a.css"><script>${HEAD_SCRIPT}</script><script type="application/json">{}</script><script>old()</script>`,
    );
  });

  it('VISIT-18 shows the helplines and the titles of saved pages in place of any other page without a network', async () => {
    const { get } = start(script, { kept: saved('/news/a', '<title>Hope &amp; "trust" &lt;3 | Both | Better Tomorrow</title>') });
    const response = await get('/about');
    const html = await read(response);

    expect((response as Response).status).toBe(503);
    for (const { telephone } of siteFixture().helplines) expect(html).toContain(`href="tel:${telephone.replace(/[^+\d]/g, '')}"`);
    expect(html).toContain('<a href="/news/a">Hope &amp; "trust" &lt;3 | Both</a>');
    expect((response as Response).headers.get('content-security-policy')).toBe("script-src 'sha256-x'");
  });

  it('VISIT-18 NS-02 has the quick exit on its own page too, which deletes the saved pages', async () => {
    const html = await read(await start(script).get('/about'));

    expect(html).toContain(`<script>${HEAD_SCRIPT}</script>`);
    expect(html).toContain(`<a href="${EXIT_URL}">Exit this page</a>`);
  });

  it('VISIT-18 NS-02 deletes everything stored when the quick exit sends its message', async () => {
    const { dispatch, kept } = start(script, { kept: { 'saved /a': {}, 'queued form': {} } });
    await dispatch('message', { data: 0 });

    expect(kept).toEqual({});
  });

  it('VISIT-18 lists the saved pages at their own URL', async () => {
    const { get } = start(script, { fetch: async () => page('the network') });
    const response = await get('/saved-pages');

    expect((response as Response).status).toBe(200);
    const html = await read(response);
    expect(html).toContain('You have saved no pages yet.');
    expect(html).not.toContain('You are offline');
  });

  it.each(['/admin', '/admin/posts', '/login', '/news'])("VISIT-18 requests %s once, and responds with the browser's preload", async (path) => {
    const fetch = jest.fn(async () => page('asked again'));
    const { get } = start(script, { fetch });

    expect(await read(await get(path, {}, Promise.resolve(page('preloaded'))))).toBe('preloaded');
    expect(fetch).not.toHaveBeenCalled();
    // Browsers without navigation preload send a request.
    expect(await read(await get(path))).toBe('asked again');
    expect(fetch).toHaveBeenCalledTimes(1);
  });

  it('VISIT-18 passes a redirect on unchanged for the browser to follow', async () => {
    const redirect = Response.redirect(`${ORIGIN}/news`, 301);

    expect(await start(script).get('/admin', {}, Promise.resolve(redirect))).toBe(redirect);
  });

  it.each(['/admin', '/admin/posts', '/login'])('VISIT-18 shows nothing stored at %s without a network', async (path) => {
    const { get } = start(script, { kept: saved(path, 'kept') });
    const response = await get(path, {}, failToFetch());

    expect((response as Response).status).toBe(503);
    const html = await read(response);
    expect(html).toContain('<h1>You are offline</h1>');
    expect(html).not.toContain('kept');
  });

  it('VISIT-18 does not handle API calls, forms, scripts and requests to other sites', async () => {
    const { get } = start(script);

    expect(await get('/api/posts', { mode: 'cors', destination: '' })).toBeUndefined();
    expect(await get('/volunteer', { method: 'POST' })).toBeUndefined();
    expect(await get('/assets/start.js', { mode: 'cors', destination: 'script' })).toBeUndefined();
    expect(await get('https://elsewhere.example/', { mode: 'navigate' })).toBeUndefined();
  });

  it('VISIT-18 shows the stored images of a saved page without a network', async () => {
    const { get } = start(script, { kept: { 'saved /news/a': { '/img/a.webp': copy('/img/a.webp', 'a picture', 'image/webp') } } });

    expect(await read(await get('/img/a.webp', { mode: 'no-cors', destination: 'image' }))).toBe('a picture');
    expect(await get('/img/b.webp', { mode: 'no-cors', destination: 'image' })).toMatchObject({ type: 'error' });
  });

  const queuedForm = (sentUntil: number) => {
    const headers = { 'idempotency-key': 'key-1', 'x-sent-until': String(sentUntil) };
    return { 'queued form': { '/api/forms/volunteer': new Response('{"name":"Sade"}', { headers }) } };
  };
  const synchronize = async (status: number | undefined, sentUntil = Number.POSITIVE_INFINITY, tag = 'queued form', code = script) => {
    const fetch = jest.fn(async (_request: { url: string }, _init?: RequestInit) => (status === undefined ? failToFetch() : new Response(null, { status })));
    const { dispatch, kept } = start(code, { kept: { ...queuedForm(sentUntil), 'saved /a': {} }, fetch });
    const error = await dispatch('sync', { tag }).then(
      () => undefined,
      (reason: unknown) => String(reason),
    );
    return { calls: fetch.mock.calls, isKept: 'queued form' in kept, error };
  };

  it.each([200, 422])('VOL-11 sends the queued form with its key when the connection is back, and removes it from the queue (%i)', async (status) => {
    const { calls, isKept, error } = await synchronize(status);

    const headers = { accept: 'application/json', 'content-type': 'application/json', 'idempotency-key': 'key-1' };
    expect(calls).toEqual([['/api/forms/volunteer', { method: 'POST', headers, body: '{"name":"Sade"}' }]]);
    expect([isKept, error]).toEqual([false, undefined]);
  });

  it('VOL-11 sends every queued form to the same URL, and keeps those that did not arrive', async () => {
    const queue = { '/api/forms/volunteer': queuedEntry('key-1'), '/api/forms/volunteer?school-visit': queuedEntry('key-2') };
    const sent: string[] = [];
    const fetch = async (address: unknown, init?: RequestInit) => {
      sent.push(`${String(address)} ${new Headers(init?.headers).get('idempotency-key')}`);
      return new Response(null, { status: sent.length === 2 ? 503 : 200 });
    };
    const { dispatch, kept } = start(script, { kept: { 'queued form': queue }, fetch });

    await expect(dispatch('sync', { tag: 'queued form' })).rejects.toThrow('503');
    expect(Object.keys(kept['queued form'] ?? {})).toEqual(['/api/forms/volunteer?school-visit']);
    await dispatch('sync', { tag: 'queued form' });
    expect(sent).toEqual(['key-1', 'key-2', 'key-2'].map((key) => `/api/forms/volunteer ${key}`));
    expect('queued form' in kept).toBe(false);
  });

  it('VOL-11 tries every queued form, even after one that did not arrive', async () => {
    const queue = { '/api/forms/volunteer': queuedEntry('key-1'), '/api/forms/volunteer?school-visit': queuedEntry('key-2') };
    const fetch = async (_: unknown, init?: RequestInit) =>
      new Response(null, { status: new Headers(init?.headers).get('idempotency-key') === 'key-1' ? 429 : 200 });
    const { dispatch, kept } = start(script, { kept: { 'queued form': queue }, fetch });

    await expect(dispatch('sync', { tag: 'queued form' })).rejects.toThrow('429');
    expect(Object.keys(kept['queued form'] ?? {})).toEqual(['/api/forms/volunteer']);
  });

  it('VOL-11 keeps a form that is queued while another is being sent, and a newer version of the same form', async () => {
    const queue: Record<string, Response> = { '/api/forms/volunteer': queuedEntry('key-1') };
    const fetch = async () => {
      queue['/api/forms/volunteer'] = queuedEntry('key-2');
      queue['/api/forms/volunteer?school-visit'] = queuedEntry('key-3');
      return new Response(null, { status: 200 });
    };
    const { dispatch, kept } = start(script, { kept: { 'queued form': queue }, fetch });
    await dispatch('sync', { tag: 'queued form' });

    expect(Object.values(kept['queued form'] ?? {}).map(({ headers }) => headers.get('idempotency-key'))).toEqual(['key-2', 'key-3']);
  });

  it.each([undefined, 429, 503])('VOL-11 keeps a queued form that did not arrive, and makes the browser try again (%s)', async (status) => {
    expect(await synchronize(status)).toMatchObject({ isKept: true, error: expect.any(String) });
  });

  it('VOL-11 also sends the form at the next visit, for browsers without Background Sync, and opens the page whatever the result', async () => {
    const visit = async (formStatus: number) => {
      const fetch = async (request: { url: string } | string) =>
        request === '/api/forms/volunteer' ? new Response(null, { status: formStatus }) : page('a page');
      const { get, settle, kept } = start(script, { kept: queuedForm(Number.POSITIVE_INFINITY), fetch });
      const html = await read(await get('/news'));
      await settle();
      return { html, isKept: 'queued form' in kept };
    };

    expect(await visit(200)).toEqual({ html: 'a page', isKept: false });
    expect(await visit(503)).toEqual({ html: 'a page', isKept: true });
    // Nothing is sent without a network.
    const { get, kept } = start(script, { kept: queuedForm(Number.POSITIVE_INFINITY) });
    await get('/news');
    expect('queued form' in kept).toBe(true);
  });

  it('VOL-11 sends no form that is too old, has another tag, or belongs to another service', async () => {
    expect(await synchronize(200, 1)).toEqual({ calls: [], isKept: false, error: undefined });
    expect(await synchronize(200, undefined, 'another tag')).toMatchObject({ calls: [], isKept: true });
    const scriptWithoutForm = createWorkerScript({ ...workerOptions, formPath: undefined });
    expect(await synchronize(200, undefined, undefined, scriptWithoutForm)).toMatchObject({ calls: [], isKept: true });
  });

  it('VISIT-18 creates a different worker for another release set, which takes over immediately', async () => {
    const { dispatch, clients, registration } = start(script);
    await dispatch('install');
    await dispatch('activate');

    expect(createWorkerScript({ ...workerOptions, edition: signer.getEdition('set-2') })).not.toBe(script);
    expect(clients.claim).toHaveBeenCalledTimes(1);
    expect(registration.navigationPreload.enable).toHaveBeenCalledTimes(1);
  });

  it('VISIT-18 deletes everything stored and unregisters itself once the site has no worker', async () => {
    const { dispatch, registration, kept } = start(UNREGISTERING_SCRIPT, { kept: { 'saved /news/a': {}, other: {} } });
    await dispatch('activate');

    expect(Object.keys(kept)).toEqual([]);
    expect(registration.unregister).toHaveBeenCalledTimes(1);
  });
});
