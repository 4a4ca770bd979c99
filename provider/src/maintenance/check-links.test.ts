import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { createLinkChecks, readRecentLinks } from './check-links.ts';
import { applyDueChanges } from './due-changes.ts';
import type { ProbeLink } from './probe-link.ts';

const DAY_MS = 24 * 3_600_000;

let app: TestApp;
let editor: string;
beforeEach(async () => {
  app = await startTestApp({ settings: { SITE_URL: 'https://site.example', LINK_CHECK_HOUR: '3' } });
  // 11:00 UTC is noon in Lagos.
  app.clock.now = new Date('2026-11-20T11:00:00.000Z');
  editor = (await app.signInAs('editor')).token;
});
afterEach(() => app.stop());

/** Advances the clock by a day and signs in again, because the sessions expire within that time. */
const waitForNextNight = async () => {
  app.clock.now = new Date(app.clock.now.getTime() + DAY_MS);
  editor = (await app.signInAs('editor')).token;
};

const readRecent = () => readRecentLinks(app.services, new AbortController().signal);
const write = async (kind: 'posts' | 'events' | 'programs', fields: Record<string, string>, id = '') => {
  const method = id === '' ? 'POST' : 'PUT';
  const response = await app.form(method, `/api/${kind}${id === '' ? '' : `/${id}`}`, fields, editor);
  expect(response.statusCode).toBe(id === '' ? 201 : 200);
  await readRecent();
  return response.json().data._id as string;
};
const toLinkedHtml = (...urls: string[]) => urls.map((url) => `<p><a href="${url}">Read</a></p>`).join('');
const publish = (title: string, ...urls: string[]) => write('posts', { title, category: 'C', status: 'published', content: toLinkedHtml(...urls) });
const list = async (query = '') => (await app.get(`/api/external-links?counts=true&limit=50${query}`, editor)).json();
const listUrls = async () => (await list('&sort=url')).data.map(({ url }: { url: string }) => url);
const getStates = async () => Object.fromEntries((await list()).data.map(({ url, state }: { url: string; state: string }) => [url, state]));

/** Creates a probe that responds to each URL with a given status; null means no response. */
const respondWith = (statuses: Readonly<Record<string, number | null>>, requestedUrls: string[] = []): ProbeLink => {
  return async (url) => {
    requestedUrls.push(url);
    const status = statuses[url] === undefined ? 200 : statuses[url];
    return status === null ? { kind: 'fault', reason: 'no-answer' } : { kind: 'response', httpStatus: status };
  };
};
const check = (probe: ProbeLink, { signal }: { readonly signal: AbortSignal } = new AbortController()) => createLinkChecks(app.services, probe, 0)(signal);

describe('links to other sites', () => {
  it('STAFF-18 come from published posts, events and programs, and exclude internal links', async () => {
    await publish('A post', 'https://a.example/x#part', 'https://a.example/x', 'https://site.example/news/y', '/about', 'mailto:a@b.example');
    await write('posts', { title: 'A draft', content: toLinkedHtml('https://draft.example/') });
    await write('events', {
      title: 'A walk',
      date: '2030-01-01',
      time: '4:00 PM',
      location: 'Lagos',
      description: toLinkedHtml('https://b.example/'),
      registrationLink: 'https://c.example/form?a=1&b=2',
    });
    await write('programs', { title: 'A club', content: toLinkedHtml('https://d.example/') });

    expect(await listUrls()).toEqual(['https://a.example/x', 'https://b.example/', 'https://c.example/form?a=1&b=2', 'https://d.example/']);
  });

  it('STAFF-18 are removed when the text with them is changed, unpublished or deleted', async () => {
    const id = await publish('A post', 'https://a.example/', 'https://b.example/');
    const other = await publish('Another post', 'https://b.example/');
    await write('posts', { content: toLinkedHtml('https://b.example/') }, id);
    expect(await listUrls()).toEqual(['https://b.example/']);

    await write('posts', { status: 'draft' }, id);
    expect((await list()).data[0].documents).toEqual([{ kind: 'post', _id: other, title: 'Another post' }]);
    await app.send('DELETE', `/api/posts/${other}`, undefined, editor);
    await readRecent();
    expect(await listUrls()).toEqual([]);
    await app.send('POST', `/api/posts/${other}/restore`, undefined, editor);
    await readRecent();
    expect(await listUrls()).toEqual(['https://b.example/']);
  });
});

describe('links of a document with due changes', () => {
  it('STAFF-18 are added when the scheduler publishes it, and removed when it expires', async () => {
    const after = (hours: number) => new Date(app.clock.now.getTime() + hours * 3_600_000).toISOString();
    const times = { status: 'scheduled', publishedAt: after(1), unpublishAt: after(2) };
    await write('posts', { title: 'A post', category: 'C', content: toLinkedHtml('https://a.example/'), ...times });
    const passHour = async () => {
      const since = app.clock.now;
      app.clock.now = new Date(since.getTime() + 3_700_000);
      editor = (await app.signInAs('editor')).token;
      await applyDueChanges(app.services, since);
      await readRecent();
      return listUrls();
    };

    expect(await listUrls()).toEqual([]);
    expect(await passHour()).toEqual(['https://a.example/']);
    expect(await passHour()).toEqual([]);
  });
});

/** Publishes posts that all have the same old timestamp, as if another release had written them. */
const insertUnreadPosts = async (count: number) => {
  const { db } = app.services;
  for (let number = 0; number < count; number += 1) await publish(`Post ${number}`, `https://site-${number}.example/`, 'https://all.example/');
  await db.updateTable('posts').set({ updated_at: '2026-01-01T00:00:00.000Z' }).execute();
  await db.deleteFrom('external_link_uses').execute();
};

describe('the documents that the check reads', () => {
  it('STAFF-18 are all documents, once a night, however their changes were stored', async () => {
    await insertUnreadPosts(25);
    await readRecent();
    expect(await listUrls()).toEqual([]);

    await waitForNextNight();
    expect(await check(respondWith({}))).toBe(26);
    const { data, page } = await list('&q=all.example');
    expect([page.total, page.counts.all, data[0].documentCount, data[0].documents.length]).toEqual([1, 26, 25, 10]);
  });

  it('STAFF-18 are read again the next night, so that removed links disappear', async () => {
    const id = await publish('A post', 'https://a.example/', 'https://b.example/');
    await check(respondWith({}));
    const changedColumns = { content: toLinkedHtml('https://b.example/', 'https://c.example/'), updated_at: '2026-01-01T00:00:00.000Z' };
    await app.services.db.updateTable('posts').set(changedColumns).where('id', '=', id).execute();
    await check(respondWith({}));
    expect(await listUrls()).toEqual(['https://a.example/', 'https://b.example/']);

    await waitForNextNight();
    await check(respondWith({}));
    expect(await listUrls()).toEqual(['https://b.example/', 'https://c.example/']);
    expect(await app.services.db.selectFrom('external_links').select('url').where('url', '=', 'https://a.example/').execute()).toEqual([]);
  });

  it('STAFF-18 are not all read if the provider stops, and ignored links are kept', async () => {
    await insertUnreadPosts(25);
    const { db } = app.services;
    await db.updateTable('external_links').set({ ignored_at: app.clock.now.toISOString() }).execute();

    await waitForNextNight();
    expect(await check(respondWith({}), { signal: AbortSignal.timeout(40) })).toBe(0);
    expect((await list('&show=ignored')).page.total).toBeLessThan(26);
    await check(respondWith({}));
    expect((await list('&show=ignored')).page.total).toBe(26);
  });

  it('STAFF-18 are read immediately after a restore, which keeps ignored links', async () => {
    await publish('A post', 'https://a.example/');
    const { db } = app.services;
    await db.updateTable('external_links').set({ ignored_at: app.clock.now.toISOString() }).execute();
    await check(respondWith({}));
    // A backup contains the links, but neither their uses nor leases.
    await db.deleteFrom('external_link_uses').execute();
    await db.deleteFrom('leases').execute();

    await check(respondWith({}));
    expect((await list('&show=ignored')).page.total).toBe(1);
  });

  it('OPS-02 stay in the queue of earlier releases, once each, until they are deleted', async () => {
    const id = await publish('A post', 'https://a.example/');
    await write('posts', { content: toLinkedHtml('https://b.example/') }, id);
    const listQueue = () => app.services.db.selectFrom('link_queue').selectAll().execute();
    expect(await listQueue()).toEqual([{ kind: 'post', document_id: id }]);

    await app.services.db.deleteFrom('posts').where('id', '=', id).execute();
    expect(await listQueue()).toEqual([]);
  });
});

describe('the check of links to other sites', () => {
  it('STAFF-18 runs once a night, from the configured hour', async () => {
    await publish('A post', 'https://a.example/', 'https://b.example/');
    const requestedUrls: string[] = [];
    const probe = respondWith({}, requestedUrls);

    expect(await check(probe)).toBe(0);
    app.clock.now = new Date('2026-11-21T01:59:00.000Z');
    expect(await check(probe)).toBe(0);
    app.clock.now = new Date('2026-11-21T02:00:00.000Z');
    expect(await check(probe)).toBe(2);
    expect(await check(probe)).toBe(0);
    expect(requestedUrls.toSorted()).toEqual(['https://a.example/', 'https://b.example/']);
  });

  it('STAFF-18 marks a missing page as broken at once, and a failing one after two nights', async () => {
    const urls = { gone: 'https://a.example/gone', down: 'https://b.example/', silent: 'https://c.example/', robots: 'https://d.example/' };
    await publish('A post', ...Object.values(urls), 'https://e.example/');
    const probe = respondWith({ [urls.gone]: 404, [urls.down]: 500, [urls.silent]: null, [urls.robots]: 999 });

    await waitForNextNight();
    await check(probe);
    expect(await getStates()).toEqual({
      [urls.gone]: 'broken',
      [urls.down]: 'failing',
      [urls.silent]: 'failing',
      [urls.robots]: 'unverifiable',
      'https://e.example/': 'works',
    });
    await waitForNextNight();
    await check(probe);
    expect(await getStates()).toMatchObject({ [urls.down]: 'broken', [urls.silent]: 'broken', [urls.robots]: 'unverifiable' });
    await waitForNextNight();
    await check(respondWith({}));
    expect(Object.values(await getStates())).toEqual(['works', 'works', 'works', 'works', 'works']);
  });

  it('STAFF-18 draws no conclusions in a night in which no site responds, because the server may be offline', async () => {
    await publish('A post', 'https://a.example/', 'https://b.example/');
    const probe = respondWith({ 'https://a.example/': null, 'https://b.example/': null });
    for (let night = 0; night < 3; night += 1) {
      await waitForNextNight();
      await check(probe);
    }

    expect(await getStates()).toEqual({ 'https://a.example/': 'unchecked', 'https://b.example/': 'unchecked' });
  });

  it('STAFF-18 runs on one of two providers: each link is requested once, and each host for one link at a time', async () => {
    const urls = Array.from({ length: 12 }, (_, number) => `https://${'abc'[number % 3]}.example/${number}`);
    await publish('A post', ...urls);
    await waitForNextNight();
    const requestedUrls: string[] = [];
    const busyHosts: string[] = [];
    const probe: ProbeLink = async (url) => {
      const { host } = new URL(url);
      expect(busyHosts).not.toContain(host);
      busyHosts.push(host);
      await new Promise(setImmediate);
      busyHosts.splice(busyHosts.indexOf(host), 1);
      requestedUrls.push(url);
      return { kind: 'response', httpStatus: 200 };
    };

    const checkedCounts = await Promise.all([check(probe), check(probe)]);
    expect(checkedCounts.toSorted((a, b) => a - b)).toEqual([0, 12]);
    expect(requestedUrls.toSorted()).toEqual(urls.toSorted());
  });

  it('STAFF-18 keeps a link due if the provider stops during its check', async () => {
    await publish('A post', 'https://a.example/');
    await waitForNextNight();
    const abortController = new AbortController();
    const interruptedProbe: ProbeLink = async (_url, signal) => {
      abortController.abort();
      signal.throwIfAborted();
      return { kind: 'response', httpStatus: 404 };
    };

    expect(await check(interruptedProbe, abortController)).toBe(0);
    expect(await check(respondWith({}))).toBe(1);
  });
});

describe('the list of links to other sites', () => {
  it('STAFF-18 starts with broken links, names the documents that contain them, and is searched by URL and title', async () => {
    const clubId = await publish('Ilé club', 'https://a.example/', 'https://gone.example/Page');
    await publish('Walk', 'https://a.example/');
    await waitForNextNight();
    await check(respondWith({ 'https://gone.example/Page': 410 }));
    const { data, page } = await list();

    expect(data[0]).toEqual({
      _id: expect.any(String),
      url: 'https://gone.example/Page',
      state: 'broken',
      reason: 'http',
      httpStatus: 410,
      checkedAt: app.clock.now.toISOString(),
      failedAt: app.clock.now.toISOString(),
      isIgnored: false,
      isWaiting: false,
      documents: [{ kind: 'post', _id: clubId, title: 'Ilé club' }],
      documentCount: 1,
    });
    expect(data[1].documents.map(({ title }: { title: string }) => title)).toEqual(['Ilé club', 'Walk']);
    expect(page).toEqual({ offset: 0, total: 2, counts: { all: 2, broken: 1 } });
    const find = async (query: string) => (await list(query)).data.map(({ url }: { url: string }) => url);
    expect(await find('&q=gone')).toEqual(['https://gone.example/Page']);
    expect(await find('&q=walk')).toEqual(['https://a.example/']);
    expect(await find('&show=broken')).toEqual(['https://gone.example/Page']);
    expect(await find('&sort=-url')).toEqual(['https://gone.example/Page', 'https://a.example/']);
  });

  it('STAFF-18 tells the editor of a text which of its links the check has found broken', async () => {
    await publish('A post', 'https://gone.example/x', 'https://a.example/');
    await waitForNextNight();
    await check(respondWith({ 'https://gone.example/x': 404 }));
    const content = toLinkedHtml('https://gone.example/x#part', 'https://a.example/', 'https://unknown.example/');
    const checkText = async () => (await app.send('POST', '/api/links/check', { kind: 'post', content }, editor)).json().data.external;

    expect(await checkText()).toEqual([{ href: 'https://gone.example/x#part', text: 'Read', reason: 'http', httpStatus: 404 }]);
    await app.send('PUT', `/api/external-links/${(await list()).data[0]._id}`, { isIgnored: true }, editor);
    expect(await checkText()).toEqual([]);
  });

  it('STAFF-18 an ignored link is not checked and needs no attention until staff stop ignoring it', async () => {
    await publish('A post', 'https://gone.example/');
    await waitForNextNight();
    const probe = respondWith({ 'https://gone.example/': 404 });
    await check(probe);
    const [{ _id }] = (await list()).data;
    const countAttention = async () => (await app.get('/api/dashboard', editor)).json().data.brokenLinks;
    expect(await countAttention()).toBe(1);

    expect((await app.send('PUT', `/api/external-links/${_id}`, { isIgnored: true }, editor)).statusCode).toBe(200);
    await waitForNextNight();
    expect([await countAttention(), await check(probe), (await list('&show=broken')).page.total, (await list('&show=ignored')).page.total]).toEqual([
      0, 0, 0, 1,
    ]);
    await app.send('PUT', `/api/external-links/${_id}`, { isIgnored: false }, editor);
    expect([await countAttention(), await check(probe)]).toEqual([1, 1]);
  });

  it('STAFF-18 a link is checked on request, at any hour', async () => {
    await publish('A post', 'https://a.example/', 'https://b.example/');
    const [{ _id, url }] = (await list()).data;
    await app.send('POST', `/api/external-links/${_id}/check`, undefined, editor);
    expect((await list()).data[0].isWaiting).toBe(true);
    const requestedUrls: string[] = [];

    expect(await check(respondWith({}, requestedUrls))).toBe(1);
    expect(requestedUrls).toEqual([url]);
    expect((await list(`&q=${new URL(url).host}`)).data[0]).toMatchObject({ state: 'works', isWaiting: false });
  });

  it('STAFF-18 is for editors only', async () => {
    const contributor = (await app.signInAs('contributor')).token;
    await publish('A post', 'https://a.example/');
    const [{ _id }] = (await list()).data;
    expect((await app.get('/api/external-links')).statusCode).toBe(401);
    expect((await app.get('/api/external-links', contributor)).statusCode).toBe(403);
    expect((await app.send('POST', `/api/external-links/${_id}/check`, undefined, contributor)).statusCode).toBe(403);
    expect((await app.send('PUT', '/api/external-links/none', { isIgnored: true }, editor)).statusCode).toBe(404);
    expect((await app.get('/api/dashboard', contributor)).json().data.brokenLinks).toBe(0);
  });
});

describe('a site that checks no links', () => {
  it('STAFF-18 rejects the request for a check, and sends no request to other sites', async () => {
    await app.stop();
    app = await startTestApp({ settings: { LINK_CHECK_HOUR: 'off' } });
    editor = (await app.signInAs('editor')).token;
    await publish('A post', 'https://a.example/');
    const [{ _id }] = (await list()).data;
    const response = await app.send('POST', `/api/external-links/${_id}/check`, undefined, editor);

    expect([response.statusCode, response.json().message]).toEqual([409, 'Link checks are switched off (LINK_CHECK_HOUR is off).']);
    await waitForNextNight();
    expect(await check(respondWith({}))).toBe(0);
  });
});
