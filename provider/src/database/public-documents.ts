import { KIND_NAMES, mapKinds } from '@site/shared/domain/kinds';
import { toWords } from '@site/shared/domain/ranked-search';
import { stripMarkup } from '@site/shared/domain/strip-markup';
import { sql } from 'kysely';
import { isEmbedded, preferIndexScan } from './connection.ts';
import { DOCUMENT_KINDS, getFirstNumber, listSearchedColumns, NUMBERS_PER_KIND } from './document-kinds.ts';
import type { Database, Tables } from './schema/tables.ts';

type DocumentKind = Tables['public_documents']['kind'];

/** Maximum number of characters that are indexed per text. */
const MAX_INDEXED_CHARACTERS = 200_000;

type Row = Readonly<Record<string, unknown>>;

const SOURCES = mapKinds((kind) => {
  const documentKind = DOCUMENT_KINDS[kind];
  return { summaries: listSearchedColumns(documentKind, 'summary', 'detail'), texts: listSearchedColumns(documentKind, 'text') };
});

const getWords = (kind: DocumentKind, row: Row) => {
  const { summaries, texts } = SOURCES[kind];
  const getText = (column: string): string => String(row[column] ?? '').slice(0, MAX_INDEXED_CHARACTERS);
  const title = toWords(getText('title'));
  const summary = summaries.flatMap((column) => toWords(getText(column)));
  const textWords = texts.flatMap((column) => toWords(stripMarkup(getText(column))));
  // Sort the words, so that concurrent transactions that insert the same words do not deadlock.
  return { id: String(row.id), title, summary, all: [...new Set([...title, ...summary, ...textWords])].sort() };
};

type DocumentWordColumns = ReturnType<typeof getWords>;

const toColumns = (kind: DocumentKind, { id, title, summary }: DocumentWordColumns) => ({ kind, id, title: title.join(' '), summary: summary.join(' ') });

const insertOnSqlite = async (db: Database, kind: DocumentKind, document: DocumentWordColumns): Promise<void> => {
  const first = sql.lit(getFirstNumber(kind));
  const last = sql.lit(getFirstNumber(kind) + NUMBERS_PER_KIND - 1);
  const columns = toColumns(kind, document);
  const { number } = await db
    .insertInto('public_documents')
    .values({ ...columns, number: sql<number>`(select coalesce(max(number), ${first}) + 1 from public_documents where number between ${first} and ${last})` })
    .returning('number')
    .executeTakeFirstOrThrow();
  await sql`insert into public_words (rowid, title, text) values (${number}, ${columns.title}, ${document.all.join(' ')})`.execute(db);
};

const insertDocuments = async (db: Database, kind: DocumentKind, documents: readonly DocumentWordColumns[]): Promise<void> => {
  if (documents.length === 0) return;
  if (isEmbedded(db)) {
    for (const document of documents) await insertOnSqlite(db, kind, document);
    return;
  }
  const rows = documents.map((document) => ({ ...toColumns(kind, document), title_words: [...new Set(document.title)], words: document.all }));
  await db.insertInto('public_documents').values(rows).execute();
};

/** SQLite allows 32,766 parameters in a statement, PostgreSQL 65,535. */
const WORDS_PER_INSERT = 10_000;

const insertWords = async (db: Database, words: readonly string[]): Promise<void> => {
  for (let start = 0; start < words.length; start += WORDS_PER_INSERT)
    await db
      .insertInto('search_words')
      .values(words.slice(start, start + WORDS_PER_INSERT).map((word) => ({ word })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
};

const indexRows = async (db: Database, kind: DocumentKind, ids: readonly string[]): Promise<boolean> => {
  const { table } = DOCUMENT_KINDS[kind];
  const { summaries, texts } = SOURCES[kind];
  const columns = ['id', 'title', ...summaries, ...texts].map((name) => sql.ref(name));
  const { rows } = await sql<Row>`
    select ${sql.join(columns)} from ${sql.table(table)} where id in (${sql.join(ids)}) and deleted_at is null and status = 'published'`.execute(db);
  const { numDeletedRows } = await db.deleteFrom('public_documents').where('kind', '=', kind).where('id', 'in', ids).executeTakeFirstOrThrow();
  const byId = new Map(rows.map((row) => [String(row.id), getWords(kind, row)]));
  const documents = ids.flatMap((id) => byId.get(id) ?? []);
  await insertDocuments(db, kind, documents);
  await insertWords(db, [...new Set(documents.flatMap(({ all }) => all))].sort());
  return numDeletedRows > 0n || documents.length > 0;
};

/** Indexes up to `limit` changed rows within the caller's transaction. `isVisible` is true if public search results may have changed. */
export const indexChangedRows = async (db: Database, limit: number) => {
  const next = db.selectFrom('search_queue').select('number').where('kind', 'in', KIND_NAMES).orderBy('number').limit(limit);
  const changedRows = await db.deleteFrom('search_queue').where('number', 'in', next).returning(['number', 'kind', 'id']).execute();
  const orderedChanges = changedRows.sort((a, b) => Number(a.number) - Number(b.number));
  let isVisible = false;
  for (const kind of new Set(orderedChanges.map((row) => row.kind))) {
    const ids = orderedChanges.filter((row) => row.kind === kind).map(({ id }) => id);
    if (await indexRows(db, kind, ids)) isVisible = true;
  }
  return { count: changedRows.length, isVisible };
};

const BATCH_SIZE = 100;

export const indexAllChangedRows = async (db: Database): Promise<void> => {
  while ((await indexChangedRows(db, BATCH_SIZE)).count > 0);
};

const WORDS_PER_CHECK = 500;
const SAMPLE_PERCENT = 2;

/**
 * Returns words that are known to occur in public documents. On PostgreSQL, checking a frequent word is slow, because the check counts all its documents; a
 * small sample of documents contains most of these words. SQLite needs no sample, because its check stops at the first document.
 */
const sampleUsedWords = async (db: Database): Promise<ReadonlySet<string>> => {
  if (isEmbedded(db)) return new Set();
  const { rows } = await sql<{ word: string }>`
    select distinct unnest(words) as word from public_documents tablesample system (${sql.lit(SAMPLE_PERCENT)})`.execute(db);
  return new Set(rows.map(({ word }) => word));
};

/**
 * Whether a public document contains the word. With `exists`, PostgreSQL would expect an early match and scan the documents; with `count`, it uses the index.
 */
const isWordUsed = (db: Database) =>
  isEmbedded(db)
    ? sql`exists (select 1 from public_words where public_words match '"' || search_words.word || '"')`
    : sql`(${sql.join(
        KIND_NAMES.map((kind) => sql`(select count(*) from public_documents where kind = ${sql.lit(kind)} and words @> array[search_words.word]) > 0`),
        sql` or `,
      )})`;

export const deleteUnusedWords = async (db: Database): Promise<void> => {
  const usedWords = await sampleUsedWords(db);
  let last = '';
  for (;;) {
    const words = await db.selectFrom('search_words').select('word').where('word', '>', last).orderBy('word').limit(WORDS_PER_CHECK).execute();
    const end = words.at(-1)?.word;
    if (end === undefined) return;
    const unusedCandidates = words.flatMap(({ word }) => (usedWords.has(word) ? [] : [word]));
    if (unusedCandidates.length > 0)
      await preferIndexScan(db, (connection) =>
        sql`delete from search_words where word in (${sql.join(unusedCandidates)}) and not ${isWordUsed(db)}`.execute(connection),
      );
    last = end;
  }
};
