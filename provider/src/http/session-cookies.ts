import { parseCookie, type SetCookie, stringifySetCookie } from 'cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { REMEMBERED_SESSION_SECONDS } from '../accounts/sessions.ts';
import { KNOWN_DEVICE_SECONDS } from './signed-tokens.ts';

const BINDING_COOKIE = 'session-binding';
/** Carries the session's secret when staff screens request images. Without a token, this cookie gives access to images only. */
const IMAGE_COOKIE = 'image-access';
const DEVICE_COOKIE = 'known-device';

/** Longer values are ignored, because the site's own values are shorter. */
const VALUE_LIMIT = 2_000;

const readCookie = (request: FastifyRequest, name: string): string | undefined => {
  const value = parseCookie(request.headers.cookie ?? '')[name];
  return value === undefined || value === '' || value.length > VALUE_LIMIT ? undefined : value;
};

export const readBinding = (request: FastifyRequest): string | null => readCookie(request, BINDING_COOKIE) ?? null;
export const readImageAccess = (request: FastifyRequest): string | null => readCookie(request, IMAGE_COOKIE) ?? null;
export const readDevice = (request: FastifyRequest): string | undefined => readCookie(request, DEVICE_COOKIE);

/**
 * Sets a cookie that scripts cannot read and that browsers send only with requests from this site's own pages. If the browser is connected over TLS, the cookie
 * is also restricted to TLS.
 */
const addCookie = (request: FastifyRequest, reply: FastifyReply, cookie: Pick<SetCookie, 'name' | 'value' | 'maxAge' | 'path'>): void => {
  // An untrusted proxy can set this header too, but `secure` can only restrict the cookie further.
  const secure = request.protocol === 'https' || request.headers['x-forwarded-proto'] === 'https';
  reply.header('set-cookie', stringifySetCookie({ path: '/api', ...cookie, httpOnly: true, sameSite: 'strict', ...(secure ? { secure } : {}) }));
};

/** Sets the session's cookies. Without "Remember me", the cookies and the session end when the browser is closed. */
export const setBinding = (request: FastifyRequest, reply: FastifyReply, value: string, isRemembered: boolean): void => {
  const cookie = { value, ...(isRemembered ? { maxAge: REMEMBERED_SESSION_SECONDS } : {}) };
  addCookie(request, reply, { ...cookie, name: BINDING_COOKIE });
  addCookie(request, reply, { ...cookie, name: IMAGE_COOKIE, path: '/img' });
};

export const clearBinding = (request: FastifyRequest, reply: FastifyReply): void => {
  addCookie(request, reply, { name: BINDING_COOKIE, value: '', maxAge: 0 });
  addCookie(request, reply, { name: IMAGE_COOKIE, value: '', maxAge: 0, path: '/img' });
};

export const setDevice = (request: FastifyRequest, reply: FastifyReply, value: string): void =>
  addCookie(request, reply, { name: DEVICE_COOKIE, value, maxAge: KNOWN_DEVICE_SECONDS });
