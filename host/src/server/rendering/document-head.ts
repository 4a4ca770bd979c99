import type { SiteConfig } from '@site/shared/contracts/site';
import { imageUrl, LINK_PREVIEW_SIZE } from '@site/shared/domain/image-url';
import type { PageAlternate, PageHead } from '@site/shared/remote/remote-contract';
import { type PageIdentity, toPageIdentity } from '../../federation/page-head.ts';

/** The content of the document's head. */
export interface DocumentHead extends PageIdentity {
  /** Title in link previews, which already show the site's name. */
  readonly shareTitle: string;
  /** URL in link previews. */
  readonly share: string;
  readonly type: 'website' | 'article';
  readonly image: string;
  readonly imageAlt: string;
  readonly structuredData: readonly object[];
  readonly alternates: readonly PageAlternate[];
  readonly noindex: boolean;
}

const DEFAULT_IMAGE = '/link-preview.jpg';

/** Social networks crop any other size, and some of them do not support WebP. */
const getLinkPreviewUrl = (image: string): string => imageUrl(image, { ...LINK_PREVIEW_SIZE, format: 'jpg' });

/** A page's head as a remote may deliver it: members may be absent or undefined. */
type RemotePageHead = { readonly [Name in keyof PageHead]: PageHead[Name] | undefined } & Pick<PageHead, 'title' | 'description'>;

/** Creates the document's head from the head of a page. */
export const toDocumentHead = (head: RemotePageHead, site: SiteConfig, path: string): DocumentHead => {
  const identity = toPageIdentity(head, site, path);
  return {
    ...identity,
    shareTitle: head.shareTitle || head.title || site.organisationName,
    share: head.sharePath === undefined ? identity.canonical : new URL(head.sharePath, site.siteUrl).href,
    type: head.type ?? 'website',
    image: new URL(getLinkPreviewUrl(head.image ?? DEFAULT_IMAGE), site.siteUrl).href,
    // All share cards look alike. With the title here, screen readers would read it twice.
    imageAlt: head.imageAlt || `${site.organisationName}: the sun rising over patterned cloth`,
    structuredData: head.structuredData ?? [],
    alternates: head.alternates ?? [],
    noindex: head.noindex ?? false,
  };
};
