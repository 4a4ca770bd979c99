import type { IncomingHttpHeaders } from 'node:http';

/** Whether another site sent a form or report. Browsers send the origin; other clients do not, but they have no session that could be abused. */
export const isCrossSite = (headers: IncomingHttpHeaders, siteUrl: string): boolean => {
  const site = headers['sec-fetch-site'];
  // `none`: the visitor reloaded the page.
  if (site !== undefined) return site !== 'same-origin' && site !== 'none';
  const { origin, host } = headers;
  if (origin === undefined) return false;
  return !URL.canParse(origin) || (new URL(origin).host !== host && new URL(origin).origin !== new URL(siteUrl).origin);
};
