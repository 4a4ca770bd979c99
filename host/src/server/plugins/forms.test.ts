/** @jest-environment node */
import fastify from 'fastify';
import { FORM_TYPE, type PostedForm } from '../isolation/protocol.ts';
import { createPageResponse, HTML_TYPE } from '../pages/page-response.ts';
import { activeSetFixture } from '../remotes/active-set-fixture.ts';
import { createPlaces } from '../remotes/places.ts';
import { formRoutes } from './forms.ts';

const build = (status = 200) => {
  const postedForms: (string | PostedForm | undefined)[][] = [];
  const visit = { set: activeSetFixture('set-1') };
  const app = fastify();
  app.setNotFoundHandler(async (_request, reply) => reply.code(405).send('Method not allowed'));
  app.register(formRoutes, {
    siteUrl: 'https://site.test',
    getVisit: async () => ({ visit, place: createPlaces({ siteUrl: 'https://site.test' }).site, audience: 'everyone' }),
    pages: {
      postForm: async ({ visit: receivedVisit, url: { path, search } }, form) => {
        expect(receivedVisit).toBe(visit);
        postedForms.push([path, search, form]);
        return createPageResponse({
          text: 'The result',
          status,
          cacheability: 'none',
          contentType: HTML_TYPE,
          contentSecurityPolicy: '',
          getLastModified: () => 0,
        });
      },
    },
  });
  const post = (headers: Readonly<Record<string, string>> = {}, payload = 'name=Sade', url = '/volunteer?from=home') =>
    app.inject({ method: 'POST', url, headers: { host: 'site.test', 'content-type': FORM_TYPE, ...headers }, payload });
  return { post, postedForms };
};

describe('formRoutes', () => {
  it('NS-07 VOL-09 passes the form to the page at its URL, and sends the page with the result', async () => {
    const { post, postedForms } = build();

    const response = await post({ 'sec-fetch-site': 'same-origin' });

    expect([response.statusCode, response.body, response.headers['cache-control']]).toEqual([200, 'The result', 'no-store']);
    expect(postedForms).toEqual([['/volunteer', '?from=home', { body: 'name=Sade', visitor: '127.0.0.1' }]]);
  });

  it.each([
    ['data-saver=on', '/volunteer?from=home', 'data-saver=on; Max-Age=31536000', '/volunteer?from=home'],
    ['data-saver=off', '//elsewhere.test/', 'data-saver=off; Max-Age=31536000', '/elsewhere.test/'],
  ])('sets the data saver cookie for %s, and reloads the page', async (payload, url, cookie, location) => {
    const { post, postedForms } = build();

    const { statusCode, headers } = await post({}, payload, url);

    expect([statusCode, headers.location, headers['cache-control']]).toEqual([303, location, 'no-store']);
    expect(headers['set-cookie']).toContain(cookie);
    expect(headers['set-cookie']).toContain('HttpOnly; SameSite=Lax');
    expect(postedForms).toEqual([]);
  });

  it('NS-07 replaces NUL, which no page may show', async () => {
    const { post, postedForms } = build();
    await post({}, 'name=Sa%00de\0');

    expect(postedForms).toEqual([['/volunteer', '?from=home', { body: 'name=Sa%EF%BF%BDde%EF%BF%BD', visitor: '127.0.0.1' }]]);
  });

  it('REL-01 does not pass on a form with a URL that is too long', async () => {
    const { post, postedForms } = build();

    expect([(await post({}, 'name=Sade', `/volunteer/${'x'.repeat(2000)}`)).statusCode, postedForms]).toEqual([414, []]);
  });

  it('does not let other sites switch the data saver', async () => {
    const { headers, statusCode } = await build().post({ 'sec-fetch-site': 'cross-site' }, 'data-saver=on');
    expect([statusCode, headers['set-cookie']]).toEqual([403, undefined]);
  });

  it.each([
    [{ 'sec-fetch-site': 'cross-site' }, 403],
    [{ 'sec-fetch-site': 'same-site' }, 403],
    [{ origin: 'https://elsewhere.test' }, 403],
    [{ origin: 'null' }, 403],
    [{ origin: 'http://site.test' }, 200],
    [{ origin: 'https://site.test', host: 'behind-a-proxy:3000' }, 200],
    [{ 'sec-fetch-site': 'none' }, 200],
    [{}, 200],
  ])('NS-07 responds to a form with the headers %j with %d', async (headers: Readonly<Record<string, string>>, status) => {
    const { post, postedForms } = build();

    const response = await post(headers);

    expect(response.statusCode).toBe(status);
    expect(postedForms).toHaveLength(status === 200 ? 1 : 0);
  });

  it('accepts only forms', async () => {
    const { post, postedForms } = build();

    expect((await post({ 'content-type': 'application/json' })).statusCode).toBe(405);
    expect(postedForms).toEqual([]);
  });

  it('responds with 405 for a page without a form', async () => {
    const { post } = build(405);

    expect((await post()).body).toBe('Method not allowed');
  });
});
