import { SEARCH_KINDS, type SearchKind, type SearchResult, search } from '@site/shared/contracts/search';
import { KINDS } from '@site/shared/domain/kinds';
import { createExcerpt, hasMatch, toWords } from '@site/shared/domain/ranked-search';
import { toImageRef } from '../../database/image-queries.ts';
import { findPublicRows, type RankedMatches, type ResultRow, rankMatches } from '../../database/public-search.ts';
import { toSentences } from '../../domain/text.ts';
import type { ImageUrls } from '../../images/image-urls.ts';
import { createAddressLimit } from '../../limits/address-limit.ts';
import type { Mount } from '../mount-endpoint.ts';
import type { Services } from '../services.ts';

/** Limit per visitor. Cached responses do not count. */
const SEARCHES_PER_MINUTE = 60;
const DEFAULT_LIMIT = 10;

type Match = RankedMatches['matches'][number];

const ZERO_COUNTS = Object.fromEntries(SEARCH_KINDS.map((kind) => [kind, 0])) as Record<SearchKind, number>;

/** Returns the public name of a result's kind. For example, visitors know gallery images as photos. */
const toKind = ({ kind }: Match): SearchKind => KINDS[kind].publicName;

const NO_WORDS: ReadonlySet<string> = new Set();

/**
 * Returns the passage that matches, or else the beginning of the first text. Visitors looking for help always see the beginning, because a sentence out of
 * context may sound insensitive.
 */
const toExcerpt = ({ summary, body, details }: ResultRow, words: ReadonlySet<string>, isForHelp: boolean): SearchResult['excerpt'] => {
  const texts = [summary, toSentences(body), toSentences(details)].filter((text) => text !== '');
  const matchWords = isForHelp ? NO_WORDS : words;
  return [...createExcerpt(texts.find((text) => hasMatch(text, matchWords)) ?? texts[0] ?? '', matchWords)];
};

interface ResultContext {
  readonly words: ReadonlySet<string>;
  readonly isForHelp: boolean;
  readonly imageUrls: ImageUrls;
}

const toResult = (match: Match, row: ResultRow, { words, isForHelp, imageUrls }: ResultContext): SearchResult => ({
  kind: toKind(match),
  _id: row.id,
  slug: row.slug,
  title: [...createExcerpt(row.title, words)],
  excerpt: toExcerpt(row, words, isForHelp),
  date: row.date || null,
  ...(row.event_status !== '' && row.event_status !== 'scheduled' && { change: row.event_status }),
  imageUrl: imageUrls.getUrl(toImageRef(row.picture_id, row.version, row.format), true),
  imageAlt: row.picture_alt,
});

export const mountSearch = (mount: Mount, { db, imageUrls, now }: Services): void => {
  const limit = createAddressLimit(now, SEARCHES_PER_MINUTE);

  const readRows = async (matches: readonly Match[]): Promise<ReadonlyMap<Match, ResultRow>> => {
    const rows = new Map<Match, ResultRow>();
    const readKind = async (kind: Match['kind']): Promise<void> => {
      const kindMatches = matches.filter((match) => match.kind === kind);
      const documents = await findPublicRows(
        db,
        kind,
        kindMatches.map(({ id }) => id),
      );
      for (const match of kindMatches) {
        const row = documents.get(match.id);
        if (row !== undefined) rows.set(match, row);
      }
    };
    await Promise.all([...new Set(matches.map(({ kind }) => kind))].map(readKind));
    return rows;
  };

  mount(
    search,
    async ({ query, request }) => {
      limit.use(request);
      const queryWords = toWords(query.q);
      const { matches, words, corrections, isAnyWord, answers, pages } = await rankMatches(db, queryWords);
      const counts = { ...ZERO_COUNTS };
      for (const match of matches) counts[toKind(match)] += 1;
      const selectedMatches = query.kind === undefined ? matches : matches.filter((match) => toKind(match) === query.kind);
      const offset = query.offset ?? 0;
      const page = selectedMatches.slice(offset, offset + (query.limit ?? DEFAULT_LIMIT));
      const rows = await readRows(page);
      const context: ResultContext = { words, isForHelp: answers.includes('help'), imageUrls };
      const results = page.flatMap((match) => {
        const row = rows.get(match);
        return row === undefined ? [] : [toResult(match, row, context)];
      });
      const correctedQuery = corrections.size === 0 ? null : queryWords.map((word) => corrections.get(word) ?? word).join(' ');
      return { results, total: selectedMatches.length, counts, correctedQuery, isAnyWord, answers: [...answers], pages: [...pages] };
    },
    { isCached: true },
  );
};
