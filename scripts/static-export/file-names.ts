import { createHash } from 'node:crypto';
import { posix } from 'node:path';

/** A path segment that every file system and web server accepts unchanged. */
const SAFE_SEGMENT = /^(?!(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$))[a-z0-9_-][a-z0-9._-]{0,79}(?<!\.)$/;

/** Prefix of the folder for a list page or a filter. No path on the site begins with it. */
const QUERY_PREFIX = '-';

const toHash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 8);

/** Makes a name safe for USB sticks, whose file names are case-insensitive. If characters have to change, a hash of the original is added to the name. */
const toSafeSegment = (segment: string): string => {
  if (SAFE_SEGMENT.test(segment)) return segment;
  const readableName = segment
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60);
  return `${readableName}${readableName === '' ? '' : '-'}${toHash(segment)}`;
};

const decodeSegment = (segment: string): string => {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
};

const toSegments = (path: string): string[] =>
  path
    .split('/')
    .filter((segment) => segment !== '')
    .map((segment) => toSafeSegment(decodeSegment(segment)));

/** Returns the file of a page: `/news?page=2` becomes `news/-page-2/index.html`. */
export const getPageFile = (url: string): string => {
  const { pathname, searchParams } = new URL(url, 'http://site.invalid');
  const query = [...searchParams].map(([name, value]) => `${name}-${value}`).join('-');
  return [...toSegments(pathname), ...(query === '' ? [] : [toSafeSegment(`${QUERY_PREFIX}${query}`)]), 'index.html'].join('/');
};

export const getDocumentFile = (url: string): string => toSegments(new URL(url, 'http://site.invalid').pathname).join('/');

/** Returns a link that works from a local folder and on any web server. */
export const getRelativeLink = (fromFile: string, toFile: string): string => posix.relative(posix.dirname(fromFile), toFile);

/** Assigns file names in one folder to URLs, in order of first use. The name is the last part of the URL, with a number if that name is taken. */
export const createFolderNames = (folder: string) => {
  const files = new Map<string, string>();
  const usedNames = new Set<string>();
  return (url: string, extension?: string): string => {
    const existing = files.get(url);
    if (existing !== undefined) return existing;
    const { name, ext } = posix.parse(toSegments(new URL(url, 'http://site.invalid').pathname).at(-1) ?? 'file');
    let file = '';
    for (let number = 1; file === '' || usedNames.has(file); number += 1) file = `${folder}/${name}${number === 1 ? '' : `-${number}`}${extension ?? ext}`;
    usedNames.add(file);
    files.set(url, file);
    return file;
  };
};
