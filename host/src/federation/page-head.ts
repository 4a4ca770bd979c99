import type { SiteConfig } from '@site/shared/contracts/site';
import { isPageHandle, type PageHead, type PageMembers } from '@site/shared/remote/remote-contract';

export interface PageIdentity {
  readonly title: string;
  readonly description: string;
  readonly canonical: string;
}

interface MatchedPage {
  readonly handle?: unknown;
  readonly data?: unknown;
}

export const findPage = (matches: readonly MatchedPage[]): { readonly handle: PageMembers; readonly data: unknown } | undefined => {
  for (const match of [...matches].reverse()) {
    if (isPageHandle(match.handle)) return { handle: match.handle, data: match.data };
  }
  return undefined;
};

export const toPageIdentity = (
  { title, description, canonicalPath }: Pick<PageHead, 'title' | 'description'> & { readonly canonicalPath?: string | undefined },
  site: SiteConfig,
  path: string,
): PageIdentity => ({
  title: title === '' ? site.organisationName : `${title} | ${site.organisationName}`,
  description,
  canonical: new URL(canonicalPath ?? path, site.siteUrl).href,
});

const NO_HEAD: PageHead = { title: '', description: '' };

export const getPageHead = (matches: readonly MatchedPage[]): PageHead => {
  const page = findPage(matches);
  return page?.handle.head(page.data) ?? NO_HEAD;
};
