/** @jest-environment node */
import { createCopySigner } from './copy-signer.server.ts';
import { COPY_HEADER } from './signed-copy.ts';
import { copy, edition, getAddress, HTML_TYPE, page, read, saved, script, signer, start } from './worker-fixture.ts';

describe('saved pages in the service worker', () => {
  const forge = (headers: Record<string, string>) => new Response('call 666', { headers: { 'content-type': HTML_TYPE, ...headers } });
  const getSignature = (response: Response): string => response.headers.get(COPY_HEADER) ?? '';

  it.each([
    ['no signature', forge({})],
    ['an invalid signature', forge({ [COPY_HEADER]: `${edition} AAAA` })],
    ['a signature for another text', forge({ [COPY_HEADER]: getSignature(copy('/help', 'call 112')) })],
    ['a signature for another URL', copy('/events', 'call 666')],
    ['a signature for another edition', forge({ [COPY_HEADER]: getSignature(copy('/help', 'call 666', HTML_TYPE, 'set-0')).replace('set-0', edition) })],
    ['a signature for another media type', forge({ [COPY_HEADER]: getSignature(copy('/help', 'call 666', 'image/svg+xml')) })],
    [
      'a signature made with another key',
      forge({ [COPY_HEADER]: createCopySigner(Buffer.alloc(32, 2)).sign(edition, { address: '/help', type: HTML_TYPE, body: Buffer.from('call 666') }) }),
    ],
  ])('VISIT-18 does not show a saved page that a script has replaced: %s', async (_, forged) => {
    const { get } = start(script, { kept: { 'saved /help': { '/help': forged } } });
    const html = await read(await get('/help'));

    expect(html).toContain('You are offline');
    expect(html).not.toContain('666');
    expect(html).not.toContain('href="/help"');
  });

  it('VISIT-18 does not load a saved file that a script has replaced', async () => {
    const { get } = start(script, { kept: { 'saved /help': { '/assets/a.woff2': page('other digits'), '/img/a.webp': page('call 666') } } });

    expect(await get('/assets/a.woff2', { mode: 'cors', destination: 'font' })).toMatchObject({ type: 'error' });
    expect(await get('/img/a.webp', { mode: 'no-cors', destination: 'image' })).toMatchObject({ type: 'error' });
  });

  /** Serves these copies by path, and `online` or the text "online" for other paths. `sent` lists the copies that were sent in full. */
  const serve = (copies: Record<string, Response | number>, online: Record<string, string> = {}) => {
    const sent: string[] = [];
    const fetch = async (request: { url: string } | string, { method = 'GET' }: RequestInit = {}) => {
      const address = typeof request === 'string' ? request : getAddress(request);
      if (!address.startsWith('/saved-pages/')) return page(online[address] ?? 'online');
      const found = copies[address.replace('/saved-pages', '')] ?? 404;
      if (typeof found === 'number') return new Response(null, { status: found });
      if (method === 'GET') sent.push(address.replace('/saved-pages', ''));
      return method === 'HEAD' ? new Response(null, { headers: found.headers }) : found.clone();
    };
    return { fetch, sent };
  };
  const HELP = '<link rel="stylesheet" media="print" href="/assets/a.css" integrity="x"><img src="/img/a.webp?x&amp;y"><p>112</p>';
  const HELP_COPIES = {
    '/help': copy('/help', HELP),
    '/assets/a.css': copy('/assets/a.css', 'p{}', 'text/css'),
    '/img/a.webp?x&y': copy('/img/a.webp?x&y', 'a picture', 'image/webp'),
  };
  const post = (body: object) => ({ method: 'POST', mode: 'cors', destination: '', json: async () => body });

  it('VISIT-18 saves a page with its stylesheets and images, and sends no file that the browser already has', async () => {
    const { fetch, sent } = serve(HELP_COPIES, { '/assets/a.css': 'p{}' });
    const { get, kept } = start(script, { fetch });
    const response = await get('/saved-pages', post({ address: '/help', files: ['/img/a.webp?x&y', '/img/missing.webp'] }));

    expect((response as Response).status).toBe(204);
    expect(sent.sort()).toEqual(['/help', '/img/a.webp?x&y']);
    const offlineWorker = start(script, { kept });
    expect(await read(await offlineWorker.get('/help'))).toBe(HELP.replace(' media="print"', ''));
    expect(await read(await offlineWorker.get('/assets/a.css', { mode: 'cors', destination: 'style' }))).toBe('p{}');
    expect(await read(await offlineWorker.get('/img/a.webp?x&y', { mode: 'no-cors', destination: 'image' }))).toBe('a picture');
    expect(Object.keys(kept['saved /help'] ?? {})).not.toContain('/img/missing.webp');
  });

  it('VISIT-18 saves nothing of a page that has no copy', async () => {
    const { get, kept } = start(script, { fetch: serve({ '/help': 503 }).fetch });

    await expect(get('/saved-pages', post({ address: '/help', files: [] }))).rejects.toThrow('503');
    expect(kept).toEqual({});
  });

  it('VISIT-18 NS-02 keeps nothing of a page that was being saved when the quick exit deleted everything', async () => {
    const { fetch } = serve(HELP_COPIES);
    const kept = {};
    const worker = start(script, {
      kept,
      fetch: async (request, init) => {
        const address = typeof request === 'string' ? request : request.url;
        // Triggers the quick exit once before the page is stored, and once while its files are being stored.
        if (address === '/saved-pages/help' || address === '/assets/a.css') await worker.dispatch('message', { data: 0 });
        return fetch(request, init);
      },
    });

    await expect(worker.get('/saved-pages', post({ address: '/help', files: [] }))).rejects.toThrow('deleted meanwhile');
    expect(kept).toEqual({});
  });

  it.each(['/help', '/assets/a.css'])('VISIT-18 does not restore a page that the visitor removes while %s is requested again', async (requestedPath) => {
    const { fetch } = serve(HELP_COPIES);
    const kept: Record<string, Record<string, Response>> = saved('/help', 'old', signer.getEdition('set-0'));
    const { get, settle } = start(script, {
      kept,
      fetch: async (request: { url: string } | string, init) => {
        if (request === `/saved-pages${requestedPath}`) Reflect.deleteProperty(kept, 'saved /help');
        return fetch(request, init);
      },
    });
    await get('/news');
    await settle();

    expect(kept).toEqual({});
  });

  const visit = async (kept: Record<string, Record<string, Response>>, copies: Record<string, Response | number>) => {
    const { fetch, sent } = serve(copies);
    const { get, settle } = start(script, { kept, fetch });
    expect(await read(await get('/news'))).toBe('online');
    await settle();
    return { sent, entries: kept['saved /help'] };
  };
  const readSavedEntries = async (entries: Record<string, Response> | undefined) =>
    Object.fromEntries(await Promise.all(Object.entries(entries ?? {}).map(async ([address, response]) => [address, await response.clone().text()])));

  it.each([
    ['was saved under another release', () => copy('/help', 'call 666', HTML_TYPE, signer.getEdition('set-0'))],
    ['was saved before copies were signed', () => page('call 666')],
    ['was written by a script', () => forge({ [COPY_HEADER]: `${edition} AAAA` })],
  ])('VISIT-18 requests a page again at the next visit if it %s', async (_, create) => {
    const old = { '/help': create(), '/assets/old.css': copy('/assets/old.css', 'b{}', 'text/css'), '/img/a.webp?x&y': page('call 666') };
    const { sent, entries } = await visit({ 'saved /help': old }, HELP_COPIES);

    expect(await readSavedEntries(entries)).toEqual({ '/help': HELP, '/assets/a.css': 'p{}', '/img/a.webp?x&y': 'a picture' });
    expect(sent.sort()).toEqual(['/assets/a.css', '/help', '/img/a.webp?x&y']);
  });

  it('VISIT-18 does not send an unchanged page again, and requests no page that was saved under this release', async () => {
    const old = { '/help': copy('/help', HELP, HTML_TYPE, signer.getEdition('set-0')), '/assets/a.css': HELP_COPIES['/assets/a.css'].clone() };
    const { sent, entries } = await visit({ 'saved /help': old }, HELP_COPIES);
    expect(sent).toEqual([]);
    expect(getSignature(entries?.['/help'] ?? page(''))).toBe(getSignature(HELP_COPIES['/help']));

    const fetchMock = jest.fn(async () => page('online'));
    const { get, settle } = start(script, { kept: saved('/help', HELP), fetch: fetchMock });
    await get('/news');
    await settle();
    expect(fetchMock).toHaveBeenCalledTimes(1);
  });

  it('VISIT-18 deletes a page that the site no longer has, and keeps a page that is temporarily unavailable', async () => {
    const old = () => saved('/help', HELP, signer.getEdition('set-0'));

    expect((await visit(old(), {})).entries).toBeUndefined();
    expect(Object.keys((await visit(old(), { '/help': 503 })).entries ?? {})).toEqual(['/help']);
  });
});
