import * as v from 'valibot';
import { KIND_NAMES, KINDS } from '../domain/kinds.ts';
import { maxCharacters } from '../domain/text-length.ts';
import { endpoint } from './endpoint.ts';
import { optionalText, timestamp } from './fields.ts';
import { positiveInteger, rowPosition } from './pagination.ts';

/** Public names of the kinds of content, in the public search's order. */
export const SEARCH_KINDS = [...KIND_NAMES].sort((a, b) => KINDS[a].searchOrder - KINDS[b].searchOrder).map((name) => KINDS[name].publicName);
const searchKindSchema = v.picklist(SEARCH_KINDS, `must be ${SEARCH_KINDS.join(', ')}`);
export type SearchKind = v.InferOutput<typeof searchKindSchema>;

const MAX_RESULTS = 50;

/**
 * Query of a search. `q` contains words in any order; only the first eight are used. `kind` selects one kind; `limit` (default 10) and `offset` select a page.
 */
export const searchQuerySchema = v.object({
  q: v.pipe(v.string(), v.trim(), maxCharacters(100, 'must have 100 characters or fewer')),
  kind: v.optional(searchKindSchema),
  limit: v.optional(positiveInteger(MAX_RESULTS)),
  offset: rowPosition('must be a whole number'),
});

/** Plain text in parts, so that a page can highlight the matches. */
export const excerptSchema = v.array(v.object({ text: v.string(), isMatch: v.boolean() }));

/**
 * Search result. `slug` is '' for kinds without one; `date` is an event's day or a publication time, null for programs; `imageUrl` is '' if there is no image.
 */
export const searchResultSchema = v.object({
  kind: searchKindSchema,
  _id: v.string(),
  slug: optionalText,
  title: excerptSchema,
  excerpt: excerptSchema,
  date: timestamp,
  /** Set for an event that is cancelled or postponed; absent for everything else. */
  change: v.optional(v.fallback(v.optional(v.picklist(['cancelled', 'postponed'])), undefined)),
  imageUrl: optionalText,
  imageAlt: optionalText,
});
export type SearchResult = v.InferOutput<typeof searchResultSchema>;

/** Answers shown before any result: `help` for helplines and the emergency number, `contact` for the organisation's contact details. */
export const SEARCH_ANSWERS = ['help', 'contact'] as const;
export type SearchAnswer = (typeof SEARCH_ANSWERS)[number];

/** Maximum number of matches counted per kind. A kind with this count may have more matches. */
export const MATCHES_PER_KIND = 100;

/**
 * Returns one page of results, best match first. `counts` contains the number of matches of every kind, up to `MATCHES_PER_KIND` each, whichever kind the query
 * selects. `total` is the count for the selected kind, or for all kinds. `correctedQuery` is the query with misspelt words replaced, or null. `isAnyWord` is
 * true if no document contains all words; the results then contain some of the words or similar words. `answers` says what to show before the results; null
 * from a provider that does not support it. `pages` contains paths of matching pages, best match first; a site may lack some of them.
 */
export const search = endpoint({
  method: 'GET',
  path: '/search',
  access: 'public',
  envelope: 'data',
  query: searchQuerySchema,
  response: v.object({
    results: v.array(searchResultSchema),
    total: v.number(),
    // Older providers search fewer kinds of content.
    counts: v.object(v.entriesFromList(SEARCH_KINDS, v.optional(v.number(), 0))),
    correctedQuery: v.nullish(v.string(), null),
    isAnyWord: v.nullish(v.boolean(), false),
    // Accept any text, because later providers may send other answers.
    answers: v.nullish(v.array(v.string()), null),
    pages: v.nullish(v.array(v.string()), []),
  }),
});
