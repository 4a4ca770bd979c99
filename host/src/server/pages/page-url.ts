import { LIMITS } from '@site/shared/domain/limits';
import type { FastifyReply } from 'fastify';

/** The URL of a page without its origin, in its canonical spelling. `search` is empty or begins with a question mark. */
export interface PageUrl {
  readonly path: string;
  readonly search: string;
}

/** Replaces NUL characters, which no page, word or HTML text can contain, with U+FFFD, as browsers' parsers do. `text` is URL-encoded. */
export const replaceNul = (text: string): string => text.replaceAll(/%00|\0/g, '%EF%BF%BD');

/** Encodes bytes above 0x7f that a client sent without encoding. Node passes each byte on as one character. */
const encodeBytes = (text: string): string => text.replace(/[\x80-\xff]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);

const canonicaliseSegment = (segment: string): string => {
  try {
    return encodeURIComponent(decodeURIComponent(encodeBytes(segment)));
  } catch {
    // The segment is not valid UTF-8, so no page has this path.
    return segment;
  }
};

/** Resolves `.` and `..`, which browsers resolve before they send a request. */
const resolveDots = (segments: readonly string[]): string[] => {
  const resolved: string[] = [];
  for (const segment of segments) {
    if (segment === '..') resolved.pop();
    else if (segment !== '.') resolved.push(segment);
  }
  return resolved;
};

/**
 * Returns the canonical spelling of a page's path: each segment as `encodeURIComponent` writes it, slashes in place of backslashes, and no slash at the end. A
 * path that began with two slashes would name another site in a `Location` header.
 */
const canonicalisePath = (path: string): string => {
  const segments = path.replaceAll('\\', '/').split('/').slice(1);
  const canonicalPath = `/${resolveDots(segments.map((segment) => replaceNul(canonicaliseSegment(segment)))).join('/')}`;
  const trimmed = canonicalPath.length > 1 ? canonicalPath.replace(/\/+$/, '') || '/' : canonicalPath;
  return trimmed === path ? path : trimmed.replace(/^\/+/, '/');
};

/**
 * Reads the request target of a page. Other spellings are redirected to the canonical one, so that clients cannot fill the cache with spellings of one page.
 * Returns undefined if the target is longer than a page's URL may be.
 */
export const readPageUrl = (target: string): PageUrl | undefined => {
  // Split at the first question mark only. Later ones are part of the query.
  const start = target.indexOf('?');
  const path = start === -1 ? target : target.slice(0, start);
  const search = start === -1 ? '' : replaceNul(target.slice(start));
  // The remote reads this form of the query, so its length counts.
  if (path.length > LIMITS.pathCharacters || new URLSearchParams(search).toString().length > LIMITS.queryCharacters) return undefined;
  const url = { path: canonicalisePath(path), search };
  return url.path.length > LIMITS.pathCharacters ? undefined : url;
};

/** Sends the response to a URL for which `readPageUrl` returns undefined. */
export const sendTooLong = (reply: FastifyReply): FastifyReply =>
  reply
    .code(414)
    .header('cache-control', 'no-store')
    .type('text/plain; charset=utf-8')
    .send('This address is too long. Go to the home page and look for the page from there.');
