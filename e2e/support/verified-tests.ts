import { PAGE_SOURCES } from './audited-pages.ts';

interface TestTitle {
  readonly spec: string;
  readonly title: string;
}

const JOURNEYS: Readonly<Record<string, TestTitle>> = {
  'remote-gallery': { spec: 'areas', title: 'GAL-04 the lightbox opens, steps and closes by keyboard, and returns the focus' },
  'remote-news-events': { spec: 'areas', title: 'ROUTE-06 ROUTE-07 ROUTE-08 ROUTE-09 all content is readable and reachable by links' },
  'remote-auth-admin': { spec: 'one-site', title: 'GEN-02 GEN-11 LOGIN-03 ROUTE-17 staff are redirected to the sign-in and then to their dashboard' },
  'remote-marketing': {
    spec: 'pages',
    title: 'GEN-08 VOL-11 VOL-13 CONF-04 X-03 a volunteer application ends with a thank-you message, an empty form and confetti',
  },
  host: { spec: 'one-site', title: 'ROUTE-18 navigates between remotes without a reload; title and focus follow' },
  provider: { spec: 'pages', title: 'GEN-06 GEN-14 news, events, gallery and programs show the content of the provider' },
};

/** The page to test when the provider changes. The provider has no pages, but this page shows its content. */
const CONTENT_PAGE = '/news';

const MAX_PAGES = 6;

/** Returns the test that audits a page. The test's full title begins with requirement ids and ends with a theme and width. */
const getAudit = (path: string): TestTitle => ({ spec: 'page-audit', title: `the audit of ${path}, opened` });

const toPattern = ({ spec, title }: TestTitle): RegExp => new RegExp(`${spec}\\.spec\\.ts .*${title.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`);

/**
 * Returns the browser tests that `npm run verify` runs when a change can affect `parts`: pages of the parts in turn, and at most two journeys. `files` lists
 * the affected files, nearest first. Pages whose folders contain one of these files come first.
 */
export const getVerifiedTests = (parts: readonly string[], files: readonly string[]): readonly RegExp[] => {
  const getDistance = (source: string): number => {
    const position = files.findIndex((file) => file.startsWith(`${source}/`));
    return position < 0 ? files.length : position;
  };
  const pages = parts.map((part) =>
    PAGE_SOURCES.filter(({ path, source }) => source.startsWith(`${part}/`) || (part === 'provider' && path === CONTENT_PAGE))
      .sort((a, b) => getDistance(a.source) - getDistance(b.source))
      .map(({ path }) => path),
  );
  const interleavedPages = Array.from({ length: MAX_PAGES }, (_, position) => pages.flatMap((paths) => paths[position] ?? [])).flat();
  const journeys = parts.flatMap((part) => JOURNEYS[part] ?? []).slice(0, 2);
  return [...journeys, ...[...new Set(interleavedPages)].slice(0, MAX_PAGES).map(getAudit)].map(toPattern);
};
