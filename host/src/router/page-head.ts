import type { SiteConfig } from '@site/shared/contracts/site';
import { imageUrl, LINK_PREVIEW_SIZE } from '@site/shared/domain/image-url';
import { isPageHandle, type PageAlternate, type PageHead, type PageMembers } from '@site/shared/remote/remote-contract';

/** The content of the document's head, the same from the server and after a navigation in the browser. */
export interface DocumentHead {
  readonly title: string;
  /** In link previews, which name the site themselves. */
  readonly shareTitle: string;
  readonly description: string;
  readonly canonical: string;
  /** The address in link previews. */
  readonly share: string;
  readonly type: 'website' | 'article';
  readonly image: string;
  readonly imageAlt: string;
  readonly structuredData: readonly object[];
  readonly alternates: readonly PageAlternate[];
}

interface MatchedPage {
  readonly handle?: unknown;
  readonly data?: unknown;
}

const DEFAULT_IMAGE = '/link-preview.jpg';

/** Social networks crop any other size, and some of them do not support WebP. */
const linkPreview = (image: string): string => imageUrl(image, { ...LINK_PREVIEW_SIZE, format: 'jpg' });

/** The handle of the deepest matched route that is a page, with that route's data. */
export const findPage = (matches: readonly MatchedPage[]): { readonly handle: PageMembers; readonly data: unknown } | undefined => {
  for (const match of [...matches].reverse()) {
    if (isPageHandle(match.handle)) return { handle: match.handle, data: match.data };
  }
  return undefined;
};

/** A page's head as a remote may deliver it, with members that are absent or undefined. */
type GivenHead = { readonly [Name in keyof PageHead]: PageHead[Name] | undefined } & Pick<PageHead, 'title' | 'description'>;

/** The document's head for a page's own head. */
export const toDocumentHead = (head: GivenHead, site: SiteConfig, path: string): DocumentHead => {
  const canonicalPath = head.canonicalPath ?? path;
  const toAddress = (address: string): string => new URL(address, site.siteUrl).href;
  const title = head.title === '' ? site.organisationName : `${head.title} | ${site.organisationName}`;
  return {
    title,
    shareTitle: head.title || site.organisationName,
    description: head.description,
    canonical: toAddress(canonicalPath),
    share: toAddress(head.sharePath ?? canonicalPath),
    type: head.type ?? 'website',
    image: toAddress(linkPreview(head.image ?? DEFAULT_IMAGE)),
    // The image of a page with fixed content shows these words.
    imageAlt: head.imageAlt || title,
    structuredData: head.structuredData ?? [],
    alternates: head.alternates ?? [],
  };
};

export const createDocumentHead = (matches: readonly MatchedPage[], site: SiteConfig, path: string): DocumentHead => {
  const page = findPage(matches);
  return toDocumentHead(page?.handle.head(page.data) ?? { title: '', description: '' }, site, path);
};
