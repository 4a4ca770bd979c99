import { getAddressKey } from '@site/shared/domain/client-address';
import { parseCookie, type SetCookie, stringifySetCookie } from 'cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PageClient } from '../pages/composition-queue.ts';
import type { Audience } from '../pages/page-response.ts';
import { DATA_SAVER_COOKIE, isSavingData } from '../pages/saving-data.ts';
import type { Place, Places } from '../remotes/places.ts';
import type { Visit, Visits } from '../remotes/visits.ts';

export const PREVIEW_COOKIE = 'preview';
export const CANARY_COOKIE = 'canary';
export const STAFF_COOKIE = 'staff';

/** Whether the client uses TLS. A proxy that is not trusted may claim this too, but that only makes cookies stricter. */
export const isOverTls = ({ protocol, headers }: FastifyRequest): boolean => protocol === 'https' || headers['x-forwarded-proto'] === 'https';

/**
 * Attributes of a cookie that no script can read and that expires with the browser's session, unless the options say otherwise. Secure if the request used TLS.
 */
const getAttributes = (request: FastifyRequest): Omit<SetCookie, 'name' | 'value'> => ({
  path: '/',
  httpOnly: true,
  sameSite: 'lax',
  secure: isOverTls(request),
});

/** Sets a cookie in the response, or removes it if `value` is empty. With `httpOnly: false`, scripts can read the cookie. */
export const setCookie = (
  request: FastifyRequest,
  reply: FastifyReply,
  name: string,
  value = '',
  options: Pick<SetCookie, 'maxAge' | 'httpOnly'> = {},
): void => {
  reply.header('set-cookie', stringifySetCookie({ name, value, ...getAttributes(request), ...options, ...(value === '' ? { maxAge: 0 } : {}) }));
};

/** Returns a signal that aborts if the client disconnects before it has the response. */
export const createDisconnectSignal = ({ raw }: FastifyReply): AbortSignal => {
  const disconnectController = new AbortController();
  if (raw.destroyed) disconnectController.abort();
  else
    raw.once('close', () => {
      // Otherwise the client has its response. Creating an abort error takes longer than the rest of this function.
      if (!raw.writableFinished) disconnectController.abort();
    });
  return disconnectController.signal;
};

/** The client that is waiting for a response. */
export const toPageClient = ({ ip }: FastifyRequest, reply: FastifyReply): Required<PageClient> => ({
  address: getAddressKey(ip),
  signal: createDisconnectSignal(reply),
});

export const readCookies = ({ headers: { cookie } }: FastifyRequest): ReturnType<typeof parseCookie> => (cookie === undefined ? {} : parseCookie(cookie));

interface ResolvedVisit {
  readonly visit: Visit;
  /** The origin that the request was sent to. */
  readonly place: Place;
  readonly audience: Audience;
}

/** Reads the host's cookies from a request, and sets the canary cookie in the response. */
export const createGetVisit =
  ({ getVisit }: Pick<Visits, 'getVisit'>, places: Pick<Places, 'find'>) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<ResolvedVisit> => {
    const { [PREVIEW_COOKIE]: preview, [CANARY_COOKIE]: canary, [STAFF_COOKIE]: staff, [DATA_SAVER_COOKIE]: choice } = readCookies(request);
    const place = places.find(request.headers.host);
    const { visit: chosen, isPersonal, newNumber } = await getVisit({ preview, canary, staff }, place);
    const visit = isSavingData(request.headers, choice) ? { ...chosen, savesData: true } : chosen;
    // The site's script reads this cookie to decide whether to report views.
    if (newNumber !== undefined) setCookie(request, reply, CANARY_COOKIE, newNumber, { httpOnly: false });
    if (visit.preview !== undefined) return { visit, place, audience: 'preview' };
    return { visit, place, audience: isPersonal ? 'visitor' : 'everyone' };
  };
export type GetVisit = ReturnType<typeof createGetVisit>;
