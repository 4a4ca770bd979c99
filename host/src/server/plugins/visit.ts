import { parseCookie, type SetCookie, stringifySetCookie } from 'cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Audience } from '../pages/page-response.ts';
import type { Visit, Visits } from '../remotes/visits.ts';

export const PREVIEW_COOKIE = 'preview';

/** A cookie for this site that no script can read; it ends with the browser's session unless the options say otherwise. A browser that came over TLS sends it over TLS only. */
const getAttributes = ({ protocol, headers }: FastifyRequest): Omit<SetCookie, 'name' | 'value'> => ({
  path: '/',
  httpOnly: true,
  sameSite: 'lax',
  // A proxy that is not trusted may say so too: the cookie is only restricted by it.
  secure: protocol === 'https' || headers['x-forwarded-proto'] === 'https',
});

/** Sets a cookie in the response; removes it without a value. */
export const setCookie = (request: FastifyRequest, reply: FastifyReply, name: string, value = ''): void => {
  reply.header('set-cookie', stringifySetCookie({ name, value, ...getAttributes(request), ...(value === '' ? { maxAge: 0 } : {}) }));
};

interface AnsweredVisit {
  readonly visit: Visit;
  readonly audience: Audience;
}

/** Reads the host's cookies of a request. */
export const createGetVisit =
  ({ getVisit }: Pick<Visits, 'getVisit'>) =>
  async (request: FastifyRequest, _reply: FastifyReply): Promise<AnsweredVisit> => {
    const { [PREVIEW_COOKIE]: preview } = parseCookie(request.headers.cookie ?? '');
    const visit = await getVisit(preview);
    return { visit, audience: visit.preview === undefined ? 'everyone' : 'preview' };
  };
export type GetVisit = ReturnType<typeof createGetVisit>;
