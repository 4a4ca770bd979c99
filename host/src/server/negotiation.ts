import type { IncomingHttpHeaders } from 'node:http';
import type { Encoding, SentPage } from './page-cache.ts';

/** The best encoding that a client takes, by its `Accept-Encoding`: brotli, else gzip, else none. A weight of zero refuses. */
export const acceptedEncoding = (header: string | string[] | undefined): Encoding => {
  const refused = new Set<string>();
  const accepted = new Set<string>();
  for (const part of String(header ?? '')
    .toLowerCase()
    .split(',')) {
    const [name = '', ...parameters] = part.split(';').map((word) => word.trim());
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1';
    (Number(weight) > 0 ? accepted : refused).add(name);
  }
  const takes = (name: string): boolean => accepted.has(name) || (accepted.has('*') && !refused.has(name));
  if (takes('br')) return 'br';
  return takes('gzip') ? 'gzip' : 'identity';
};

const withoutWeakness = (etag: string): string => etag.trim().replace(/^W\//, '');

/** True when `If-None-Match` names the page: one tag or many, weak or strong, or `*` for any. */
export const namesEtag = (header: string | undefined, etag: string): boolean =>
  header !== undefined && (header.trim() === '*' || header.split(',').some((candidate) => withoutWeakness(candidate) === withoutWeakness(etag)));

/** True when the client holds the page already. A tag is the better witness, so a date counts only where there is none (RFC 9110, 13.1.3). */
export const isUnchanged = (headers: IncomingHttpHeaders, { status, etag, since }: Pick<SentPage, 'status' | 'etag' | 'since'>): boolean => {
  const tags = headers['if-none-match'];
  if (tags !== undefined) return namesEtag(tags, etag);
  const heldSince = Date.parse(headers['if-modified-since'] ?? '');
  return status === 200 && heldSince >= since * 1000;
};
