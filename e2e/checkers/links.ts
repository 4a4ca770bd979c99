import { LinkChecker, type LinkResult, LinkState } from 'linkinator';
import type { Finding } from './findings.ts';

/** Kept low so that the host's composition queue does not delay the crawl. */
const CONCURRENCY = 8;

/** Follows every link from the given pages and checks the fragments. Skips links to other hosts, because tests have no internet access. */
export const crawl = async (siteUrl: string, paths: readonly string[]): Promise<readonly LinkResult[]> => {
  const { links } = await new LinkChecker().check({
    path: paths.map((path) => `${siteUrl}${path}`),
    recurse: true,
    concurrency: CONCURRENCY,
    checkFragments: true,
    checkCss: true,
    // A busy host rejects requests with 503, so a link is only reported as broken after five more failures.
    retryErrors: true,
    linksToSkip: async (link) => new URL(link).origin !== siteUrl,
  });
  return links;
};

export const findBrokenLinks = (siteUrl: string, links: readonly LinkResult[]): readonly Finding[] =>
  links
    .filter(({ state }) => state === LinkState.BROKEN)
    .map(({ url, status, parent = '' }) => ({
      checker: 'links',
      rule: `status ${status}`,
      page: parent.replace(siteUrl, ''),
      where: url.replace(siteUrl, ''),
    }));
