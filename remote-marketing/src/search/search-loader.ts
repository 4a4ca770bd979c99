import { SEARCH_KINDS, type SearchKind, type SearchResult, search } from '@site/shared/contracts/search';
import { HELP_BOX, HELP_BOX_ATTRIBUTE } from '@site/shared/domain/help-box';
import { KIND_NAMES, KINDS } from '@site/shared/domain/kinds';
import {
  createExcerpt,
  createVocabulary,
  type ExcerptPart,
  expandTerm,
  type RankedDocument,
  scoreDocument,
  type TermWords,
  toSearchTerms,
  toWords,
} from '@site/shared/domain/ranked-search';
import type { RichTextNode } from '@site/shared/domain/rich-text';
import { cutText } from '@site/shared/domain/text-length';
import type { HostServices } from '@site/shared/remote/host-services';
import type { RemoteRoute } from '@site/shared/remote/remote-contract';
import { data, type LoaderFunctionArgs } from '@site/shared/router';
import { HELP_PARTS } from '../get-help/help-parts.ts';
import { LIST_PAGES, PAGE_NAMES } from './search-content.ts';
import { listStaticPages, type StaticPage } from './static-pages.ts';

const RESULTS_PER_PAGE = 10;
/** Maximum number of pages in the results. More pages would hide the best matches. */
const MAX_PAGE_RESULTS = 3;
/** Maximum number of links to parts of the help page. A visitor in need has no time to choose. */
const MAX_HELP_PARTS = 3;
/** Words that the search ignores if the query contains other words. */
const STOP_WORDS = new Set(['a', 'an', 'and', 'i', 'nobody', 'of', 'or', 'the', 'to']);
const MAX_QUERY_CHARACTERS = 100;

export interface FoundItem {
  readonly kind: SearchKind | 'page';
  readonly path: string;
  readonly title: readonly ExcerptPart[];
  readonly excerpt: readonly ExcerptPart[];
  readonly date: string | null;
  readonly change: SearchResult['change'];
  readonly imageUrl: string;
  readonly imageAlt: string;
}

interface Request {
  readonly query: string;
  readonly kind: SearchKind | null;
  readonly page: number;
}

interface RequestWithHelp extends Request {
  /** Help box with the numbers to call, shown before the results; empty if the query does not ask for help. */
  readonly help: readonly RichTextNode[];
}

export interface SearchResults extends RequestWithHelp {
  readonly state: 'found';
  /** Links to the parts of the help page that answer the query, the most urgent first. */
  readonly helpParts: ReadonlyArray<{ readonly path: string; readonly title: string }>;
  readonly items: readonly FoundItem[];
  readonly total: number;
  readonly pageCount: number;
  /** Number of matches by kind. This remote's pages count as a separate kind. */
  readonly counts: Readonly<Record<FoundItem['kind'], number>>;
  readonly correctedQuery: string | null;
  readonly isAnyWord: boolean;
  readonly isAboutContact: boolean;
}

export type SearchData = SearchResults | (RequestWithHelp & { readonly state: 'empty' | 'busy' | 'failed' });

const isSearchKind = (name: string | null): name is SearchKind => SEARCH_KINDS.some((kind) => kind === name);

const readRequest = (url: string): Request => {
  const { searchParams } = new URL(url);
  const page = searchParams.get('page') ?? '';
  const kind = searchParams.get('kind');
  return {
    query: cutText((searchParams.get('q') ?? '').trim(), MAX_QUERY_CHARACTERS),
    kind: isSearchKind(kind) ? kind : null,
    page: /^[1-9]\d{0,3}$/.test(page) ? Number(page) : 1,
  };
};

const getPath = ({ kind, slug, _id }: SearchResult): string => {
  const kindName = KIND_NAMES.find((name) => KINDS[name].publicName === kind);
  return `${kindName === undefined ? '/' : KINDS[kindName].page}${encodeURIComponent(slug || _id)}`;
};

const toItem = (result: SearchResult): FoundItem => ({
  kind: result.kind,
  path: getPath(result),
  title: result.title,
  excerpt: result.excerpt,
  date: result.date,
  change: result.change,
  imageUrl: result.imageUrl,
  imageAlt: result.imageAlt,
});

/** Adds the page's name to titles that do not contain it, as in "Donate: What your gift does". */
const getTitle = ({ path, title }: StaticPage): string => (path in PAGE_NAMES ? `${PAGE_NAMES[path]}: ${title}` : title);

const toDocument = (page: StaticPage): RankedDocument => ({ title: toWords(getTitle(page)), summary: toWords(page.description) });

/** Converts "/impact#trust" to "/impact". */
const removeFragment = (path: string): string => path.replace(/#.*/, '');

const containsAllTerms = ({ title, summary }: RankedDocument, terms: readonly TermWords[]): boolean =>
  terms.every((term) => [...title, ...summary].some((word) => term.has(word)));

/**
 * Finds the pages that the provider suggests for the query, followed by the pages that contain all its words. The pages are ranked like the provider's results
 * (docs/decisions/041-public-search.md). The provider also knows paths from other remotes and releases; paths without a page in `pages` are left out.
 */
const findPages = (query: string, paths: readonly string[], pages: readonly StaticPage[]): FoundItem[] => {
  const documents = pages.map((page) => ({ page, document: toDocument(page) }));
  const vocabulary = createVocabulary(new Set(documents.flatMap(({ document: { title, summary } }) => [...title, ...summary])));
  const queryTerms = toSearchTerms(query);
  const significantTerms = queryTerms.filter((term) => !STOP_WORDS.has(term));
  const terms = (significantTerms.length === 0 ? queryTerms : significantTerms).map((term) => expandTerm(term, vocabulary));
  const words = new Set(terms.flatMap((term) => [...term.keys()]));
  // List each page once, at its first suggested part.
  const suggestedPaths = new Map([...paths].reverse().map((path) => [removeFragment(path), path]));
  const suggestions = paths
    .filter((path) => suggestedPaths.get(removeFragment(path)) === path)
    .flatMap((path) => pages.filter((page) => page.path === removeFragment(path)).map((page) => ({ ...page, path })));
  const matchingPages = documents
    .filter(({ page, document }) => terms.length > 0 && containsAllTerms(document, terms) && !suggestedPaths.has(page.path))
    .map(({ page, document }) => ({ page, score: scoreDocument(document, terms) }))
    .sort((a, b) => b.score - a.score);
  return [...suggestions, ...matchingPages.map(({ page }) => page)].slice(0, MAX_PAGE_RESULTS).map((page) => ({
    kind: 'page',
    path: page.path,
    title: createExcerpt(getTitle(page), words),
    excerpt: page.description === page.title ? [] : createExcerpt(page.description, words),
    date: null,
    change: undefined,
    imageUrl: '',
    imageAlt: '',
  }));
};

const HELP_PART_PREFIX = '/help#';

const findHelpParts = (paths: readonly string[]): SearchResults['helpParts'] =>
  paths.flatMap((path) => HELP_PARTS.flatMap(({ id, title }) => (path === `${HELP_PART_PREFIX}${id}` ? [{ path, title }] : []))).slice(0, MAX_HELP_PARTS);

const HELP_TEXT = `<aside ${HELP_BOX_ATTRIBUTE}="${HELP_BOX}"></aside>`;

/** Loads the parser with the data, so that pages rendered on the server need no parser in the browser. */
const loadHelpBlocks = async (site: HostServices['site']): Promise<readonly RichTextNode[]> => {
  const { parseSiteText } = await import(/* webpackChunkName: "rich-text-parser" */ '@site/shared/domain/parse-site-text');
  return parseSiteText(HELP_TEXT, site);
};

/** Loads the results. On the first page of an unfiltered search, the pages with fixed texts (from `routes`) come before the provider's results. */
export const loadSearch = async ({ http, site }: Pick<HostServices, 'http' | 'site'>, routes: readonly RemoteRoute[], args: LoaderFunctionArgs) => {
  const { request } = args;
  const searchRequest = readRequest(request.url);
  const { query, kind, page } = searchRequest;
  if (query === '') return data<SearchData>({ ...searchRequest, help: [], state: 'empty' });
  const response = await http.call(search, {
    signal: request.signal,
    silent: true,
    query: { q: query, limit: String(RESULTS_PER_PAGE), offset: String((page - 1) * RESULTS_PER_PAGE), ...(kind === null ? {} : { kind }) },
  });
  if (!response.ok) {
    const isBusy = response.error.kind === 'too-many';
    // Show the help box even after a failure, because the query may have asked for help.
    return data<SearchData>({ ...searchRequest, help: await loadHelpBlocks(site), state: isBusy ? 'busy' : 'failed' }, { status: isBusy ? 429 : 503 });
  }
  const { results, total, counts, correctedQuery, isAnyWord, answers, pages } = response.value;
  const pagePaths = pages.filter((path) => !path.startsWith(HELP_PART_PREFIX));
  const foundPages = findPages(correctedQuery ?? query, pagePaths, [...(await listStaticPages(routes, args)), ...LIST_PAGES]);
  const items = [...(kind === null && page === 1 ? foundPages : []), ...results.map(toItem)];
  return data<SearchData>({
    ...searchRequest,
    // Providers from earlier releases do not say whether to show help.
    help: answers === null || answers.includes('help') ? await loadHelpBlocks(site) : [],
    state: 'found',
    helpParts: findHelpParts(pages),
    items,
    total: total + (kind === null ? foundPages.length : 0),
    pageCount: Math.max(1, Math.ceil(total / RESULTS_PER_PAGE)),
    counts: { ...counts, page: foundPages.length },
    correctedQuery,
    isAnyWord,
    isAboutContact: answers?.includes('contact') ?? false,
  });
};
