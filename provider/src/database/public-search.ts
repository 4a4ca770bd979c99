import type { EventStatus } from '@site/shared/contracts/event';
import { MATCHES_PER_KIND } from '@site/shared/contracts/search';
import { isSlugKind, KIND_NAMES, mapKinds } from '@site/shared/domain/kinds';
import { createVocabulary, expandTerm, findCorrections, scoreDocument, type TermWords, type Vocabulary } from '@site/shared/domain/ranked-search';
import { type RawBuilder, sql } from 'kysely';
import { isHelpWord, isKnownWord, type QueryTerm, type Reading, readQuery, TOPIC_WORDS, toForms } from '../domain/search-vocabulary.ts';
import { byIndex, isEmbedded } from './connection.ts';
import { DOCUMENT_KINDS, getAltColumn, getFirstNumber, listSearchedColumns, listTextColumns, NUMBERS_OF_KIND } from './document-kinds.ts';
import { createPerRevision } from './per-revision.ts';
import type { Timestamp } from './schema/columns.ts';
import type { Database, Tables } from './schema/tables.ts';

type DocumentKind = Tables['public_documents']['kind'];

/** A match with the values that its rank depends on. */
interface Candidate {
  readonly number: number | string;
  readonly kind: DocumentKind;
  readonly id: string;
  readonly title: string;
  readonly summary: string;
}

/** Where the terms must occur: all of them in the title, all in any text, or some of them in any text. */
type Scope = 'title' | 'all' | 'some';

/**
 * Returns how many documents of a kind are ranked. If no document matches completely, partial matches are many and alike: half as many are enough and take a
 * fifth less time.
 */
const getMost = (scope: Scope): number => (scope === 'some' ? MATCHES_PER_KIND / 2 : MATCHES_PER_KIND);

const readVocabulary = createPerRevision<Vocabulary>();

/** Selects the newest documents of a kind within the scope. Words are letters and digits only, so the query language needs no escaping. */
const selectOnSqlite = (kind: DocumentKind, scope: Scope, terms: readonly TermWords[]): RawBuilder<unknown> => {
  const columns = scope === 'title' ? 'title' : '{title text}';
  const query = terms.map((term) => `${columns} : (${[...term.keys()].map((word) => `"${word}"`).join(' OR ')})`).join(scope === 'some' ? ' OR ' : ' AND ');
  const first = getFirstNumber(kind);
  // A cross join makes SQLite read the tables in this order. The planner does not know how few rows the index returns, and would otherwise read all documents.
  return sql`
    select public_documents.* from (
      select rowid as match from public_words where public_words match ${query} and rowid between ${sql.lit(first)} and ${sql.lit(first + NUMBERS_OF_KIND - 1)}
      order by rowid desc limit ${sql.lit(getMost(scope))}
    ) as matches cross join public_documents on public_documents.number = matches.match`;
};

/**
 * From `common` matches on, going through the `newest` documents until there are enough matches is faster than sorting all matches. The newest documents
 * contain enough matches, unless the word has become rare lately. If reading a document is slow, there must be more matches.
 */
const LIMITS = { fast: { common: 1500, newest: 8000 }, slow: { common: 4000, newest: 4000 } } as const;
/** Looking for more words takes longer than reading the title. */
const FEW_WORDS = 8;

/**
 * Selects matches on PostgreSQL. The list of the newest documents compares `kind` with a range. With an equality, PostgreSQL would go through the documents of
 * all kinds.
 */
const selectOnPostgres = (kind: DocumentKind, scope: Scope, terms: readonly TermWords[]): RawBuilder<unknown> => {
  // For "some", one word of one term is enough.
  const required = scope === 'some' ? [terms.flatMap((term) => [...term.keys()])] : terms.map((term) => [...term.keys()]);
  const matches = (words: RawBuilder<unknown>) =>
    sql`(${sql.join(
      required.map((term) => sql`${words} && ${term}::text[]`),
      sql` and `,
    )})`;
  const isTitle = scope === 'title';
  // The text of a post has hundreds of words.
  const isFast = kind === 'image' || (required.flat().length <= FEW_WORDS && (isTitle || kind !== 'post'));
  const limits = LIMITS[isFast ? 'fast' : 'slow'];
  const [ofKind, common, newest, enough] = [sql.lit(kind), sql.lit(limits.common), sql.lit(limits.newest), sql.lit(getMost(scope))];
  // The index has the words of a title as a list, which is stored separately from the title.
  const [indexed, read] = isTitle ? [sql.ref('title_words'), sql`string_to_array(title, ' ')`] : [sql.ref('words'), sql.ref('words')];
  return sql`
    with found as materialized (select number from public_documents where kind = ${ofKind} and ${matches(indexed)} limit ${common})
    select number, kind, id, title, summary from public_documents where number in (
      (select number from found where (select count(*) from found) < ${common} order by number desc limit ${enough})
      union all
      (select number from (
        select number, title, words from public_documents where kind >= ${ofKind} and kind <= ${ofKind} order by kind desc, number desc limit ${newest}
      ) as newest where (select count(*) from found) >= ${common} and ${matches(read)} limit ${enough}))`;
};

const findCandidates = async (
  db: Database,
  scope: Scope,
  terms: readonly TermWords[],
  kinds: readonly DocumentKind[] = KIND_NAMES,
): Promise<readonly Candidate[]> => {
  if (kinds.length === 0) return [];
  const isSqlite = isEmbedded(db);
  const select = isSqlite ? selectOnSqlite : selectOnPostgres;
  const parts = kinds.map((kind) => sql`select * from (${select(kind, scope, terms)}) as ${sql.ref(kind)}`);
  const query = sql<Candidate>`${sql.join(parts, sql` union all `)}`;
  return (await query.execute(db)).rows;
};

/** The meaning of a query, and its matches, best first. */
export interface RankedMatches extends Pick<Reading, 'answers' | 'pages'> {
  readonly matches: ReadonlyArray<Pick<Candidate, 'kind' | 'id'>>;
  /** Everything that counts as a word of the query. */
  readonly words: ReadonlySet<string>;
  /** The words that were searched for instead, by misspelt word of the query. */
  readonly corrections: ReadonlyMap<string, string>;
  readonly isAnyWord: boolean;
}

const NOTHING: RankedMatches = { matches: [], words: new Set(), corrections: new Map(), isAnyWord: false, answers: [], pages: [] };

const splitWords = (text: string): readonly string[] => (text === '' ? [] : text.split(' '));

const rankCandidates = (candidates: readonly Candidate[], terms: readonly TermWords[]): readonly Candidate[] =>
  candidates
    .map((candidate) => ({ candidate, score: scoreDocument({ title: splitWords(candidate.title), summary: splitWords(candidate.summary) }, terms) }))
    // Sorts newest first where scores are equal.
    .sort((one, other) => other.score - one.score || Number(other.candidate.number) - Number(one.candidate.number))
    .map(({ candidate }) => candidate);

/** Keeps each match once, and as many of each kind as may be counted. */
const takeMatches = (candidates: readonly Candidate[]): readonly Candidate[] => {
  const taken = new Set<string>();
  const counts = new Map<DocumentKind, number>();
  return candidates.filter(({ kind, id }) => {
    const key = `${kind} ${id}`;
    const count = counts.get(kind) ?? 0;
    if (taken.has(key) || count === MATCHES_PER_KIND) return false;
    taken.add(key);
    counts.set(kind, count + 1);
    return true;
  });
};

/** Puts a text first for visitors who look for help: an event is weeks away, and a photo does not help. */
const startWithText = (matches: readonly Candidate[]): readonly Candidate[] => {
  const text = matches.find(({ kind }) => kind !== 'event' && kind !== 'image');
  return text === undefined ? matches : [text, ...matches.filter((match) => match !== text)];
};

/** If fewer matches than this are complete, partial matches follow where the query may be about danger or help. */
const FEW_MATCHES = 3;

/** Returns the index of the term that a document matches best. */
const findMainTerm = ({ title, summary }: Candidate, terms: readonly TermWords[]): number => {
  const document = { title: splitWords(title), summary: splitWords(summary) };
  const scores = terms.map((term) => scoreDocument(document, [term]));
  return scores.indexOf(Math.max(...scores));
};

/** Alternates matches that each have one of the terms: every term gets its best match before any term gets its second. */
const alternateTerms = (matches: readonly Candidate[], terms: readonly TermWords[]): readonly Candidate[] => {
  const counts = terms.map(() => 0);
  return matches
    .map((match, position) => {
      const term = findMainTerm(match, terms);
      const round = counts[term] ?? 0;
      counts[term] = round + 1;
      return { match, round, term, position };
    })
    .sort((one, other) => one.round - other.round || one.term - other.term || one.position - other.position)
    .map(({ match }) => match);
};

/** Chooses a similar word that the best match has, otherwise the first one. */
const chooseCorrection = (words: readonly string[], best: Candidate | undefined): string => {
  const shown = new Set(best === undefined ? [] : [...splitWords(best.title), ...splitWords(best.summary)]);
  return words.find((word) => shown.has(word)) ?? words[0] ?? '';
};

/** Limits topic words, because the database reads the documents of each word. */
const MAX_TOPIC_WORDS = 6;
const QUALITY = { typed: 1, form: 0.9, synonym: 0.7, similar: 0.6 } as const;

interface DocumentWords {
  readonly words: TermWords;
  /** Whether a word means the same as the term; otherwise all words are about something similar. */
  readonly isSame: boolean;
}

/** Returns the words of documents that count as a term. `similar` has the possible corrections of misspelt words. */
const toDocumentWords = (
  { typed, synonyms, near, isTopic }: QueryTerm,
  vocabulary: Vocabulary,
  similar: ReadonlyMap<string, readonly string[]>,
): DocumentWords => {
  const words = new Map<string, number>();
  const add = (word: string, quality: number): void => {
    if (vocabulary.words.has(word) && (!isTopic || words.size < MAX_TOPIC_WORDS)) words.set(word, Math.max(quality, words.get(word) ?? 0));
  };
  for (const word of typed) {
    if (isTopic) {
      // Adds no words that merely begin with the topic word, because they mean something else: "meth" is not "method".
      add(word, QUALITY.typed);
      for (const form of toForms(word)) add(form, QUALITY.form);
    } else for (const [found, quality] of expandTerm(word, vocabulary)) add(found, quality);
    for (const found of similar.get(word) ?? []) add(found, QUALITY.similar);
  }
  for (const word of synonyms) for (const form of toForms(word)) add(form, QUALITY.synonym);
  const isSame = words.size > 0;
  for (const word of near) for (const form of toForms(word)) add(form, QUALITY.synonym);
  return { words, isSame };
};

interface Corrected {
  /** Certain corrections to a word of a topic, by misspelt word. */
  readonly topics: ReadonlyMap<string, string>;
  /** Possible corrections to words of documents, by misspelt word. */
  readonly similar: ReadonlyMap<string, readonly string[]>;
}

/** Corrects misspelt words: words that have no meaning here and are not English. */
const correctWords = (words: readonly string[], vocabulary: Vocabulary): Corrected => {
  const topics = new Map<string, string>();
  const similar = new Map<string, readonly string[]>();
  for (const word of new Set(words)) {
    if (isKnownWord(word) || expandTerm(word, vocabulary).size > 0) continue;
    const ofTopics = findCorrections(word, TOPIC_WORDS);
    const ofDocuments = findCorrections(word, vocabulary);
    // A call for help stays one, whatever words the documents have.
    const helpWord = ofTopics.words.find(isHelpWord);
    const topic = helpWord ?? ofTopics.words[0];
    if (topic !== undefined && (helpWord !== undefined || ofDocuments.words.length === 0 || ofTopics.errors <= ofDocuments.errors)) topics.set(word, topic);
    else if (ofDocuments.words.length > 0) similar.set(word, ofDocuments.words);
  }
  return { topics, similar };
};

interface Found {
  /** Documents that match all terms. */
  readonly complete: readonly Candidate[];
  /** Documents that match some terms, if too few match all. */
  readonly some: readonly Candidate[];
}

const findMatches = async (db: Database, terms: readonly TermWords[], isOfTopic: boolean): Promise<Found> => {
  const inTitle = await findCandidates(db, 'title', terms);
  // Matches in other texts rank below title matches, so kinds with enough title matches are skipped.
  const others = KIND_NAMES.filter((kind) => inTitle.filter((candidate) => candidate.kind === kind).length < MATCHES_PER_KIND);
  const complete = [...inTitle, ...(await findCandidates(db, 'all', terms, others))];
  const isTooLittle = complete.length === 0 || (complete.length < FEW_MATCHES && isOfTopic);
  return { complete, some: terms.length > 1 && isTooLittle ? await findCandidates(db, 'some', terms) : [] };
};

const rank = async (db: Database, query: readonly string[]): Promise<RankedMatches> => {
  const vocabulary = await readVocabulary(db, 'published', [], async () => {
    const rows = await db.selectFrom('search_words').select('word').execute();
    return createVocabulary(new Set(rows.map(({ word }) => word)));
  });
  const corrected = correctWords(query, vocabulary);
  const reading = readQuery(query.map((word) => corrected.topics.get(word) ?? word));
  const asked = reading.terms.map((term) => toDocumentWords(term, vocabulary, corrected.similar));
  const terms = asked.map(({ words }) => words).filter(({ size }) => size > 0);
  const { answers, pages } = reading;
  if (terms.length === 0) return { ...NOTHING, corrections: corrected.topics, answers, pages };
  // No document has all terms if one term is in no document. The other terms and similar words are then searched for.
  const isComplete = asked.every(({ isSame }) => isSame);
  const isOfTopic = reading.terms.some(({ isTopic }) => isTopic);
  const { complete, some } = await byIndex(db, (indexed) => findMatches(indexed, terms, isOfTopic));
  const isAnyWord = complete.length === 0 || !isComplete;
  const taken = takeMatches([...rankCandidates(complete, terms), ...alternateTerms(rankCandidates(some, terms), terms)]);
  const matches = answers.includes('help') ? startWithText(taken) : taken;
  const similar = [...corrected.similar].map(([word, words]): [string, string] => [word, chooseCorrection(words, matches[0])]);
  return {
    // Omits the texts, because the results of many queries stay in memory.
    matches: matches.map(({ kind, id }) => ({ kind, id })),
    words: new Set(terms.flatMap((words) => [...words.keys()])),
    corrections: new Map([...corrected.topics, ...similar]),
    isAnyWord: isAnyWord && matches.length > 0,
    answers,
    pages,
  };
};

const readRanked = createPerRevision<RankedMatches>();

/** Returns the public documents that match the folded words of a query, up to `MATCHES_PER_KIND` of each kind. Drafts and documents in the trash are never among them. */
export const rankMatches = (db: Database, words: readonly string[]): Promise<RankedMatches> =>
  words.length === 0 ? Promise.resolve(NOTHING) : readRanked(db, 'published', words, () => rank(db, words));

/** A public row of any kind. */
export interface ResultRow {
  readonly id: string;
  readonly slug: string;
  readonly title: string;
  /** Plain text. */
  readonly summary: string;
  /** HTML or plain text. */
  readonly body: string;
  /** Other texts that may contain a word of the query, one per line. */
  readonly details: string;
  /** '' for kinds without a date. */
  readonly date: Timestamp;
  /** The status of an event; '' for other kinds. */
  readonly event_status: EventStatus | '';
  readonly picture_id: string | null;
  readonly picture_alt: string;
  readonly version: number | null;
  readonly format: string | null;
}

const NONE = sql`''`;
const toColumn = (name: string): RawBuilder<unknown> => (name === '' ? NONE : sql`content.${sql.ref(name)}`);

/** The columns with the texts of a result: one with markup, and the others as lines. */
const SOURCES = mapKinds((kind) => {
  const documentKind = DOCUMENT_KINDS[kind];
  const [body = ''] = listTextColumns(documentKind).map(([, column]) => column);
  const details = listSearchedColumns(documentKind, 'text', 'detail').filter((column) => column !== body);
  const { lead, date } = documentKind.search;
  return {
    slug: isSlugKind(kind) ? toColumn('slug') : NONE,
    summary: toColumn(lead),
    body: toColumn(body),
    details: details.length === 0 ? NONE : sql.join(details.map(toColumn), sql` || '\n' || `),
    date: toColumn(date),
    eventStatus: kind === 'event' ? toColumn('event_status') : NONE,
    alt: toColumn(getAltColumn(documentKind)),
  };
});

/** Returns the rows with these ids that are (still) public, by id. Indexed documents may have been withdrawn since. */
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
