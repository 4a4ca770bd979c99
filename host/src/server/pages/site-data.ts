import { createHash } from 'node:crypto';
import type { SiteConfig } from '@site/shared/contracts/site';
import type { PageData, SiteData } from '../../federation/page-data.ts';
import type { ReleaseSet } from '../../federation/release-set.ts';
import { createPageResponse, type PageResponse } from './page-response.ts';
import { DOCUMENT_POLICY } from './security-policy.ts';

/** What pages of one release set leave out of their HTML: one document. */
export interface SiteDocument extends SiteData {
  /** Changes with the content. */
  readonly id: string;
  readonly getBody: PageResponse['getBody'];
}

const ID_LENGTH = 12;

/** Members that the shell reads after navigations only, for the document's head. */
const HEAD_MEMBERS: readonly string[] = ['organisationName', 'siteUrl'];

/** The configuration as the shell shows it: with the links of remotes. */
const withLinks = (site: SiteConfig, { links = [] }: ReleaseSet): SiteConfig =>
  links.length === 0 ? site : { ...site, exploreLinks: [...(site.exploreLinks ?? []), ...links] };

/** Returns the document of a release set. */
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
  /** The release set of the page. */
  readonly set: ReleaseSet;
  /** The remote that owns it, if one does. */
  readonly remote: string | undefined;
  readonly document: SiteDocument;
  /** The members of the configuration that its HTML was rendered from; undefined where the browser renders its area. */
  readonly siteReads: readonly string[] | undefined;
}

/** What the HTML carries of the release set and of the configuration: what hydration needs. */
export const toCarriedData = ({ set, remote, document, siteReads }: PageParts): Pick<PageData, 'set' | 'site' | 'rest'> => {
  if (siteReads === undefined) return { set, site: document.site };
  const members = new Set([...HEAD_MEMBERS, ...siteReads]);
  const own = remote === undefined ? undefined : set.remotes[remote];
  return {
    set: { id: set.id, remotes: remote === undefined || own === undefined ? {} : { [remote]: own } },
    // The rest of it follows before anything else is rendered (`completePage`).
    site: Object.fromEntries(Object.entries(document.site).filter(([name]) => members.has(name))) as SiteConfig,
    rest: document.id,
  };
};
