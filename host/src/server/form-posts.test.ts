/** @jest-environment node */
import fastify from 'fastify';
import { FORM_TYPE, formPosts, type PostedForm } from './form-posts.ts';
import { createSentPage, HTML_TYPE } from './page-cache.ts';

const build = (status = 200) => {
  const posted: [string, string, PostedForm][] = [];
  const app = fastify();
  app.setNotFoundHandler(async (_request, reply) => reply.code(405).send('Method not allowed'));
  app.register(
    formPosts({
      siteUrl: 'https://site.test',
      postForm: async (...call) => {
        posted.push(call);
        return createSentPage({ text: 'How it went', status, reuse: 'no', contentType: HTML_TYPE, contentSecurityPolicy: '', sinceOf: () => 0 });
      },
      sendPage: async (_request, reply, page) => reply.code(page.status).send(await page.body('identity')),
    }),
  );
  const post = (headers: Readonly<Record<string, string>> = {}) =>
    app.inject({ method: 'POST', url: '/volunteer?from=home', headers: { host: 'site.test', 'content-type': FORM_TYPE, ...headers }, payload: 'name=Sade' });
  return { post, posted };
};

describe('formPosts', () => {
  it('NS-07 VOL-09 gives the form to the page of its address, and the page to the visitor', async () => {
    const { post, posted } = build();

    const answer = await post({ 'sec-fetch-site': 'same-origin' });

    expect([answer.statusCode, answer.body]).toEqual([200, 'How it went']);
    expect(posted).toEqual([['/volunteer', '?from=home', { body: 'name=Sade', visitor: '127.0.0.1' }]]);
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
  ])('NS-07 answers a form with %j with %d', async (headers: Readonly<Record<string, string>>, status) => {
    const { post, posted } = build();

    const answer = await post(headers);

    expect(answer.statusCode).toBe(status);
    expect(posted).toHaveLength(status === 200 ? 1 : 0);
  });

  it('takes nothing but forms', async () => {
    const { post, posted } = build();

    expect((await post({ 'content-type': 'application/json' })).statusCode).toBe(405);
    expect(posted).toEqual([]);
  });

  it('says that a page without a form takes none', async () => {
    const { post } = build(405);

    expect((await post()).body).toBe('Method not allowed');
  });
});
