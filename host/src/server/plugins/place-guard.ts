import type { onRequestHookHandler } from 'fastify';
import type { Places } from '../remotes/places.ts';

/** Routes whose requests are forwarded to the provider, or answered on its behalf. */
const CALL_ROUTE = /^\/(?:api|img)\//;
/** Paths that begin or end a session: sign-ins, renewals, and links that set a password. */
const SESSION_PATH = /^\/api\/(?:auth|invitations)(?:\/|$)/;

/** The path as the proxy and the provider's router read it; undefined if they might read it differently. */
const readPath = (url: string): string | undefined => {
  try {
    return decodeURIComponent(new URL(url, 'http://site').pathname);
  } catch {
    return undefined;
  }
};

/**
 * Rejects sign-in calls, and calls with `Authorization`, at every origin except the staff origin, before any route runs. A session that was stolen or started
 * elsewhere is useless there.
 */
export const createPlaceGuard =
  (places: Places): onRequestHookHandler =>
  ({ url, headers, routeOptions }, reply, done) => {
    const { name, hasSessions } = places.find(headers.host);
    if (name === 'staff' || name === 'preview') reply.header('x-robots-tag', 'noindex');
    // Checks the matched route, because a URL can be spelled in many ways.
    if (hasSessions || !CALL_ROUTE.test(routeOptions.url ?? '')) return done();
    const path = readPath(url);
    if (headers.authorization === undefined && path !== undefined && !SESSION_PATH.test(path)) return done();
    reply
      .code(403)
      .header('cache-control', 'no-store')
      .send({ message: `Staff sign in at ${places.staff.origin}.` });
  };
