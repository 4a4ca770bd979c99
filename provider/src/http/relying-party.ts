import type { FastifyRequest } from 'fastify';
import type { RelyingParty } from '../accounts/passkeys.ts';
import { ValidationError } from '../domain/errors.ts';

const NAME = 'Staff area';

/** Browsers offer passkeys over https and on this machine only, and for names, not for addresses. */
const canHavePasskeys = ({ protocol, hostname }: URL): boolean =>
  hostname === 'localhost' || hostname.endsWith('.localhost') || (protocol === 'https:' && !/^[\d.]+$|^\[/.test(hostname));

/**
 * The site for which a browser uses a passkey. With `SITE_URL` that address alone; without it the origin of the page that calls, which the browser states and the
 * authenticator signs: a passkey of another host name does not verify here.
 */
export const getRelyingParty = (request: FastifyRequest, siteUrl: string | undefined): RelyingParty => {
  const origin = request.headers.origin ?? '';
  if (siteUrl !== undefined && origin !== new URL(siteUrl).origin) {
    throw new ValidationError({}, `Passkeys work at ${new URL(siteUrl).origin} only.`);
  }
  if (!URL.canParse(origin) || !canHavePasskeys(new URL(origin))) {
    throw new ValidationError({}, 'Passkeys need a site with https, or localhost.');
  }
  return { id: new URL(origin).hostname, origin, name: NAME };
};
