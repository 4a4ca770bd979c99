import type { onRequestHookHandler } from 'fastify';
import type { Places } from '../remotes/places.ts';

/** Routes whose requests are passed on to the provider, or answered in its place. */
const CALL_ROUTE = /^\/(?:api|img)\//;
/** Sign-ins, renewals, and links that set a password: each begins or ends a session. */
const SESSION_PATH = /^\/api\/(?:auth|invitations)(?:\/|$)/;

/** The path as the proxy and the provider's router read it; undefined where they could read it in another way. */
const readPath = (url: string): string | undefined => {
  try {
    return decodeURIComponent(new URL(url, 'http://site').pathname);
  } catch {
    return undefined;
  }
};

/**
 * Refuses sign-in calls, and calls with `Authorization`, at every origin but that of staff, before any route runs. A session that was stolen or started elsewhere is of no use
 * there.
 */
export const createPlaceGuard =
  (places: Places): onRequestHookHandler =>
  ({ url, headers, routeOptions }, reply, done) => {
    const { name, hasSessions } = places.find(headers.host);
    if (name === 'staff' || name === 'preview') reply.header('x-robots-tag', 'noindex');
    // By the route that has been found: an address has many spellings.
    if (hasSessions || !CALL_ROUTE.test(routeOptions.url ?? '')) return done();
    const path = readPath(url);
    if (headers.authorization === undefined && path !== undefined && !SESSION_PATH.test(path)) return done();
    reply
      .code(403)
      .header('cache-control', 'no-store')
      .send({ message: `Staff sign in at ${places.staff.origin}.` });
  };
