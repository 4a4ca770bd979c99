import * as v from 'valibot';
import { KIND_NAMES, KINDS } from '../domain/kinds.ts';
import { endpoint } from './endpoint.ts';
import { optionalText, timestamp } from './fields.ts';
import { positiveInteger, rowPosition } from './pagination.ts';

/** Kinds of content, as the public search names them and in the order in which it lists them. */
export const SEARCH_KINDS = [...KIND_NAMES].sort((one, other) => KINDS[one].searchOrder - KINDS[other].searchOrder).map((name) => KINDS[name].publicName);
const searchKindSchema = v.picklist(SEARCH_KINDS, `must be ${SEARCH_KINDS.join(', ')}`);
export type SearchKind = v.InferOutput<typeof searchKindSchema>;

const MAX_RESULTS = 50;

/** `q`: words in any order, of which only the first eight count. `kind` selects one kind, `limit` (10 if it is missing) and `offset` a page. */
export const searchQuerySchema = v.object({
  q: v.pipe(v.string(), v.trim(), v.maxLength(100, 'must have 100 characters or fewer')),
  kind: v.optional(searchKindSchema),
  limit: v.optional(positiveInteger(MAX_RESULTS)),
  offset: rowPosition('must be a whole number'),
});

/** Plain text in pieces, so that a page can mark what the query asked for. */
export const excerptSchema = v.array(v.object({ text: v.string(), isMatch: v.boolean() }));

/** `slug` is '' for kinds without one; `date` is the day of an event or the time of a publication, null for programs; `imageUrl` is '' without an image. */
export const searchResultSchema = v.object({
  kind: searchKindSchema,
  _id: v.string(),
  slug: optionalText,
  title: excerptSchema,
  excerpt: excerptSchema,
  date: timestamp,
  /** Of an event that does not take place as announced; absent for everything else. */
  change: v.optional(v.fallback(v.optional(v.picklist(['cancelled', 'postponed'])), undefined)),
  imageUrl: optionalText,
  imageAlt: optionalText,
});
export type SearchResult = v.InferOutput<typeof searchResultSchema>;

/** What a page of results shows before any result: helplines and the emergency number; how to reach the organisation. */
export const SEARCH_ANSWERS = ['help', 'contact'] as const;
export type SearchAnswer = (typeof SEARCH_ANSWERS)[number];

/** The matches found per kind, at most; a kind with as many may have more. */
export const MATCHES_PER_KIND = 100;

/**
 * Results of one page, the best first. `counts` has the number of matches by kind, up to `MATCHES_PER_KIND` each, whichever kind the query selects. `total` has those of
 * the selected kind, else of all. `correctedQuery` is what was looked for if words of the query occur nowhere and similar ones do, else null. `isAnyWord`: no
 * document says everything, so the results say some of it, or something similar. `answers` says what the query asks for besides, null if the provider does not tell. `pages` has paths of the
 * site where it is, the best first, of which some sites lack some.
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
    // Earlier providers find fewer kinds.
    counts: v.object(v.entriesFromList(SEARCH_KINDS, v.optional(v.number(), 0))),
    correctedQuery: v.nullish(v.string(), null),
    isAnyWord: v.nullish(v.boolean(), false),
    // Later providers may have others.
    answers: v.nullish(v.array(v.string()), null),
    pages: v.nullish(v.array(v.string()), []),
  }),
});
