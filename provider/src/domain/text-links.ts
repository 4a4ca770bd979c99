import { KIND_NAMES, KINDS, type KindName, type VersionKind } from '@site/shared/domain/kinds';
import { parseRichText } from '@site/shared/domain/parse-rich-text';
import { plainText, type RichTextNode } from '@site/shared/domain/rich-text';

export interface TextLink {
  /** URL as in the text, but without the site's own origin. */
  readonly href: string;
  readonly text: string;
}

export const listTextLinks = (html: string, siteUrl: string): readonly TextLink[] => {
  const listLinks = (node: RichTextNode): readonly TextLink[] => {
    if (typeof node === 'string') return [];
    const { href } = node.attributes ?? {};
    const nestedLinks = node.children.flatMap(listLinks);
    return href === undefined ? nestedLinks : [{ href, text: plainText([node]) }, ...nestedLinks];
  };
  return html.includes('<a') ? parseRichText(html, siteUrl).flatMap(listLinks) : [];
};

export type LinkTarget =
  | { readonly kind: KindName; readonly idOrSlug: string; readonly path: string }
  | { readonly kind: 'part'; readonly name: string }
  /** A page that is not a document: a page of a remote, a file, or a list. */
  | { readonly kind: 'page'; readonly path: string }
  | { readonly kind: 'external'; readonly url: string }
  | { readonly kind: 'none' };

/** Maximum length of a recorded URL. Longer URLs are rare and cannot be indexed. */
const MAX_EXTERNAL_LENGTH = 2000;

const PLACEHOLDER_ORIGIN = 'https://site.invalid';

const decode = (segment: string): string => {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
};

/** Returns the slug or id at the end of a URL if the URL begins like this page's URL, or else undefined. */
const readName = (url: URL, page: string): string | undefined => {
  const [path = '', parameter] = page.split(/[?=]/);
  if (parameter !== undefined) return url.pathname === path ? (url.searchParams.get(parameter) ?? undefined) : undefined;
  const segment = url.pathname.startsWith(path) ? url.pathname.slice(path.length).replace(/\/$/, '') : '';
  // The URLs of feeds and calendars share the same folder as those of documents.
  return segment === '' || /[/.]/.test(segment) ? undefined : decode(segment);
};

/** Returns the target of a link in a document of this kind. Relative URLs are resolved against the kind's page. */
export const readLinkTarget = (href: string, from: VersionKind): LinkTarget => {
  if (href.startsWith('#')) return { kind: 'part', name: href.slice(1) };
  const base = `${PLACEHOLDER_ORIGIN}${KINDS[from].page}`;
  if (!URL.canParse(href, base)) return { kind: 'none' };
  const url = new URL(href, base);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return { kind: 'none' };
  if (url.origin !== PLACEHOLDER_ORIGIN) return { kind: 'external', url: url.href };
  const path = `${url.pathname}${url.search}`;
  for (const kind of KIND_NAMES) {
    const name = readName(url, KINDS[kind].page);
    if (name !== undefined) return { kind, idOrSlug: name, path };
  }
  return { kind: 'page', path };
};

export const getPageUrl = (url: string): string => url.replace(/#.*/, '');

/** Returns the external URLs in a text, without duplicates or fragments. */
export const listExternalUrls = (html: string, kind: VersionKind, siteUrl: string): readonly string[] => {
  const urls = listTextLinks(html, siteUrl).flatMap(({ href }) => {
    const target = readLinkTarget(href, kind);
    return target.kind === 'external' ? [getPageUrl(target.url)] : [];
  });
  return [...new Set(urls)].filter((url) => url.length <= MAX_EXTERNAL_LENGTH);
};
