import { MIN_PREFIX, toWords } from '@site/shared/domain/ranked-search';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { isEmbedded } from './connection.ts';
import { DOCUMENT_KINDS, getFirstNumber, NUMBERS_PER_KIND } from './document-kinds.ts';
import { countSql, type PageRequest, toLikePattern } from './page.ts';
import { createRevisionCache } from './revision-cache.ts';
import type { Database, Tables } from './schema/tables.ts';

type SearchKind = Tables['search_documents']['kind'];

interface SearchRequest extends Pick<PageRequest, 'search' | 'terms' | 'status' | 'visibility' | 'limit'> {
  /** Omits the words of long texts, which staff lists normally search as well. */
  readonly omitsBodies?: boolean;
}

/** Whether staff can find this kind by every word, including the words of long texts. */
const usesWordIndex = (kind: SearchKind, { visibility, terms, omitsBodies = false }: SearchRequest): boolean =>
  visibility === 'all' && terms.length > 0 && !omitsBodies && DOCUMENT_KINDS[kind].search.hasBody;

/**
 * If there are at least this many matches, reading the list in order until the page is full is faster than sorting all matches. The number is higher for
 * PostgreSQL, which sorts quickly but must decompress the words of each document that it reads.
 */
const COMMON_MATCHES = { sqlite: 1000, postgres: 2500 } as const;

const joinConditions = (conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> => sql.join(conditions, sql` and `);

/** The PostgreSQL index truncates suffixes that are longer than this. */
const MAX_SUFFIX_LENGTH = 24;

/** Returns a tsquery for the PostgreSQL index of word suffixes. Any part of a word is the beginning of one of its suffixes, so a prefix query finds it. */
const toSuffixQuery = (texts: readonly string[]): string => {
  const parts = texts.flatMap((text) => text.split(/[ \n]+/)).filter((part) => part !== '');
  return parts.map((part) => `'${[...part].slice(0, MAX_SUFFIX_LENGTH).join('').replace(/['\\]/g, '$&$&')}':*`).join(' & ');
};

/**
 * Returns the conditions under which a PostgreSQL column contains all texts. Texts with spaces, and texts longer than an indexed suffix, are also compared
 * directly.
 */
const containsAll = (column: 'text' | 'title', texts: readonly string[]): RawBuilder<unknown>[] => {
  const query = toSuffixQuery(texts);
  const comparedTexts = texts.filter((text) => /[ \n]/.test(text) || [...text].length > MAX_SUFFIX_LENGTH);
  return [
    ...(query === '' ? [] : [sql`search_suffixes(${sql.ref(column)}) @@ ${query}::tsquery`]),
    ...comparedTexts.map((text) => sql`position(${text} in ${sql.ref(column)}) > 0`),
  ];
};

const isPrefixTerm = (word: string): boolean => [...word].length >= MIN_PREFIX;

const toWordsQuery = (terms: readonly string[]): string =>
  terms
    .flatMap(toWords)
    .map((word) => (isPrefixTerm(word) ? `'${word}':*` : `'${word}'`))
    .join(' & ');

/** Extends a condition for staff searches: a document also matches if it contains words that begin with the terms (`MIN_PREFIX`). */
const addWordCondition = (textConditions: RawBuilder<unknown>, terms: readonly string[]): RawBuilder<unknown> => {
  const query = toWordsQuery(terms);
  return query === '' ? textConditions : sql`(${textConditions} or body @@ ${query}::tsquery)`;
};

/** Selects matches on PostgreSQL, which has three indexes per kind: texts, titles and all words. */
const selectOnPostgres = (kind: SearchKind, request: SearchRequest, status: SearchRequest['status']): RawBuilder<unknown> => {
  const { search, terms } = request;
  const textConditions = containsAll('text', terms);
  const where = joinConditions([
    sql`kind = ${sql.lit(kind)}`,
    ...(usesWordIndex(kind, request) ? [addWordCondition(sql`(${joinConditions(textConditions)})`, terms)] : textConditions),
    ...containsAll('title', search === '' ? [] : [search]),
    ...(status === 'all' ? [] : [sql`status = ${status}`]),
  ]);
  return sql`search_documents where ${where}`;
};

const TRIGRAM_LENGTH = 3;
const isIndexed = (text: string): boolean => [...text].length >= TRIGRAM_LENGTH;
const quote = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/**
 * Excludes the status column when searching for three characters. Longer texts cannot match this column, which has only three characters, and excluding a
 * column accounts for a third of the search time.
 */
const toTextPhrase = (text: string): string => ([...text].length === TRIGRAM_LENGTH ? `{title text} : ${quote(text)}` : quote(text));

/** Uses `like`, which takes only half as long as `instr`. */
const containsText = (column: 'text' | 'title', text: string): RawBuilder<unknown> => sql`${sql.ref(column)} like ${toLikePattern(text)} escape '\\'`;

const hasKind = (kind: SearchKind, column: string): RawBuilder<unknown> => {
  const first = getFirstNumber(kind);
  return sql`${sql.ref(column)} between ${sql.lit(first)} and ${sql.lit(first + NUMBERS_PER_KIND - 1)}`;
};

/** Selects the numbers of documents in which each term begins a word (SQLite). Returns undefined if the terms contain no word. */
const selectByWords = (kind: SearchKind, terms: readonly string[], status: SearchRequest['status']): RawBuilder<unknown> | undefined => {
  const words = terms.flatMap(toWords);
  if (words.length === 0) return undefined;
  const query = [
    ...words.map((word) => `body : ${quote(word)}${isPrefixTerm(word) ? ' *' : ''}`),
    ...(status === 'all' ? [] : [`status : ${quote(status.slice(0, TRIGRAM_LENGTH))}`]),
  ].join(' AND ');
  return sql`select rowid as number from search_bodies where search_bodies match ${query} and ${hasKind(kind, 'rowid')}`;
};

/** Selects matches on SQLite. The FTS5 table finds exact matches for texts of three or more characters. Shorter texts are searched for in the documents. */
const selectTextsOnSqlite = (kind: SearchKind, request: SearchRequest, status: SearchRequest['status']): RawBuilder<unknown> => {
  const { search, terms } = request;
  const phrases = [...(isIndexed(search) ? [`title : ${quote(search)}`] : []), ...terms.filter(isIndexed).map(toTextPhrase)];
  const shortTermConditions = [
    ...(search === '' || isIndexed(search) ? [] : [containsText('title', search)]),
    ...terms.filter((term) => !isIndexed(term)).map((term) => containsText('text', term)),
  ];
  if (phrases.length === 0) {
    const where = joinConditions([hasKind(kind, 'number'), ...shortTermConditions, ...(status === 'all' ? [] : [sql`status = ${status}`])]);
    return sql`search_documents where ${where}`;
  }
  const query = [...phrases, ...(status === 'all' ? [] : [`status : ${quote(status.slice(0, TRIGRAM_LENGTH))}`])].join(' AND ');
  const match = [sql`search_texts match ${query}`, hasKind(kind, 'search_texts.rowid')];
  const texts = sql`(select rowid as number from search_texts where ${joinConditions(match)})`;
  if (shortTermConditions.length === 0) return texts;
  // The cross join makes SQLite read the tables in this order.
  return sql`${texts} as texts cross join search_documents using (number) where ${joinConditions(shortTermConditions)}`;
};

/** Selects matches on SQLite, and for staff also matches by word. Both selections are ordered by number, so that they can be merged without sorting. */
const selectOnSqlite = (kind: SearchKind, request: SearchRequest, status: SearchRequest['status']): RawBuilder<unknown> => {
  const texts = selectTextsOnSqlite(kind, request, status);
  const words = usesWordIndex(kind, request) ? selectByWords(kind, request.terms, status) : undefined;
  return words === undefined ? texts : sql`(select number from ${texts} union ${words} order by number)`;
};

const containsSearchTexts = (isSqlite: boolean, kind: SearchKind, request: SearchRequest): RawBuilder<unknown> => {
  const { search, terms } = request;
  const contains = (column: 'text' | 'title', text: string) => (isSqlite ? containsText(column, text) : sql`position(${text} in ${sql.ref(column)}) > 0`);
  const textConditions = terms.map((term) => contains('text', term));
  const inTitle = search === '' ? [] : [contains('title', search)];
  if (!usesWordIndex(kind, request)) return joinConditions([...textConditions, ...inTitle]);
  const all = sql`(${joinConditions(textConditions)})`;
  if (!isSqlite) return addWordCondition(all, terms);
  const words = selectByWords(kind, terms, 'all');
  return words === undefined ? all : sql`(${all} or number in (${words}))`;
};

interface Matches {
  readonly ids: readonly string[] | undefined;
  /** Counts on the first call and caches the result. */
  readonly count: () => Promise<number>;
}

const readMatches = createRevisionCache<Matches>();

/** Finds and counts matches in one pass, which takes SQLite no longer than counting alone. `documents` is the SQL that follows `from`. */
const findOnSqlite = async (db: Database, documents: RawBuilder<unknown>): Promise<Matches> => {
  const result = await sql<{ total: number; numbers: string | null }>`
    select count(*) as total, case when count(*) < ${sql.lit(COMMON_MATCHES.sqlite)} then group_concat(number) end as numbers from ${documents}`.execute(db);
  const { total = 0, numbers = null } = result.rows[0] ?? {};
  const count = async (): Promise<number> => total;
  if (total >= COMMON_MATCHES.sqlite) return { ids: undefined, count };
  if (numbers === null) return { ids: [], count };
  // Without this hint, SQLite would read the rows with their texts.
  const { rows } = await sql<{ id: string }>`
    select id from search_documents indexed by search_documents_by_number where number in (${sql.raw(numbers)})`.execute(db);
  return { ids: rows.map(({ id }) => id), count };
};

/** Returns no ids if there are many matches. If a page is requested, PostgreSQL counts the matches at the same time on another connection. */
const findOnPostgres = async (db: Database, documents: RawBuilder<unknown>, { limit }: SearchRequest): Promise<Matches> => {
  let countPromise: Promise<number> | undefined;
  const count = (): Promise<number> => {
    countPromise ??= countSql(db, documents).catch((reason: unknown) => {
      countPromise = undefined;
      throw reason;
    });
    return countPromise;
  };
  // Start counting first, because counting takes longer. An error is reported to the caller that awaits the count.
  if (limit !== undefined) count().catch(() => undefined);
  const { rows } = await sql<{ id: string }>`select id from ${documents} limit ${sql.lit(COMMON_MATCHES.postgres)}`.execute(db);
  if (rows.length < COMMON_MATCHES.postgres) return { ids: rows.map(({ id }) => id), count: async () => rows.length };
  return { ids: undefined, count };
};

/** Selects the ids of a kind's published documents that contain at least one of the folded texts. Each text must have three or more characters. */
export const selectWithText = (db: Database, kind: SearchKind, texts: readonly string[]): RawBuilder<unknown> => {
  const isSqlite = isEmbedded(db);
  const select = isSqlite ? selectOnSqlite : selectOnPostgres;
  const request = { search: '', status: 'published', visibility: 'published', limit: undefined } as const;
  const column = sql.ref(isSqlite ? 'number' : 'id');
  const matches = sql.join(
    texts.map((text) => sql`select ${column} from ${select(kind, { ...request, terms: [text] }, 'published')}`),
    sql` union `,
  );
  return isSqlite ? sql`select id from search_documents indexed by search_documents_by_number where number in (${matches})` : matches;
};

export interface Search {
  readonly condition: RawBuilder<SqlBool>;
  /** True if the condition lists the ids of all matches, because there are few. Otherwise, the condition compares the texts of each row. */
  readonly namesIds: boolean;
  readonly count: () => Promise<number>;
}

/** Creates a search for documents of one kind that are not in the trash. Returns undefined if the request has no search terms. `id` is the list's id column. */
export const createSearch = async (db: Database, kind: SearchKind, id: string, request: SearchRequest): Promise<Search | undefined> => {
  const { search, terms } = request;
  if (search === '' && terms.length === 0) return undefined;
  const status = request.visibility === 'published' ? 'published' : request.status;
  const isSqlite = isEmbedded(db);
  const documents = (isSqlite ? selectOnSqlite : selectOnPostgres)(kind, request, status);
  const { ids, count } = await readMatches(db, request.visibility, [kind, status, search, terms, usesWordIndex(kind, request)], () =>
    isSqlite ? findOnSqlite(db, documents) : findOnPostgres(db, documents, request),
  );
  const reference = sql.ref(id);
  if (ids !== undefined) {
    // Pass the ids to PostgreSQL as one array, because planning a query with hundreds of values is slow.
    const inIdList = isSqlite ? sql`in (${ids.length === 0 ? sql`null` : sql.join(ids)})` : sql`= any(${ids}::text[])`;
    return { count, namesIds: true, condition: sql<SqlBool>`${reference} ${inIdList}` };
  }
  return {
    count,
    namesIds: false,
    condition: sql<SqlBool>`exists (select 1 from search_documents where kind = ${sql.lit(kind)} and search_documents.id = ${reference} and ${containsSearchTexts(isSqlite, kind, request)})`,
  };
};
