import { PAGE_SOURCES } from './audited-pages.ts';

interface NamedTest {
  /** Spec in `e2e/tests`, without its extension. */
  readonly spec: string;
  readonly title: string;
}

/** One journey of a visitor through each part. */
const JOURNEYS: Readonly<Record<string, NamedTest>> = {
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

/** A page with the content of the provider, which has no pages itself. */
const CONTENT_PAGE = '/news';

const MOST_PAGES = 6;

/** Audit of one page, without the ids before its name and the look after it. */
const getAudit = (path: string): NamedTest => ({ spec: 'page-audit', title: `the audit of ${path}, opened` });

/** Matches tests by their file and a part of their title. */
const toPattern = ({ spec, title }: NamedTest): RegExp => new RegExp(`${spec}\\.spec\\.ts .*${title.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`);

/**
 * Tests that `npm run verify` runs in the browser when a change can affect `parts`: their pages in rotation until there are enough, and the journeys of the
 * first two parts. `files` are the affected files, nearest first: for each part, pages whose folders contain one come first.
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
  const inTurn = Array.from({ length: MOST_PAGES }, (_, position) => pages.flatMap((paths) => paths[position] ?? [])).flat();
  const journeys = parts.flatMap((part) => JOURNEYS[part] ?? []).slice(0, 2);
  return [...journeys, ...[...new Set(inTurn)].slice(0, MOST_PAGES).map(getAudit)].map(toPattern);
};
