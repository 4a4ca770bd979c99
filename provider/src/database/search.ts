import { MIN_PREFIX, toWords } from '@site/shared/domain/ranked-search';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { isEmbedded } from './connection.ts';
import { getFirstNumber, NUMBERS_PER_KIND } from './document-kinds.ts';
import { countSql, type PageRequest } from './page.ts';
import { createRevisionCache } from './revision-cache.ts';
import type { Database, Tables } from './schema/tables.ts';

type SearchKind = Tables['search_documents']['kind'];

/** `search` is looked for in titles, `terms` in all texts. Spaces and punctuation separate words, each of which must begin a word of these texts. */
interface SearchRequest extends Pick<PageRequest, 'search' | 'terms' | 'status' | 'visibility' | 'limit'> {
  /** Looks for the terms in titles and summaries only. */
  readonly omitsBodies?: boolean;
}

/** The texts in which a word is looked for. A summary search also covers titles. */
type Scope = 'title' | 'summary' | 'all';

interface SearchedWord {
  readonly scope: Scope;
  readonly word: string;
  /** Short words match only whole words. */
  readonly isPrefix: boolean;
}

const listSearchedWords = ({ search, terms, omitsBodies = false }: SearchRequest): readonly SearchedWord[] => {
  const toSearchedWords = (scope: Scope, text: string) => toWords(text).map((word) => ({ scope, word, isPrefix: [...word].length >= MIN_PREFIX }));
  return [...toSearchedWords('title', search), ...terms.flatMap((term) => toSearchedWords(omitsBodies ? 'summary' : 'all', term))];
};

/** Leaves out terms that have no words, such as a dash. `createSearch` ignores them next to other terms. Returns all terms if none has words. */
export const omitWordlessTerms = (terms: readonly string[]): readonly string[] => {
  const termsWithWords = terms.filter((term) => toWords(term).length > 0);
  return termsWithWords.length === 0 ? terms : termsWithWords;
};

type Status = SearchRequest['status'];

interface Selection {
  readonly kind: SearchKind;
  readonly status: Status;
  readonly words: readonly SearchedWord[];
}

/** Columns of the FTS5 table. Documents without a long text have no `body`. */
const COLUMNS: Readonly<Record<Scope, string>> = { title: 'title', summary: '{title text}', all: '{title text body}' };

/** The FTS5 table has the first letters of each status. */
const STATUS_LENGTH = 3;

/** Selects the numbers of the matching documents on SQLite. Words contain only letters and digits, so the query needs no escaping. */
const selectOnSqlite = ({ kind, status, words }: Selection): RawBuilder<unknown> => {
  const query = [
    ...words.map(({ scope, word, isPrefix }) => `${COLUMNS[scope]} : "${word}"${isPrefix ? ' *' : ''}`),
    ...(status === 'all' ? [] : [`status : "${status.slice(0, STATUS_LENGTH)}"`]),
  ].join(' AND ');
  const first = getFirstNumber(kind);
  return sql`
    select rowid as number from search_index where search_index match ${query} and rowid between ${sql.lit(first)} and ${sql.lit(first + NUMBERS_PER_KIND - 1)}`;
};

/** On PostgreSQL, each document has one list of lexemes. Words of the title and the summary are repeated in it with a marker. */
const MARKERS: Readonly<Record<Scope, string>> = { title: 't:', summary: 's:', all: '' };

const containsWords = (words: readonly SearchedWord[]): RawBuilder<SqlBool> => {
  const query = words.map(({ scope, word, isPrefix }) => `'${MARKERS[scope]}${word}'${isPrefix ? ':*' : ''}`).join(' & ');
  return sql<SqlBool>`body @@ ${query}::tsquery`;
};

const selectOnPostgres = ({ kind, status, words }: Selection): RawBuilder<unknown> =>
  sql`search_documents where kind = ${sql.lit(kind)} and ${containsWords(words)}${status === 'all' ? sql`` : sql` and status = ${status}`}`;

interface Matches {
  readonly ids: readonly string[] | undefined;
  /** Counts on the first call and caches the result. */
  readonly count: () => Promise<number>;
}

const readMatches = createRevisionCache<Matches>();

/**
 * If there are at least this many matches, reading the list in order until the page is full is faster than sorting all matches. The number is higher for
 * PostgreSQL, which sorts quickly but must decompress the words of each document that it reads.
 */
const COMMON_MATCHES = { sqlite: 1000, postgres: 2500 } as const;

/** Finds and counts matches in one pass, which takes SQLite no longer than counting alone. */
const findOnSqlite = async (db: Database, selection: Selection): Promise<Matches> => {
  const result = await sql<{ total: number; numbers: string | null }>`
    select count(*) as total, case when count(*) < ${sql.lit(COMMON_MATCHES.sqlite)} then group_concat(number) end as numbers
    from (${selectOnSqlite(selection)})`.execute(db);
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
const findOnPostgres = async (db: Database, selection: Selection, { limit }: SearchRequest): Promise<Matches> => {
  const documents = selectOnPostgres(selection);
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

/** Selects the ids of a kind's published documents whose title or summary contains at least one of the folded texts. */
export const selectWithText = (db: Database, kind: SearchKind, texts: readonly string[]): RawBuilder<unknown> => {
  const selectWithOne = (text: string): RawBuilder<unknown> => {
    const words = listSearchedWords({ search: '', terms: [text], status: 'published', visibility: 'published', limit: undefined, omitsBodies: true });
    if (words.length === 0) return sql`select id from search_documents where 1 = 0`;
    const selection: Selection = { kind, status: 'published', words };
    // The cross join makes SQLite read the tables in this order.
    return isEmbedded(db)
      ? sql`select id from (${selectOnSqlite(selection)}) as matches cross join search_documents using (number) where instr(text, ${text}) > 0`
      : sql`select id from ${selectOnPostgres(selection)} and position(${text} in text) > 0`;
  };
  return sql.join(texts.map(selectWithOne), sql` union `);
};

export interface Search {
  /** Condition that looks up one row at a time. Used for pages, which fill up quickly. */
  readonly perRow: RawBuilder<SqlBool>;
  /** Condition for which the engine may find all matches first. Used for counts. */
  readonly inBulk: RawBuilder<SqlBool>;
  /** True if the conditions list the ids of all matches, because there are few. */
  readonly namesIds: boolean;
  readonly count: () => Promise<number>;
}

const isNever = sql<SqlBool>`1 = 0`;
const NO_MATCHES: Search = { perRow: isNever, inBulk: isNever, namesIds: true, count: async () => 0 };

/** Creates a search for documents of one kind that are not in the trash. Returns undefined if the request has no search terms. `id` is the list's id column. */
export const createSearch = async (db: Database, kind: SearchKind, id: string, request: SearchRequest): Promise<Search | undefined> => {
  const { search, terms, visibility } = request;
  if (search === '' && terms.length === 0) return undefined;
  const words = listSearchedWords(request);
  if (words.length === 0) return NO_MATCHES;
  const status = visibility === 'published' ? 'published' : request.status;
  const selection: Selection = { kind, status, words };
  const { ids, count } = await readMatches(db, visibility, [kind, status, words], () =>
    isEmbedded(db) ? findOnSqlite(db, selection) : findOnPostgres(db, selection, request),
  );
  const reference = sql.ref(id);
  if (ids !== undefined) {
    // Pass the ids to PostgreSQL as one array, because planning a query with hundreds of values is slow.
    const inIdList = isEmbedded(db) ? sql`in (${ids.length === 0 ? sql`null` : sql.join(ids)})` : sql`= any(${ids}::text[])`;
    const hasId = sql<SqlBool>`${reference} ${inIdList}`;
    return { count, namesIds: true, perRow: hasId, inBulk: hasId };
  }
  const isMatch = isEmbedded(db) ? sql`number in (${selectOnSqlite({ kind, status: 'all', words })})` : containsWords(words);
  const document = sql`search_documents where kind = ${sql.lit(kind)} and search_documents.id = ${reference}`;
  const inBulk = sql<SqlBool>`exists (select 1 from ${document} and ${isMatch})`;
  // PostgreSQL expects few matches of several words. With `exists`, it would find and sort all of them, which takes 100 times as long as reading one page.
  return { count, namesIds: false, perRow: isEmbedded(db) ? inBulk : sql<SqlBool>`(select ${isMatch} from ${document})`, inBulk };
};
