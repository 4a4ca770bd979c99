import { createHash } from 'node:crypto';
import type { SiteConfig } from '@site/shared/contracts/site';
import type { PageData, SiteData } from '../../federation/page-data.ts';
import type { ReleaseSet } from '../../federation/release-set.ts';
import { createPageResponse, type PageResponse } from './page-response.ts';
import { DOCUMENT_POLICY } from './security-policy.ts';

/** The data that pages of one release set leave out of their HTML, as one JSON document. */
export interface SiteDocument extends SiteData {
  /** Hash of the content. */
  readonly id: string;
  readonly getBody: PageResponse['getBody'];
}

const ID_LENGTH = 12;

/** Members of the configuration that the shell reads only after navigations, for the document's head. */
const HEAD_MEMBERS: readonly string[] = ['organisationName', 'siteUrl'];

/** Returns the configuration as the shell shows it, with the remotes' links. */
const withLinks = (site: SiteConfig, { links = [] }: ReleaseSet): SiteConfig =>
  links.length === 0 ? site : { ...site, exploreLinks: [...(site.exploreLinks ?? []), ...links] };

/** Returns the document for a release set. */
export const createSiteDocuments = (site: SiteConfig) => {
  const siteDocuments = new WeakMap<ReleaseSet, SiteDocument>();
  return (set: ReleaseSet): SiteDocument => {
    const existing = siteDocuments.get(set);
    if (existing !== undefined) return existing;
    const data: SiteData = { site: withLinks(site, set), remotes: set.remotes };
    const text = JSON.stringify(data);
    const { getBody } = createPageResponse({
      status: 200,
      contentType: 'application/json; charset=utf-8',
      contentSecurityPolicy: DOCUMENT_POLICY,
      cacheability: 'static',
      getLastModified: () => 0,
      text,
    });
    const created = { ...data, id: createHash('sha256').update(text).digest('hex').slice(0, ID_LENGTH), getBody };
    siteDocuments.set(set, created);
    return created;
  };
};

interface PageParts {
  readonly set: ReleaseSet;
  /** The remote that owns the page, if there is one. */
  readonly remote: string | undefined;
  readonly document: SiteDocument;
  /** Members of the configuration from which the HTML was rendered; undefined if the browser renders the area. */
  readonly siteReads: readonly string[] | undefined;
}

/** Returns the parts of the release set and of the configuration that the HTML contains, because hydration needs them. */
export const selectPageData = ({ set, remote, document, siteReads }: PageParts): Pick<PageData, 'set' | 'site' | 'rest'> => {
  if (siteReads === undefined) return { set, site: document.site };
  const members = new Set([...HEAD_MEMBERS, ...siteReads]);
  const own = remote === undefined ? undefined : set.remotes[remote];
  return {
    set: { id: set.id, remotes: remote === undefined || own === undefined ? {} : { [remote]: own } },
    // The browser loads the remaining members before it renders anything else (`completePage`).
    site: Object.fromEntries(Object.entries(document.site).filter(([name]) => members.has(name))) as SiteConfig,
    rest: document.id,
  };
};
