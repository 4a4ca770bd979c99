import type { Page } from '@playwright/test';
import { type LinkResult, LinkState } from 'linkinator';
import { PUBLIC_PATHS } from '../support/public-pages.ts';
import { test as base, expect } from '../support/site-test.ts';
import { checkEqualAccess } from './equal-access.ts';
import { expectNoFindings } from './findings.ts';
import { checkHtml } from './html-checker.ts';
import { crawl } from './links.ts';

interface WorkerFixtures {
  /** URL of the Nu HTML checker; undefined if Java is missing. CI fails without Java. */
  readonly htmlChecker: string | undefined;
  /** Every link on the site, found by following links from the sitemap and the pages in `PUBLIC_PATHS`. */
  readonly links: readonly LinkResult[];
}

/** Checks a page's HTML in one state, and its accessibility in every theme and at every width. */
type CheckPage = (page: Page, state: string) => Promise<void>;

export const readText = async (url: string): Promise<string> => (await fetch(url)).text();

const readSitemap = async (siteUrl: string): Promise<readonly string[]> =>
  [...(await readText(`${siteUrl}/sitemap.xml`)).matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = '']) => {
    const { pathname, search } = new URL(url.replaceAll('&amp;', '&'));
    return pathname + search;
  });

/** Removes the fragment, and the trailing slash that the link checker adds to page paths. */
const toPath = (url: string): string => {
  const { pathname, search } = new URL(url);
  return (pathname === '/' ? '/' : pathname.replace(/\/$/, '')) + search;
};

export const getReachablePaths = (siteUrl: string, links: readonly LinkResult[]): readonly string[] => [
  ...new Set(links.filter(({ url, state }) => state === LinkState.OK && url.startsWith(siteUrl)).map(({ url }) => toPath(url))),
];

export const test = base.extend<{ checkPage: CheckPage }, WorkerFixtures>({
  htmlChecker: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the required fixtures from this pattern.
    async ({}, use) => use(process.env.HTML_CHECKER_URL),
    { scope: 'worker' },
  ],
  links: [
    async ({ site }, use) => use(await crawl(site.url, ['/', ...PUBLIC_PATHS.filter((path) => path !== '/nope'), ...(await readSitemap(site.url))])),
    { scope: 'worker', timeout: 900_000 },
  ],
  checkPage: async ({ htmlChecker }, use) =>
    use(async (page, state) => {
      const html = await page.content();
      if (htmlChecker !== undefined) expectNoFindings('Nu HTML checker', await checkHtml(htmlChecker, state, html));
      expectNoFindings('Equal Access', await checkEqualAccess(page, state));
    }),
});
export { expect };
