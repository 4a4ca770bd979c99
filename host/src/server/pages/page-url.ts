import { LIMITS } from '@site/shared/domain/limits';
import type { FastifyReply } from 'fastify';

/** A page's URL without its origin, in its one spelling. `search` begins with a question mark, or is empty. */
export interface PageUrl {
  readonly path: string;
  readonly search: string;
}

/** No page or word contains it, and HTML cannot. U+FFFD replaces it, as in browsers' parsers. `text` is encoded, as in URLs and forms. */
export const replaceNul = (text: string): string => text.replaceAll(/%00|\0/g, '%EF%BF%BD');

/** A byte above 0x7f that a client did not encode is one character here. */
const encodeBytes = (text: string): string => text.replace(/[\x80-\xff]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);

const spellSegment = (segment: string): string => {
  try {
    return encodeURIComponent(decodeURIComponent(encodeBytes(segment)));
  } catch {
    // It is no text, and no page has it.
    return segment;
  }
};

/** Browsers take these two away, encoded or not. */
const resolveDots = (segments: readonly string[]): string[] => {
  const resolved: string[] = [];
  for (const segment of segments) {
    if (segment === '..') resolved.pop();
    else if (segment !== '.') resolved.push(segment);
  }
  return resolved;
};

/**
 * The one spelling of a page's path: each segment as `encodeURIComponent` writes it, slashes where browsers would replace a backslash by one, and none at the end. What
 * begins with two slashes would name another site in a `Location` header.
 */
const spellPath = (path: string): string => {
  const segments = path.replaceAll('\\', '/').split('/').slice(1);
  const spelled = `/${resolveDots(segments.map((segment) => replaceNul(spellSegment(segment)))).join('/')}`;
  const trimmed = spelled.length > 1 ? spelled.replace(/\/+$/, '') || '/' : spelled;
  return trimmed === path ? path : trimmed.replace(/^\/+/, '/');
};

/**
 * Reads the request target of a page: every URL of a page has one spelling, to which others are redirected, so that no client fills the cache with spellings. Undefined when it
 * is longer than a page's URL may be.
 */
export const readPageUrl = (target: string): PageUrl | undefined => {
  // At the first question mark only: the text behind a second one is part of the query.
  const start = target.indexOf('?');
  const path = start === -1 ? target : target.slice(0, start);
  const search = start === -1 ? '' : replaceNul(target.slice(start));
  // As long as the remote will read it.
  if (path.length > LIMITS.pathCharacters || new URLSearchParams(search).toString().length > LIMITS.queryCharacters) return undefined;
  const url = { path: spellPath(path), search };
  return url.path.length > LIMITS.pathCharacters ? undefined : url;
};

/** The response to a URL for which `readPageUrl` returns undefined. */
export const sendTooLong = (reply: FastifyReply): FastifyReply =>
  reply
    .code(414)
    .header('cache-control', 'no-store')
    .type('text/plain; charset=utf-8')
    .send('This address is too long. Go to the home page and look for the page from there.');
