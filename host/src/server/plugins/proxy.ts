import fastifyHttpProxy from '@fastify/http-proxy';
import { createSignedToken } from '@site/releases/signed-token';
import { login, logout, refresh } from '@site/shared/contracts/auth';
import type { FastifyPluginAsync } from 'fastify';
import { STAFF_PURPOSE } from '../remotes/visits.ts';
import { STAFF_COOKIE, setCookie } from './visit.ts';

const PREFIXES = ['/api', '/img'];
/** Staff who stay signed in renew their session more often. */
const STAFF_COOKIE_DAYS = 30;
const DAY_S = 86_400;
const SIGN_INS = [login, refresh].map(({ path }) => `/api${path}`);
const SIGN_OUT = `/api${logout.path}`;

interface ProxyOptions {
  readonly providerUrl: string;
  /** See `readTokenKey`. */
  readonly tokenKey: Buffer;
}

/** Proxies the provider's API and images, so that the browser sees one origin. Whoever signs in gets a cookie by which canaries know staff; it is no session. */
export const providerProxy: FastifyPluginAsync<ProxyOptions> = async (app, { providerUrl, tokenKey }) => {
  app.addHook('onSend', async (request, reply) => {
    const [path = ''] = request.url.split('?', 1);
    if (request.method !== 'POST' || reply.statusCode !== 200) return;
    if (path === SIGN_OUT) setCookie(request, reply, STAFF_COOKIE);
    if (!SIGN_INS.includes(path)) return;
    const maxAge = STAFF_COOKIE_DAYS * DAY_S;
    const token = createSignedToken(tokenKey, STAFF_PURPOSE, { expiresAt: Date.now() + maxAge * 1000 });
    setCookie(request, reply, STAFF_COOKIE, token, { maxAge });
  });
  for (const prefix of PREFIXES) {
    await app.register(fastifyHttpProxy, {
      upstream: providerUrl,
      prefix,
      rewritePrefix: prefix,
      replyOptions: {
        // The provider limits rates by address, and must not trust an address that the visitor sent.
        // This server has already handled `Expect`; the proxy's client rejects requests with it.
        rewriteRequestHeaders: (request, { expect: _expect, ...headers }) => ({ ...headers, 'x-forwarded-for': request.ip }),
        onError: (reply) => {
          // The specification's text for a request without a response (ERR-01).
          reply.code(503).send({ message: 'An error occurred' });
        },
      },
    });
  }
};
