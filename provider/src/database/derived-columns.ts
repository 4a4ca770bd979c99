import { setImmediate } from 'node:timers/promises';
import { foldText } from '@site/shared/domain/fold-text';
import { toWords } from '@site/shared/domain/ranked-search';
import { stripMarkup } from '@site/shared/domain/strip-markup';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { getUpcomingUntil } from '../domain/event-times.ts';
import { ALL_KINDS, type ContentTable, listSearchedColumns } from './document-kinds.ts';
import type { Flag } from './schema/columns.ts';
import type { Database } from './schema/tables.ts';

type OtherTable = 'albums' | 'applications';
type SearchedTable = ContentTable | OtherTable;

/**
 * Searched columns of tables that are not documents. The last five columns of applications are empty in all rows that earlier releases wrote, so those rows did
 * not have to be recomputed.
 */
const OTHER_TEXTS: Readonly<Record<OtherTable, readonly string[]>> = {
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
  /** Texts that the search of staff lists covers. The first one is the title, by which results sort. */
  readonly texts: readonly string[];
  /** Long texts whose words are searched as well. */
  readonly bodies: readonly string[];
  readonly hasTitleKey: boolean;
  /**
   * Version number of the rules below. A new number makes the background task recompute all rows, and needs a migration with an index for it, like
   * `events_outdated_3` in `version-1/indexes.ts`. The number has one digit: rows of a newer release compare higher and are left to that release.
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
    { texts: OTHER_TEXTS[table], bodies: [], hasTitleKey: false, rules: 1 },
  ]),
]);

const getTexts = (table: SearchedTable): SearchedTexts => SEARCHED_TEXTS.get(table) ?? { texts: [], bodies: [], hasTitleKey: false, rules: 1 };

const EVENT_COLUMNS = ['date', 'time', 'end_time', 'end_date', 'upcoming_override'];

/** Returns the columns of a table whose words are indexed. */
export const getIndexedColumns = (table: SearchedTable): readonly string[] => [...getTexts(table).texts, ...getTexts(table).bodies];

type Row = Readonly<Record<string, unknown>>;

/** Returns the column that changes with every write, even by releases that do not know the derived columns. Applications do not change. */
const getWrittenAt = (table: SearchedTable): 'updated_at' | 'created_at' => (table === 'applications' ? 'created_at' : 'updated_at');

/**
 * Returns `search_text`, `search_key` if the table has it, and `search_body` if the row has a long text, for a row that is being written. All are without case
 * and diacritics. The first two begin with the title, so that rows sort by it. `derived_from` identifies the version of the row, so `row` needs the column that
 * `getWrittenAt` names.
 */
export const getSearchColumns = (table: SearchedTable, row: Row) => {
  const { texts, bodies, hasTitleKey, rules } = getTexts(table);
  const getText = (column: string): string => foldText(String(row[column] ?? ''));
  const columns = {
    search_text: texts.map(getText).join('\n'),
    derived_from: `${rules}|${String(row[getWrittenAt(table)] ?? '')}`,
  };
  const long = bodies.map((column) => row[column]).filter((text) => typeof text === 'string');
  return {
    ...columns,
    ...(hasTitleKey && { search_key: getText('title') }),
    ...(long.length > 0 && { search_body: [...new Set([columns.search_text, ...long.map(stripMarkup)].flatMap(toWords))].sort().join(' ') }),
  };
};

export const toFlag = (value: unknown): Flag | null => (value === 1 || value === 0 ? value : null);

/** Returns all columns that are derived from a row's other columns: the search columns, and for events the time until which they are upcoming. */
export const getDerivedColumns = (table: SearchedTable, row: Row): Readonly<Record<string, string>> => {
  const columns = getSearchColumns(table, row);
  if (table !== 'events') return columns;
  const getText = (column: string): string => String(row[column] ?? '');
  const times = { date: getText('date'), time: getText('time'), end_time: getText('end_time'), end_date: getText('end_date') };
  return { ...columns, upcoming_until: getUpcomingUntil({ ...times, upcoming_override: toFlag(row.upcoming_override) }) };
};

/** Whether the derived columns belong to an earlier version of the row. The first condition is that of a partial index, which holds no other rows. */
export const isOutdated = (table: SearchedTable): RawBuilder<SqlBool> => {
  const writtenAt = sql.ref(getWrittenAt(table));
  const version = String(getTexts(table).rules);
  return sql<SqlBool>`derived_from <> ${sql.lit(`${version}|`)} || ${writtenAt} and substr(derived_from, 1, 1) <= ${sql.lit(version)}`;
};

/** The columns to write into one row. */
interface Correction {
  readonly table: SearchedTable;
  readonly row: Row;
  readonly columns: Readonly<Record<string, string>>;
  /** Whether lists or searches find the row differently than before. */
  readonly isVisible: boolean;
}

/** Finds up to `limit` rows written by a release that does not know the derived columns or has other rules for them. */
export const findOutdatedRows = async (db: Database, limit: number): Promise<readonly Correction[]> => {
  const corrections: Correction[] = [];
  for (const [table, { texts, bodies }] of SEARCHED_TEXTS) {
    if (corrections.length >= limit) break;
    const derived = Object.keys(getDerivedColumns(table, Object.fromEntries(bodies.map((column) => [column, '']))));
    const names = new Set(['id', getWrittenAt(table), ...texts, ...bodies, ...derived, ...(table === 'events' ? EVENT_COLUMNS : [])]);
    const columns = sql.join([...names].map((name) => sql.ref(name)));
    const { rows } = await sql<Row>`
      select ${columns} from ${sql.table(table)} where ${isOutdated(table)} order by id limit ${limit - corrections.length}`.execute(db);
    for (const row of rows) {
      const values = getDerivedColumns(table, row);
      const isVisible = derived.some((name) => name !== 'derived_from' && row[name] !== values[name]);
      corrections.push({ table, row, columns: values, isVisible });
    }
  }
  return corrections;
};

/** Writes the corrections. A row that was written in the meantime has its own values or is found again. */
export const correctRows = async (db: Database, corrections: readonly Correction[]): Promise<void> => {
  for (const { table, row, columns } of corrections) {
    // Omits unchanged columns, because triggers rewrite an index for each column that a statement names.
    const assignments = Object.entries(columns).flatMap(([name, value]) => (row[name] === value ? [] : [sql`${sql.ref(name)} = ${value}`]));
    const writtenAt = getWrittenAt(table);
    await sql`update ${sql.table(table)} set ${sql.join(assignments)} where id = ${row.id} and ${sql.ref(writtenAt)} = ${row[writtenAt]}`.execute(db);
  }
};

const BATCH = 500;

/** Computes the derived columns of all rows that lack them, after samples were inserted or a backup was restored. */
export const fillDerivedColumns = async (db: Database): Promise<void> => {
  for (;;) {
    const corrections = await findOutdatedRows(db, BATCH);
    if (corrections.length === 0) return;
    await correctRows(db, corrections);
    // Node frees the statements of the embedded engine between turns of the event loop only.
    await setImmediate();
  }
};
