import type { EventStatus } from '@site/shared/contracts/event';
import { MATCHES_PER_KIND } from '@site/shared/contracts/search';
import { isSlugKind, KIND_NAMES, mapKinds } from '@site/shared/domain/kinds';
import { createVocabulary, expandTerm, findCorrections, scoreDocument, type TermWords, type Vocabulary } from '@site/shared/domain/ranked-search';
import { type RawBuilder, sql } from 'kysely';
import { isHelpWord, isKnownWord, type QueryInterpretation, type QueryTerm, readQuery, TOPIC_WORDS, toForms } from '../domain/search-vocabulary.ts';
import { isEmbedded, preferIndexScan } from './connection.ts';
import { DOCUMENT_KINDS, getAltColumn, getFirstNumber, listSearchedColumns, listTextColumns, NUMBERS_PER_KIND } from './document-kinds.ts';
import { createRevisionCache } from './revision-cache.ts';
import type { Timestamp } from './schema/columns.ts';
import type { Database, Tables } from './schema/tables.ts';

type DocumentKind = Tables['public_documents']['kind'];

interface Candidate {
  readonly number: number | string;
  readonly kind: DocumentKind;
  readonly id: string;
  readonly title: string;
  readonly summary: string;
}

/** Where the terms must occur: all in the title, all in any text, or some in any text. */
type MatchScope = 'title' | 'all' | 'some';

/**
 * Returns the maximum number of documents per kind to rank. Partial matches are numerous and similar, so half as many are enough, which takes a fifth less
 * time.
 */
const getMatchLimit = (scope: MatchScope): number => (scope === 'some' ? MATCHES_PER_KIND / 2 : MATCHES_PER_KIND);

const readVocabulary = createRevisionCache<Vocabulary>();

/** Words contain only letters and digits, so the query needs no escaping. */
const selectOnSqlite = (kind: DocumentKind, scope: MatchScope, terms: readonly TermWords[]): RawBuilder<unknown> => {
  const columns = scope === 'title' ? 'title' : '{title text}';
  const query = terms.map((term) => `${columns} : (${[...term.keys()].map((word) => `"${word}"`).join(' OR ')})`).join(scope === 'some' ? ' OR ' : ' AND ');
  const first = getFirstNumber(kind);
  // The cross join forces this join order. The planner does not know how few rows the index returns and would otherwise read all documents.
  return sql`
    select public_documents.* from (
      select rowid as match from public_words where public_words match ${query} and rowid between ${sql.lit(first)} and ${sql.lit(first + NUMBERS_PER_KIND - 1)}
      order by rowid desc limit ${sql.lit(getMatchLimit(scope))}
    ) as matches cross join public_documents on public_documents.number = matches.match`;
};

/**
 * Thresholds for scanning the `newest` documents instead of sorting all matches. Scanning is faster if there are at least `common` matches. If documents are
 * slow to read, this number is higher.
 */
const LIMITS = { fast: { common: 1500, newest: 8000 }, slow: { common: 4000, newest: 4000 } } as const;
/** Maximum number of words that PostgreSQL compares quickly with the words of a document. */
const MAX_FAST_WORDS = 8;

/**
 * Selects matches on PostgreSQL. When scanning the newest documents, compares `kind` with a range, because an equality would make PostgreSQL scan documents of
 * every kind.
 */
const selectOnPostgres = (kind: DocumentKind, scope: MatchScope, terms: readonly TermWords[]): RawBuilder<unknown> => {
  // For "some", one word from one term is enough.
  const requiredWords = scope === 'some' ? [terms.flatMap((term) => [...term.keys()])] : terms.map((term) => [...term.keys()]);
  const matches = (words: RawBuilder<unknown>) =>
    sql`(${sql.join(
      requiredWords.map((term) => sql`${words} && ${term}::text[]`),
      sql` and `,
    )})`;
  const isTitle = scope === 'title';
  // Posts are slow to read, because their texts contain hundreds of words.
  const isFastComparison = kind === 'image' || (requiredWords.flat().length <= MAX_FAST_WORDS && (isTitle || kind !== 'post'));
  const limits = LIMITS[isFastComparison ? 'fast' : 'slow'];
  const [kindLiteral, common, newest, matchLimit] = [sql.lit(kind), sql.lit(limits.common), sql.lit(limits.newest), sql.lit(getMatchLimit(scope))];
  // The index covers an array of the title's words. A scan splits the title instead, because the array is stored separately.
  const [indexedColumn, scannedColumn] = isTitle ? [sql.ref('title_words'), sql`string_to_array(title, ' ')`] : [sql.ref('words'), sql.ref('words')];
  return sql`
    with found as materialized (select number from public_documents where kind = ${kindLiteral} and ${matches(indexedColumn)} limit ${common})
    select number, kind, id, title, summary from public_documents where number in (
      (select number from found where (select count(*) from found) < ${common} order by number desc limit ${matchLimit})
      union all
      (select number from (
        select number, title, words from public_documents where kind >= ${kindLiteral} and kind <= ${kindLiteral} order by kind desc, number desc limit ${newest}
      ) as newest where (select count(*) from found) >= ${common} and ${matches(scannedColumn)} limit ${matchLimit}))`;
};

const findCandidates = async (
  db: Database,
  scope: MatchScope,
  terms: readonly TermWords[],
  kinds: readonly DocumentKind[] = KIND_NAMES,
): Promise<readonly Candidate[]> => {
  if (kinds.length === 0) return [];
  const isSqlite = isEmbedded(db);
  const select = isSqlite ? selectOnSqlite : selectOnPostgres;
  const selects = kinds.map((kind) => sql`select * from (${select(kind, scope, terms)}) as ${sql.ref(kind)}`);
  const query = sql<Candidate>`${sql.join(selects, sql` union all `)}`;
  return (await query.execute(db)).rows;
};

export interface RankedMatches extends Pick<QueryInterpretation, 'answers' | 'pages'> {
  readonly matches: ReadonlyArray<Pick<Candidate, 'kind' | 'id'>>;
  readonly words: ReadonlySet<string>;
  readonly corrections: ReadonlyMap<string, string>;
  readonly isAnyWord: boolean;
}

const NO_MATCHES: RankedMatches = { matches: [], words: new Set(), corrections: new Map(), isAnyWord: false, answers: [], pages: [] };

const splitWords = (text: string): readonly string[] => (text === '' ? [] : text.split(' '));

const rankCandidates = (candidates: readonly Candidate[], terms: readonly TermWords[]): readonly Candidate[] =>
  candidates
    .map((candidate) => ({ candidate, score: scoreDocument({ title: splitWords(candidate.title), summary: splitWords(candidate.summary) }, terms) }))
    .sort((a, b) => b.score - a.score || Number(b.candidate.number) - Number(a.candidate.number))
    .map(({ candidate }) => candidate);

const selectMatches = (candidates: readonly Candidate[]): readonly Candidate[] => {
  const selectedKeys = new Set<string>();
  const counts = new Map<DocumentKind, number>();
  return candidates.filter(({ kind, id }) => {
    const key = `${kind} ${id}`;
    const count = counts.get(kind) ?? 0;
    if (selectedKeys.has(key) || count === MATCHES_PER_KIND) return false;
    selectedKeys.add(key);
    counts.set(kind, count + 1);
    return true;
  });
};

/** Puts a post or program first for visitors who are looking for help, because an event may be weeks away and a photo does not help. */
const putPostOrProgramFirst = (matches: readonly Candidate[]): readonly Candidate[] => {
  const text = matches.find(({ kind }) => kind !== 'event' && kind !== 'image');
  return text === undefined ? matches : [text, ...matches.filter((match) => match !== text)];
};

/** If a query that may be about danger or help has fewer complete matches than this, partial matches follow. */
const MIN_COMPLETE_MATCHES = 3;

const findMainTerm = ({ title, summary }: Candidate, terms: readonly TermWords[]): number => {
  const document = { title: splitWords(title), summary: splitWords(summary) };
  const scores = terms.map((term) => scoreDocument(document, [term]));
  return scores.indexOf(Math.max(...scores));
};

/** Interleaves partial matches by term, so that every term gets its best match before any term gets its second. */
const alternateTerms = (matches: readonly Candidate[], terms: readonly TermWords[]): readonly Candidate[] => {
  const counts = terms.map(() => 0);
  return matches
    .map((match, position) => {
      const term = findMainTerm(match, terms);
      const round = counts[term] ?? 0;
      counts[term] = round + 1;
      return { match, round, term, position };
    })
    .sort((a, b) => a.round - b.round || a.term - b.term || a.position - b.position)
    .map(({ match }) => match);
};

const chooseCorrection = (words: readonly string[], bestMatch: Candidate | undefined): string => {
  const documentWords = new Set(bestMatch === undefined ? [] : [...splitWords(bestMatch.title), ...splitWords(bestMatch.summary)]);
  return words.find((word) => documentWords.has(word)) ?? words[0] ?? '';
};

/** Maximum number of words for a topic, because the database reads all documents that contain any of these words. */
const MAX_TOPIC_WORDS = 6;
const QUALITY = { typed: 1, form: 0.9, synonym: 0.7, similar: 0.6 } as const;

interface DocumentWords {
  readonly words: TermWords;
  /** Whether any of the words means the same as the term. If not, all words are only related to the term. */
  readonly hasSameWords: boolean;
}

/** Returns the document words that match a term. `similarWords` contains possible corrections of misspelt words. */
const toDocumentWords = (
  { typed, synonyms, near, isTopic }: QueryTerm,
  vocabulary: Vocabulary,
  similarWords: ReadonlyMap<string, readonly string[]>,
): DocumentWords => {
  const words = new Map<string, number>();
  const add = (word: string, quality: number): void => {
    if (vocabulary.words.has(word) && (!isTopic || words.size < MAX_TOPIC_WORDS)) words.set(word, Math.max(quality, words.get(word) ?? 0));
  };
  for (const word of typed) {
    if (isTopic) {
      // Do not add words that only begin with the topic word, because they may mean something else: "meth" is not "method".
      add(word, QUALITY.typed);
      for (const form of toForms(word)) add(form, QUALITY.form);
    } else for (const [match, quality] of expandTerm(word, vocabulary)) add(match, quality);
    for (const correction of similarWords.get(word) ?? []) add(correction, QUALITY.similar);
  }
  for (const word of synonyms) for (const form of toForms(word)) add(form, QUALITY.synonym);
  const hasSameWords = words.size > 0;
  for (const word of near) for (const form of toForms(word)) add(form, QUALITY.synonym);
  return { words, hasSameWords };
};

interface CorrectedWords {
  readonly topics: ReadonlyMap<string, string>;
  readonly similarWords: ReadonlyMap<string, readonly string[]>;
}

/** Corrects misspelt words. A word counts as misspelt if it is neither English nor in the vocabulary. */
const correctWords = (words: readonly string[], vocabulary: Vocabulary): CorrectedWords => {
  const topics = new Map<string, string>();
  const similarWords = new Map<string, readonly string[]>();
  for (const word of new Set(words)) {
    if (isKnownWord(word) || expandTerm(word, vocabulary).size > 0) continue;
    const topicCorrections = findCorrections(word, TOPIC_WORDS);
    const documentCorrections = findCorrections(word, vocabulary);
    // A help word takes precedence, even if documents contain other words that are similar.
    const helpWord = topicCorrections.words.find(isHelpWord);
    const topic = helpWord ?? topicCorrections.words[0];
    if (topic !== undefined && (helpWord !== undefined || documentCorrections.words.length === 0 || topicCorrections.errors <= documentCorrections.errors))
      topics.set(word, topic);
    else if (documentCorrections.words.length > 0) similarWords.set(word, documentCorrections.words);
  }
  return { topics, similarWords };
};

interface MatchSets {
  readonly complete: readonly Candidate[];
  readonly partial: readonly Candidate[];
}

const findMatches = async (db: Database, terms: readonly TermWords[], hasTopicTerm: boolean): Promise<MatchSets> => {
  const titleMatches = await findCandidates(db, 'title', terms);
  // Matches in other texts rank below title matches, so skip kinds that have enough title matches.
  const kindsToSearch = KIND_NAMES.filter((kind) => titleMatches.filter((candidate) => candidate.kind === kind).length < MATCHES_PER_KIND);
  const complete = [...titleMatches, ...(await findCandidates(db, 'all', terms, kindsToSearch))];
  const needsPartialMatches = complete.length === 0 || (complete.length < MIN_COMPLETE_MATCHES && hasTopicTerm);
  return { complete, partial: terms.length > 1 && needsPartialMatches ? await findCandidates(db, 'some', terms) : [] };
};

const rank = async (db: Database, query: readonly string[]): Promise<RankedMatches> => {
  const vocabulary = await readVocabulary(db, 'published', [], async () => {
    const rows = await db.selectFrom('search_words').select('word').execute();
    return createVocabulary(new Set(rows.map(({ word }) => word)));
  });
  const correctedWords = correctWords(query, vocabulary);
  const interpretation = readQuery(query.map((word) => correctedWords.topics.get(word) ?? word));
  const queryWords = interpretation.terms.map((term) => toDocumentWords(term, vocabulary, correctedWords.similarWords));
  const terms = queryWords.map(({ words }) => words).filter(({ size }) => size > 0);
  const { answers, pages } = interpretation;
  if (terms.length === 0) return { ...NO_MATCHES, corrections: correctedWords.topics, answers, pages };
  // If no document contains one of the terms, no document can contain all of them. Search for the other terms and similar words instead.
  const isComplete = queryWords.every(({ hasSameWords }) => hasSameWords);
  const hasTopicTerm = interpretation.terms.some(({ isTopic }) => isTopic);
  const { complete, partial } = await preferIndexScan(db, (connection) => findMatches(connection, terms, hasTopicTerm));
  const matchesAnyWord = complete.length === 0 || !isComplete;
  const selectedMatches = selectMatches([...rankCandidates(complete, terms), ...alternateTerms(rankCandidates(partial, terms), terms)]);
  const matches = answers.includes('help') ? putPostOrProgramFirst(selectedMatches) : selectedMatches;
  const similarWords = [...correctedWords.similarWords].map(([word, words]): [string, string] => [word, chooseCorrection(words, matches[0])]);
  return {
    // Leave out the texts, because the results of many queries stay in memory.
    matches: matches.map(({ kind, id }) => ({ kind, id })),
    words: new Set(terms.flatMap((words) => [...words.keys()])),
    corrections: new Map([...correctedWords.topics, ...similarWords]),
    isAnyWord: matchesAnyWord && matches.length > 0,
    answers,
    pages,
  };
};

const readRankedMatches = createRevisionCache<RankedMatches>();

/**
 * Returns the public documents that match the folded words of a query, up to `MATCHES_PER_KIND` of each kind. Never returns drafts or documents in the trash.
 */
export const rankMatches = (db: Database, words: readonly string[]): Promise<RankedMatches> =>
  words.length === 0 ? Promise.resolve(NO_MATCHES) : readRankedMatches(db, 'published', words, () => rank(db, words));

export interface ResultRow {
  readonly id: string;
  readonly slug: string;
  readonly title: string;
  readonly summary: string;
  /** HTML or plain text. */
  readonly body: string;
  /** Other texts that may contain a word of the query, one per line. */
  readonly details: string;
  /** '' for kinds without a date. */
  readonly date: Timestamp;
  readonly event_status: EventStatus | '';
  readonly picture_id: string | null;
  readonly picture_alt: string;
  readonly version: number | null;
  readonly format: string | null;
}

const EMPTY_TEXT = sql`''`;
const toColumn = (name: string): RawBuilder<unknown> => (name === '' ? EMPTY_TEXT : sql`content.${sql.ref(name)}`);

const SOURCES = mapKinds((kind) => {
  const documentKind = DOCUMENT_KINDS[kind];
  const [body = ''] = listTextColumns(documentKind).map(([, column]) => column);
  const details = listSearchedColumns(documentKind, 'text', 'detail').filter((column) => column !== body);
  const { lead, date } = documentKind.search;
  return {
    slug: isSlugKind(kind) ? toColumn('slug') : EMPTY_TEXT,
    summary: toColumn(lead),
    body: toColumn(body),
    details: details.length === 0 ? EMPTY_TEXT : sql.join(details.map(toColumn), sql` || '\n' || `),
    date: toColumn(date),
    eventStatus: kind === 'event' ? toColumn('event_status') : EMPTY_TEXT,
    alt: toColumn(getAltColumn(documentKind)),
  };
});

/** Returns the rows with these ids, keyed by id. Omits documents that have been withdrawn since they were indexed. */
export const findPublicRows = async (db: Database, kind: DocumentKind, ids: readonly string[]): Promise<ReadonlyMap<string, ResultRow>> => {
  const { table } = DOCUMENT_KINDS[kind];
  const columns = SOURCES[kind];
  const { rows } = await sql<ResultRow>`
    select content.id, ${columns.slug} as slug, title, ${columns.summary} as summary, ${columns.body} as body, ${columns.details} as details, coalesce(${columns.date}, '') as date,
      ${columns.eventStatus} as event_status,
      picture_id, ${columns.alt} as picture_alt, version, format
    from ${sql.table(table)} as content left join pictures on pictures.id = content.picture_id
    where content.id in (${sql.join(ids)}) and deleted_at is null and content.status = 'published'`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
};
