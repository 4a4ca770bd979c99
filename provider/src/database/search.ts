import { MIN_PREFIX, toWords } from '@site/shared/domain/ranked-search';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { isEmbedded } from './connection.ts';
import { DOCUMENT_KINDS, getFirstNumber, NUMBERS_OF_KIND } from './document-kinds.ts';
import { countSql, type PageRequest, toLikePattern } from './page.ts';
import { createPerRevision } from './per-revision.ts';
import type { Database, Tables } from './schema.ts';

/** The kinds of documents in the index. */
type SearchKind = Tables['search_documents']['kind'];

type SearchRequest = Pick<PageRequest, 'search' | 'terms' | 'status' | 'visibility' | 'limit'>;

/** Whether staff search it by all words, also those of long texts. A search of titles has no terms. */
const searchesWords = (kind: SearchKind, { visibility, terms }: SearchRequest): boolean =>
  visibility === 'all' && terms.length > 0 && DOCUMENT_KINDS[kind].search.hasBody;

/**
 * From this number of matches on, reading the list in its order until the page is full takes less time than sorting all matches. PostgreSQL sorts quickly, and has to decompress the
 * words of each document that it reads.
 */
const COMMON_MATCHES = { sqlite: 1000, postgres: 2500 } as const;

const joinConditions = (conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> => sql.join(conditions, sql` and `);

/** Longer ones are in the index of PostgreSQL up to here. */
const SUFFIX = 24;

/** Of PostgreSQL, for the index of the suffixes of words: all parts of the text without spaces are in some word. */
const toSuffixQuery = (texts: readonly string[]): string => {
  const parts = texts.flatMap((text) => text.split(/[ \n]+/)).filter((part) => part !== '');
  return parts.map((part) => `'${[...part].slice(0, SUFFIX).join('').replace(/['\\]/g, '$&$&')}':*`).join(' & ');
};

/** Whether a text of PostgreSQL contains all of these. What has spaces, or is longer than the index has it, is also compared. */
const containsAll = (column: 'text' | 'title', texts: readonly string[]): RawBuilder<unknown>[] => {
  const query = toSuffixQuery(texts);
  const compared = texts.filter((text) => /[ \n]/.test(text) || [...text].length > SUFFIX);
  return [
    ...(query === '' ? [] : [sql`search_suffixes(${sql.ref(column)}) @@ ${query}::tsquery`]),
    ...compared.map((text) => sql`position(${text} in ${sql.ref(column)}) > 0`),
  ];
};

const mayGoOn = (word: string): boolean => [...word].length >= MIN_PREFIX;

/** The words of all terms as a query of PostgreSQL; '' if there is none. */
const toWordsQuery = (terms: readonly string[]): string =>
  terms
    .flatMap(toWords)
    .map((word) => (mayGoOn(word) ? `'${word}':*` : `'${word}'`))
    .join(' & ');

/** Whether the texts have all terms, or for staff the document has words that begin with them (`MIN_PREFIX`). */
const orHasWords = (inTexts: RawBuilder<unknown>, terms: readonly string[]): RawBuilder<unknown> => {
  const query = toWordsQuery(terms);
  return query === '' ? inTexts : sql`(${inTexts} or body @@ ${query}::tsquery)`;
};

/** PostgreSQL: indexes for each kind, of its texts, of its titles and of all its words. */
const selectOnPostgres = (kind: SearchKind, request: SearchRequest, status: SearchRequest['status']): RawBuilder<unknown> => {
  const { search, terms } = request;
  const inTexts = containsAll('text', terms);
  const where = joinConditions([
    sql`kind = ${sql.lit(kind)}`,
    ...(searchesWords(kind, request) ? [orHasWords(sql`(${joinConditions(inTexts)})`, terms)] : inTexts),
    ...containsAll('title', search === '' ? [] : [search]),
    ...(status === 'all' ? [] : [sql`status = ${status}`]),
  ]);
  return sql`search_documents where ${where}`;
};

/** The index has no shorter texts. */
const TRIGRAM = 3;
const isIndexed = (text: string): boolean => [...text].length >= TRIGRAM;
const quote = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/** The column of the status has three characters of it, which no longer text finds; leaving a column out of a search takes a third of its time. */
const toTextPhrase = (text: string): string => ([...text].length === TRIGRAM ? `{title text} : ${quote(text)}` : quote(text));

/** Takes half the time of `instr`. */
const isPartOf = (column: 'text' | 'title', text: string): RawBuilder<unknown> => sql`${sql.ref(column)} like ${toLikePattern(text)} escape '\\'`;

const isOfKind = (kind: SearchKind, column: string): RawBuilder<unknown> => {
  const first = getFirstNumber(kind);
  return sql`${sql.ref(column)} between ${sql.lit(first)} and ${sql.lit(first + NUMBERS_OF_KIND - 1)}`;
};

/** Of SQLite: the numbers of the documents with words that begin with all terms; undefined if the terms have no word. */
const selectByWords = (kind: SearchKind, terms: readonly string[], status: SearchRequest['status']): RawBuilder<unknown> | undefined => {
  const words = terms.flatMap(toWords);
  if (words.length === 0) return undefined;
  const query = [
    ...words.map((word) => `body : ${quote(word)}${mayGoOn(word) ? ' *' : ''}`),
    ...(status === 'all' ? [] : [`status : ${quote(status.slice(0, TRIGRAM))}`]),
  ].join(' AND ');
  return sql`select rowid as number from search_bodies where search_bodies match ${query} and ${isOfKind(kind, 'rowid')}`;
};

/** SQLite: the FTS5 table for texts of three characters or more, which it finds exactly; the documents for shorter ones. */
const selectTextsOnSqlite = (kind: SearchKind, request: SearchRequest, status: SearchRequest['status']): RawBuilder<unknown> => {
  const { search, terms } = request;
  const phrases = [...(isIndexed(search) ? [`title : ${quote(search)}`] : []), ...terms.filter(isIndexed).map(toTextPhrase)];
  const short = [
    ...(search === '' || isIndexed(search) ? [] : [isPartOf('title', search)]),
    ...terms.filter((term) => !isIndexed(term)).map((term) => isPartOf('text', term)),
  ];
  if (phrases.length === 0) {
    const where = joinConditions([isOfKind(kind, 'number'), ...short, ...(status === 'all' ? [] : [sql`status = ${status}`])]);
    return sql`search_documents where ${where}`;
  }
  const query = [...phrases, ...(status === 'all' ? [] : [`status : ${quote(status.slice(0, TRIGRAM))}`])].join(' AND ');
  const match = [sql`search_texts match ${query}`, isOfKind(kind, 'search_texts.rowid')];
  const texts = sql`(select rowid as number from search_texts where ${joinConditions(match)})`;
  if (short.length === 0) return texts;
  // A cross join reads the tables in this order.
  return sql`${texts} as texts cross join search_documents using (number) where ${joinConditions(short)}`;
};

/** SQLite, for staff also what has the words: both are in the order of the numbers, so that they are merged and not sorted. */
const selectOnSqlite = (kind: SearchKind, request: SearchRequest, status: SearchRequest['status']): RawBuilder<unknown> => {
  const texts = selectTextsOnSqlite(kind, request, status);
  const words = searchesWords(kind, request) ? selectByWords(kind, request.terms, status) : undefined;
  return words === undefined ? texts : sql`(select number from ${texts} union ${words} order by number)`;
};

/** Whether the document at hand has all the texts. */
const hasTexts = (isSqlite: boolean, kind: SearchKind, request: SearchRequest): RawBuilder<unknown> => {
  const { search, terms } = request;
  const contains = (column: 'text' | 'title', text: string) => (isSqlite ? isPartOf(column, text) : sql`position(${text} in ${sql.ref(column)}) > 0`);
  const inTexts = terms.map((term) => contains('text', term));
  const inTitle = search === '' ? [] : [contains('title', search)];
  if (!searchesWords(kind, request)) return joinConditions([...inTexts, ...inTitle]);
  const all = sql`(${joinConditions(inTexts)})`;
  if (!isSqlite) return orHasWords(all, terms);
  const words = selectByWords(kind, terms, 'all');
  return words === undefined ? all : sql`(${all} or number in (${words}))`;
};

/** The matches of a search; undefined ids if there are many. */
interface Matches {
  readonly ids: readonly string[] | undefined;
  /** Counts only when it is called, and then once. */
  readonly count: () => Promise<number>;
}

const readMatches = createPerRevision<Matches>();

/** SQLite finds and counts in one pass, which takes as long as counting alone. `documents` is what follows `from`. */
const findOnSqlite = async (db: Database, documents: RawBuilder<unknown>): Promise<Matches> => {
  // Numbers are all that the FTS5 table has.
  const result = await sql<{ total: number; numbers: string | null }>`
    select count(*) as total, case when count(*) < ${sql.lit(COMMON_MATCHES.sqlite)} then group_concat(number) end as numbers from ${documents}`.execute(db);
  const { total = 0, numbers = null } = result.rows[0] ?? {};
  const count = async (): Promise<number> => total;
  if (total >= COMMON_MATCHES.sqlite) return { ids: undefined, count };
  if (numbers === null) return { ids: [], count };
  // Without the hint it would read the rows with their texts.
  const { rows } = await sql<{ id: string }>`
    select id from search_documents indexed by search_documents_by_number where number in (${sql.raw(numbers)})`.execute(db);
  return { ids: rows.map(({ id }) => id), count };
};

/** PostgreSQL stops when there are many: it can count them on another connection while the page is read. */
const findOnPostgres = async (db: Database, documents: RawBuilder<unknown>): Promise<Matches> => {
  const { rows } = await sql<{ id: string }>`select id from ${documents} limit ${sql.lit(COMMON_MATCHES.postgres)}`.execute(db);
  if (rows.length < COMMON_MATCHES.postgres) return { ids: rows.map(({ id }) => id), count: async () => rows.length };
  let counted: Promise<number> | undefined;
  const count = (): Promise<number> => {
    counted ??= countSql(db, documents).catch((reason: unknown) => {
      counted = undefined;
      throw reason;
    });
    return counted;
  };
  return { ids: undefined, count };
};

export interface Search {
  /** Selects the matches of a list, by the id of its rows. */
  readonly condition: RawBuilder<SqlBool>;
  /** The number of matches that the caller may see, with the status of the request. */
  readonly count: () => Promise<number>;
}

/** The search of a request over the documents of one kind, which are those outside the trash; undefined if it searches for nothing. `id` is the column of the list. */
export const createSearch = async (db: Database, kind: SearchKind, id: string, request: SearchRequest): Promise<Search | undefined> => {
  const { search, terms } = request;
  if (search === '' && terms.length === 0) return undefined;
  const status = request.visibility === 'published' ? 'published' : request.status;
  const isSqlite = isEmbedded(db);
  const documents = (isSqlite ? selectOnSqlite : selectOnPostgres)(kind, request, status);
  const { ids, count } = await readMatches(db, request.visibility, [kind, status, search, terms, searchesWords(kind, request)], () =>
    (isSqlite ? findOnSqlite : findOnPostgres)(db, documents),
  );
  const reference = sql.ref(id);
  if (ids !== undefined) {
    // One value, where hundreds would have to be planned.
    const isOneOf = isSqlite ? sql`in (${ids.length === 0 ? sql`null` : sql.join(ids)})` : sql`= any(${ids}::text[])`;
    return { count, condition: sql<SqlBool>`${reference} ${isOneOf}` };
  }
  // Begins now if the page will need it; the one that awaits it sees its failure.
  if (request.limit !== undefined) count().catch(() => undefined);
  return {
    count,
    condition: sql<SqlBool>`exists (select 1 from search_documents where kind = ${sql.lit(kind)} and search_documents.id = ${reference} and ${hasTexts(isSqlite, kind, request)})`,
  };
};
