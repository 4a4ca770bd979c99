import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import { DomUtils, parseDocument } from 'htmlparser2';
import { getSecurityHeaders } from './page-servers.ts';

const brotli = promisify(brotliCompress);

const PAGE = path.join(import.meta.dirname, 'hand-written-home/index.html');
/** Maximum size of the hand-written page with Brotli at its best quality. */
const LIMIT_BYTES = 12_000;
const QUOTED_CHARACTERS = 80;

type Page = ReturnType<typeof parseDocument>;

const INVISIBLE_ELEMENTS: readonly string[] = ['head', 'script', 'style', 'svg'];

/** Returns the visible text in order and without white space. Buttons that need script are left out because they are hidden until a script runs. */
const readText = (page: Page): string => {
  for (const element of DomUtils.getElementsByTagName('*', page))
    if (INVISIBLE_ELEMENTS.includes(element.name) || 'hidden' in element.attribs) DomUtils.removeElement(element);
  return DomUtils.textContent(page).replace(/\s+/g, '');
};

const readImages = (page: Page): string => {
  const describe = ({ attribs }: { readonly attribs: Readonly<Record<string, string>> }): string => {
    const names = ['src', 'srcset', 'sizes', 'alt', 'width', 'height', 'decoding'];
    const [loading, priority] = [attribs.loading === 'lazy' ? 'lazy' : 'eager', attribs.fetchpriority ?? 'auto'];
    return [...names.map((name) => attribs[name] ?? ''), loading, priority].join(' | ');
  };
  return DomUtils.getElementsByTagName('img', page).map(describe).join('\n');
};

const readLinks = (page: Page): string =>
  DomUtils.getElementsByTagName('a', page)
    .map(({ attribs }) => attribs.href)
    .join('\n');

const readPreloads = (page: Page): string =>
  DomUtils.getElementsByTagName('link', page)
    .filter(({ attribs }) => attribs.rel === 'preload' && attribs.as === 'font')
    .map(({ attribs }) => attribs.href)
    .join('\n');

const readFontHints = (header: string): string => [...header.matchAll(/<([^>]*)>; rel=preload; as=font/g)].map(([, address]) => address).join('\n');

const assertSame = (what: string, ours: string, theirs: string): void => {
  if (ours === theirs) return;
  let at = 0;
  while (ours[at] === theirs[at]) at += 1;
  const quote = (text: string): string => JSON.stringify(text.slice(Math.max(0, at - QUOTED_CHARACTERS / 4), at + QUOTED_CHARACTERS));
  throw new Error(`bench/hand-written-home and the home page have different ${what}: ${quote(ours)} instead of ${quote(theirs)}.`);
};

/** Throws unless both pages show the same content, link to the same URLs and preload the same fonts. */
const assertEqual = (handWritten: string, composedHtml: string, link: string): void => {
  const [ours, theirs] = [parseDocument(handWritten), parseDocument(composedHtml)];
  assertSame('images', readImages(ours), readImages(theirs));
  assertSame('links', readLinks(ours), readLinks(theirs));
  assertSame('preloaded fonts', readPreloads(ours), readFontHints(link));
  assertSame('words', readText(ours), readText(theirs));
};

const HASHED_FILE = /\/[\w./-]*\/([\w-]+)\.[0-9a-f]{4,8}(\.(?:svg|woff2))/g;

/**
 * Builds the home page as an expert would write it by hand, without a framework or script. It uses the hashed files and the security headers of the composed
 * page. Throws if the two pages no longer match or the hand-written page exceeds the size limit.
 */
export const createHandWrittenHome = async (siteUrl: string) => {
  const response = await fetch(`${siteUrl}/`);
  const composedHtml = await response.text();
  const files = new Map([...composedHtml.matchAll(HASHED_FILE)].map(([address, name, extension]) => [`${name}${extension}`, address]));
  const html = (await readFile(PAGE, 'utf8'))
    .replaceAll('{{site}}', siteUrl)
    .replaceAll('{{year}}', String(new Date().getFullYear()))
    .replace(/\/files\/([\w.-]+)/g, (_, name: string) => {
      const address = files.get(name);
      if (address === undefined) throw new Error(`The home page no longer uses the file ${name}.`);
      return address;
    });
  assertEqual(html, composedHtml, response.headers.get('link') ?? '');
  const page = Buffer.from(html);
  const { length } = await brotli(page);
  if (length > LIMIT_BYTES) throw new Error(`bench/hand-written-home takes ${length} bytes (limit ${LIMIT_BYTES}).`);
  return { page, headers: getSecurityHeaders(response, html) };
};
