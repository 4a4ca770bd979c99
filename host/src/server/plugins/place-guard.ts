import type { onRequestHookHandler } from 'fastify';
import type { Places } from '../remotes/places.ts';

/** Sign-ins, renewals and links that set a password. */
const SESSION_PATHS = '/api/auth/';

/**
 * Refuses at each origin what belongs to another one, before any route: calls of staff are answered where staff sign in, and nowhere else. A session that was stolen or begun
 * at another origin is of no use there.
 */
export const createPlaceGuard =
  (places: Places): onRequestHookHandler =>
  ({ url, headers }, reply, done) => {
    const { name, hasSessions } = places.find(headers.host);
    if (name !== 'site') reply.header('x-robots-tag', 'noindex');
    if (hasSessions || !url.startsWith('/api/') || (headers.authorization === undefined && !url.startsWith(SESSION_PATHS))) return done();
    reply
      .code(403)
      .header('cache-control', 'no-store')
      .send({ message: `Staff sign in at ${places.staff.origin}.` });
  };
