import { PUBLIC_PATHS, type PublicPath } from './public-pages.ts';

interface NamedTest {
  /** The spec in `e2e/tests`, without its ending. */
  readonly spec: string;
  readonly title: string;
}

interface PartTests {
  /** The pages that are audited. */
  readonly pages: readonly PublicPath[];
  /** The one way of a visitor through the part. */
  readonly journey: NamedTest;
}

const getPages = (pattern: RegExp): readonly PublicPath[] => PUBLIC_PATHS.filter((path) => pattern.test(path));

/** What `npm run verify` runs in the browser when a change can affect a part. The first pages matter most: a change of several parts has only these. */
const PARTS: Readonly<Record<string, PartTests>> = {
  'remote-gallery': {
    pages: getPages(/^\/gallery/),
    journey: { spec: 'areas', title: 'GAL-04 the lightbox opens, steps and closes by keyboard, and returns the focus' },
  },
  'remote-news-events': {
    pages: getPages(/^\/(?:news|events)/),
    journey: { spec: 'areas', title: 'ROUTE-06 ROUTE-07 ROUTE-08 ROUTE-09 all content is readable and reachable by links' },
  },
  'remote-auth-admin': {
    pages: getPages(/^\/login/),
    journey: { spec: 'one-site', title: 'GEN-02 GEN-11 LOGIN-03 ROUTE-17 staff are redirected to the sign-in and then to their dashboard' },
  },
  'remote-marketing': {
    pages: getPages(/^\/(?!gallery|news|events|login|nope)/),
    journey: { spec: 'pages', title: 'GEN-08 VOL-11 VOL-13 CONF-04 X-03 a volunteer application ends with a thank-you message, an empty form and confetti' },
  },
  host: { pages: getPages(/^\/nope/), journey: { spec: 'one-site', title: 'ROUTE-18 navigates between remotes without a reload; title and focus follow' } },
  provider: {
    pages: getPages(/^\/news$/),
    journey: { spec: 'pages', title: 'GEN-06 GEN-14 news, events, gallery and programs show the content of the provider' },
  },
};

const MOST_PAGES = 6;

/** The audit of one page, without the ids before and the look after it. */
const getAudit = (path: PublicPath): NamedTest => ({ spec: 'page-audit', title: `the audit of ${path}, opened` });

/** Matches tests by their file and a part of their title. */
const toPattern = ({ spec, title }: NamedTest): RegExp => new RegExp(`${spec}\\.spec\\.ts .*${title.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`);

/** The tests for parts: their pages in turn until there are enough, those in whose folder a file was changed first, and the journeys of the first two. */
export const getVerifiedTests = (parts: readonly string[], changed: readonly string[]): readonly RegExp[] => {
  const tests = parts.flatMap((part) => PARTS[part] ?? []);
  const folders = new Set(changed.flatMap((file) => file.split('/')));
  const isNear = (path: PublicPath): number => Number(folders.has(path.split(/[/?]/)[1] || 'home'));
  const pages = tests.map((part) => [...part.pages].sort((a, b) => isNear(b) - isNear(a)));
  const inTurn = Array.from({ length: MOST_PAGES }, (_, position) => pages.flatMap((paths) => paths[position] ?? [])).flat();
  return [...tests.slice(0, 2).map(({ journey }) => journey), ...inTurn.slice(0, MOST_PAGES).map(getAudit)].map(toPattern);
};
