import { setImmediate } from 'node:timers/promises';
import { foldText } from '@site/shared/domain/fold-text';
import { toWords } from '@site/shared/domain/ranked-search';
import { stripMarkup } from '@site/shared/domain/strip-markup';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { getUpcomingUntil } from '../domain/event-times.ts';
import { ALL_KINDS, type ContentTable, listSearchedColumns } from './document-kinds.ts';
import type { Flag } from './schema/columns.ts';
import type { Database } from './schema/tables.ts';

type NonContentTable = 'albums' | 'applications';
type SearchedTable = ContentTable | NonContentTable;

/**
 * Searched columns of tables that are not documents. Earlier releases left the last five columns of applications empty in all rows, so adding these columns did
 * not require recomputing those rows.
 */
const OTHER_TEXT_COLUMNS: Readonly<Record<NonContentTable, readonly string[]>> = {
  albums: ['name'],
  applications: [
    'name',
    'email',
    'phone',
    'qualification',
    'location',
    'skills',
    'interests',
    'motivation',
    'school',
    'contact_role',
    'pupils',
    'weeks',
    'message',
  ],
};

interface SearchedTexts {
  /** Texts covered by searches in staff lists. The first text is the title, which is also the sort key. */
  readonly texts: readonly string[];
  readonly bodies: readonly string[];
  readonly hasTitleKey: boolean;
  /**
   * Version number of the rules below, a single digit. A new number makes the background task recompute all rows. It also needs a migration that adds an index,
   * like `events_outdated_3` in `version-1/indexes.ts`. Rows from a newer release have a higher number, and this release leaves them unchanged.
   */
  readonly rules: number;
}

const SEARCHED_TEXTS = new Map<SearchedTable, SearchedTexts>([
  ...ALL_KINDS.map((documentKind): [SearchedTable, SearchedTexts] => {
    const { hasBody, hasTitleKey, rules } = documentKind.search;
    const texts = ['title', ...listSearchedColumns(documentKind, 'summary', 'staff')];
    return [documentKind.table, { texts, bodies: hasBody ? listSearchedColumns(documentKind, 'text', 'detail') : [], hasTitleKey, rules }];
  }),
  ...(['albums', 'applications'] as const).map((table): [SearchedTable, SearchedTexts] => [
    table,
    { texts: OTHER_TEXT_COLUMNS[table], bodies: [], hasTitleKey: false, rules: 1 },
  ]),
]);

const getTexts = (table: SearchedTable): SearchedTexts => SEARCHED_TEXTS.get(table) ?? { texts: [], bodies: [], hasTitleKey: false, rules: 1 };

const EVENT_COLUMNS = ['date', 'time', 'end_time', 'end_date', 'upcoming_override'];

export const getIndexedColumns = (table: SearchedTable): readonly string[] => [...getTexts(table).texts, ...getTexts(table).bodies];

type Row = Readonly<Record<string, unknown>>;

/** Returns the column that every write changes, including writes by releases without the derived columns. Applications never change. */
const getWrittenAtColumn = (table: SearchedTable): 'updated_at' | 'created_at' => (table === 'applications' ? 'created_at' : 'updated_at');

/**
 * Returns `search_text`, `search_key` if the table has this column, and `search_body` if the row has a long text, all without case and diacritics.
 * `search_text` and `search_key` begin with the title, so that rows can be sorted by title. `derived_from` identifies the state of the row, so `row` must
 * contain the column that `getWrittenAtColumn` returns.
 */
export const getSearchColumns = (table: SearchedTable, row: Row) => {
  const { texts, bodies, hasTitleKey, rules } = getTexts(table);
  const getText = (column: string): string => foldText(String(row[column] ?? ''));
  const columns = {
    search_text: texts.map(getText).join('\n'),
    derived_from: `${rules}|${String(row[getWrittenAtColumn(table)] ?? '')}`,
  };
  const bodyTexts = bodies.map((column) => row[column]).filter((text) => typeof text === 'string');
  return {
    ...columns,
    ...(hasTitleKey && { search_key: getText('title') }),
    ...(bodyTexts.length > 0 && { search_body: [...new Set([columns.search_text, ...bodyTexts.map(stripMarkup)].flatMap(toWords))].sort().join(' ') }),
  };
};

export const toFlag = (value: unknown): Flag | null => (value === 1 || value === 0 ? value : null);

export const getDerivedColumns = (table: SearchedTable, row: Row): Readonly<Record<string, string>> => {
  const columns = getSearchColumns(table, row);
  if (table !== 'events') return columns;
  const getText = (column: string): string => String(row[column] ?? '');
  const times = { date: getText('date'), time: getText('time'), end_time: getText('end_time'), end_date: getText('end_date') };
  return { ...columns, upcoming_until: getUpcomingUntil({ ...times, upcoming_override: toFlag(row.upcoming_override) }) };
};

/** Whether the derived columns belong to an earlier state of the row. The first condition is written to match a partial index. */
export const isOutdated = (table: SearchedTable): RawBuilder<SqlBool> => {
  const writtenAt = sql.ref(getWrittenAtColumn(table));
  const version = String(getTexts(table).rules);
  return sql<SqlBool>`derived_from <> ${sql.lit(`${version}|`)} || ${writtenAt} and substr(derived_from, 1, 1) <= ${sql.lit(version)}`;
};

interface Correction {
  readonly table: SearchedTable;
  readonly row: Row;
  readonly columns: Readonly<Record<string, string>>;
  readonly isVisible: boolean;
}

/** Finds up to `limit` rows written by a release that lacks the derived columns or computes them by other rules. */
export const findOutdatedRows = async (db: Database, limit: number): Promise<readonly Correction[]> => {
  const corrections: Correction[] = [];
  for (const [table, { texts, bodies }] of SEARCHED_TEXTS) {
    if (corrections.length >= limit) break;
    const derivedColumns = Object.keys(getDerivedColumns(table, Object.fromEntries(bodies.map((column) => [column, '']))));
    const names = new Set(['id', getWrittenAtColumn(table), ...texts, ...bodies, ...derivedColumns, ...(table === 'events' ? EVENT_COLUMNS : [])]);
    const columns = sql.join([...names].map((name) => sql.ref(name)));
    const { rows } = await sql<Row>`
      select ${columns} from ${sql.table(table)} where ${isOutdated(table)} order by id limit ${limit - corrections.length}`.execute(db);
    for (const row of rows) {
      const values = getDerivedColumns(table, row);
      const isVisible = derivedColumns.some((name) => name !== 'derived_from' && row[name] !== values[name]);
      corrections.push({ table, row, columns: values, isVisible });
    }
  }
  return corrections;
};

/** Writes the corrections. Skips rows that have changed since they were read: they are either correct already or will be found again. */
export const correctRows = async (db: Database, corrections: readonly Correction[]): Promise<void> => {
  for (const { table, row, columns } of corrections) {
    // Omit unchanged columns, because triggers rewrite an index for each column named in the statement.
    const assignments = Object.entries(columns).flatMap(([name, value]) => (row[name] === value ? [] : [sql`${sql.ref(name)} = ${value}`]));
    const writtenAt = getWrittenAtColumn(table);
    await sql`update ${sql.table(table)} set ${sql.join(assignments)} where id = ${row.id} and ${sql.ref(writtenAt)} = ${row[writtenAt]}`.execute(db);
  }
};

const BATCH_SIZE = 500;

/** Computes missing derived columns after samples have been inserted or a backup has been restored. */
export const fillDerivedColumns = async (db: Database): Promise<void> => {
  for (;;) {
    const corrections = await findOutdatedRows(db, BATCH_SIZE);
    if (corrections.length === 0) return;
    await correctRows(db, corrections);
    // Yield to the event loop, because Node frees the embedded engine's statements only between its turns.
    await setImmediate();
  }
};
