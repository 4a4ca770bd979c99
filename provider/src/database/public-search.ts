import { MATCHES_PER_KIND } from '@site/shared/contracts/search';
import { createVocabulary, expandTerm, scoreDocument, type TermWords, type Vocabulary } from '@site/shared/domain/ranked-search';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { executeByIndex, isEmbedded } from './connection.ts';
import { FIRST_NUMBERS, NUMBERS_OF_KIND } from './document-numbers.ts';
import { createPerRevision } from './per-revision.ts';
import type { Tables } from './schema.ts';

type DocumentKind = Tables['public_documents']['kind'];

/** A match, with what its rank depends on. */
interface Candidate {
  readonly number: number | string;
  readonly kind: DocumentKind;
  readonly id: string;
  readonly title: string;
  readonly summary: string;
}

/** Where the terms have to be: all of them in the title, all in any text, or some of them in any text. */
type Scope = 'title' | 'all' | 'some';

const KINDS: readonly DocumentKind[] = ['program', 'event', 'post', 'image'];

const readVocabulary = createPerRevision<Vocabulary>();

/** The newest documents of a kind within the scope. Words are letters and digits only, so that no query language has to be escaped. */
const selectOnSqlite = (kind: DocumentKind, scope: Scope, terms: readonly TermWords[]): RawBuilder<unknown> => {
  const columns = scope === 'title' ? 'title' : '{title text}';
  const query = terms.map((term) => `${columns} : (${[...term.keys()].map((word) => `"${word}"`).join(' OR ')})`).join(scope === 'some' ? ' OR ' : ' AND ');
  const first = FIRST_NUMBERS[kind];
  // A cross join reads the tables in this order. The planner knows nothing of how few rows the index returns, and otherwise reads all documents.
  return sql`
    select public_documents.* from (
      select rowid as match from public_words where public_words match ${query} and rowid between ${sql.lit(first)} and ${sql.lit(first + NUMBERS_OF_KIND - 1)}
      order by rowid desc limit ${sql.lit(MATCHES_PER_KIND)}
    ) as matches cross join public_documents on public_documents.number = matches.match`;
};

/** From this number of matches on, going through the newest documents until there are enough takes less time than sorting all matches. */
const COMMON_MATCHES = 5000;
/** As many have enough matches among them, unless the word has become rare lately. */
const NEWEST = 4000;

/** `kind` has no equality in the list of the newest: PostgreSQL would go through documents of all kinds. */
const selectOnPostgres = (kind: DocumentKind, scope: Scope, terms: readonly TermWords[]): RawBuilder<unknown> => {
  const column = sql.ref(scope === 'title' ? 'title_words' : 'words');
  const conditions = terms.map((term) => sql`${column} && ${[...term.keys()]}::text[]`);
  const isMatch = sql`(${sql.join(conditions, scope === 'some' ? sql` or ` : sql` and `)})`;
  const [ofKind, common, enough] = [sql.lit(kind), sql.lit(COMMON_MATCHES), sql.lit(MATCHES_PER_KIND)];
  return sql`
    with found as materialized (select number from public_documents where kind = ${ofKind} and ${isMatch} limit ${common})
    select number, kind, id, title, summary from public_documents where number in (
      (select number from found where (select count(*) from found) < ${common} order by number desc limit ${enough})
      union all
      (select number from (
        select number, title_words, words from public_documents where kind >= ${ofKind} and kind <= ${ofKind} order by kind desc, number desc limit ${sql.lit(NEWEST)}
      ) as newest where (select count(*) from found) >= ${common} and ${isMatch} limit ${enough}))`;
};

const findCandidates = async (db: Kysely<Tables>, scope: Scope, terms: readonly TermWords[], kinds = KINDS): Promise<readonly Candidate[]> => {
  if (kinds.length === 0) return [];
  const isSqlite = isEmbedded(db);
  const select = isSqlite ? selectOnSqlite : selectOnPostgres;
  const parts = kinds.map((kind) => sql`select * from (${select(kind, scope, terms)}) as ${sql.ref(kind)}`);
  const query = sql<Candidate>`${sql.join(parts, sql` union all `)}`;
  if (isSqlite) return (await query.execute(db)).rows;
  return (await executeByIndex(db, query)).rows;
};

/** What a query means, and the matches, the best first. */
export interface RankedMatches {
  readonly matches: ReadonlyArray<Pick<Candidate, 'kind' | 'id'>>;
  /** Everything that counts as a word of the query. */
  readonly words: ReadonlySet<string>;
  /** By misspelt word of the query, what was looked for in its place. */
  readonly corrections: ReadonlyMap<string, string>;
  readonly isAnyWord: boolean;
}

const NOTHING: RankedMatches = { matches: [], words: new Set(), corrections: new Map(), isAnyWord: false };

const splitWords = (text: string): readonly string[] => (text === '' ? [] : text.split(' '));

const keepBest = (candidates: readonly Candidate[], terms: readonly TermWords[]) => {
  const found = new Map<string, { readonly candidate: Candidate; readonly score: number }>();
  for (const candidate of candidates) {
    const document = { title: splitWords(candidate.title), summary: splitWords(candidate.summary) };
    found.set(`${candidate.kind} ${candidate.id}`, { candidate, score: scoreDocument(document, terms) });
  }
  // Of equals the newest first.
  const ranked = [...found.values()].sort((one, other) => other.score - one.score || Number(other.candidate.number) - Number(one.candidate.number));
  const counts = new Map<DocumentKind, number>();
  return ranked.flatMap(({ candidate }) => {
    const count = (counts.get(candidate.kind) ?? 0) + 1;
    counts.set(candidate.kind, count);
    return count > MATCHES_PER_KIND ? [] : [candidate];
  });
};

/** A similar word that the best match has, else any. */
const chooseCorrection = (words: TermWords, best: Candidate | undefined): string => {
  const shown = new Set(best === undefined ? [] : [...splitWords(best.title), ...splitWords(best.summary)]);
  const [first = ''] = words.keys();
  return [...words.keys()].find((word) => shown.has(word)) ?? first;
};

const rank = async (db: Kysely<Tables>, query: readonly string[]): Promise<RankedMatches> => {
  const vocabulary = await readVocabulary(db, [], async () => {
    const rows = await db.selectFrom('search_words').select('word').execute();
    return createVocabulary(new Set(rows.map(({ word }) => word)));
  });
  const expanded = query.map((term) => ({ term, words: expandTerm(term, vocabulary) })).filter(({ words }) => words.size > 0);
  const terms = expanded.map(({ words }) => words);
  if (terms.length === 0) return NOTHING;
  // Nothing has a word that no document has: the others are looked for.
  const isComplete = terms.length === query.length;
  const inTitle = await findCandidates(db, 'title', terms);
  // Others rank below those of the title, of which some kinds have enough.
  const others = KINDS.filter((kind) => inTitle.filter((candidate) => candidate.kind === kind).length < MATCHES_PER_KIND);
  let found = [...inTitle, ...(await findCandidates(db, 'all', terms, others))];
  const isAnyWord = found.length === 0 || !isComplete;
  if (found.length === 0 && terms.length > 1) found = [...(await findCandidates(db, 'some', terms))];
  const matches = keepBest(found, terms);
  const misspelt = expanded.filter(
    ({ term, words }) => !vocabulary.words.has(term) && [...words.keys()].every((word) => !word.startsWith(term) && `${word}s` !== term),
  );
  return {
    // Without their texts: the results of many queries stay in memory.
    matches: matches.map(({ kind, id }) => ({ kind, id })),
    words: new Set(terms.flatMap((words) => [...words.keys()])),
    corrections: new Map(misspelt.map(({ term, words }) => [term, chooseCorrection(words, matches[0])])),
    isAnyWord: isAnyWord && matches.length > 0,
  };
};

const readRanked = createPerRevision<RankedMatches>();

/** The public documents that respond to a query, of which `terms` are the folded words; up to `MATCHES_PER_KIND` of each kind. Drafts and what is in the trash are never among them. */
export const rankMatches = (db: Kysely<Tables>, terms: readonly string[]): Promise<RankedMatches> =>
  terms.length === 0 ? Promise.resolve(NOTHING) : readRanked(db, terms, () => rank(db, terms));
