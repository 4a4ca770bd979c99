import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { SentPage } from './page-cache.ts';

export const FORM_TYPE = 'application/x-www-form-urlencoded';

/** What a browser posted, as it came, and the address of who did. */
export interface PostedForm {
  readonly body: string;
  readonly visitor: string;
}

interface FormPostsOptions {
  readonly siteUrl: string;
  readonly postForm: (path: string, search: string, form: PostedForm) => Promise<SentPage>;
  readonly sendPage: (request: FastifyRequest, reply: FastifyReply, page: SentPage) => Promise<FastifyReply>;
}

/** Browsers say where a form stands; programs that are no browser say nothing, and have nobody's trust to abuse. */
const isFromElsewhere = (headers: IncomingHttpHeaders, siteUrl: string): boolean => {
  const from = headers['sec-fetch-site'];
  // `none` is a page that was loaded again by hand.
  if (from !== undefined) return from !== 'same-origin' && from !== 'none';
  const { origin, host } = headers;
  if (origin === undefined) return false;
  return !URL.canParse(origin) || (new URL(origin).host !== host && new URL(origin).origin !== new URL(siteUrl).origin);
};

/** Forms that are posted to a page's own address, for visitors without script: the answer is the page, with how it went. */
export const formPosts =
  ({ siteUrl, postForm, sendPage }: FormPostsOptions): FastifyPluginAsync =>
  async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(FORM_TYPE, { parseAs: 'string' }, (_request, body, done) => done(null, body));
    scope.addContentTypeParser('*', (_request, payload, done) => {
      payload.resume();
      done(null);
    });
    scope.post('/*', async (request, reply) => {
      if (typeof request.body !== 'string') return reply.callNotFound();
      if (isFromElsewhere(request.headers, siteUrl))
        return reply.code(403).header('cache-control', 'no-store').type('text/plain').send('This form was sent from another site');
      const [path = '/', query] = request.url.split('?', 2);
      const page = await postForm(path, query === undefined ? '' : `?${query}`, { body: request.body, visitor: request.ip });
      return page.status === 405 ? reply.callNotFound() : sendPage(request, reply, page);
    });
  };
