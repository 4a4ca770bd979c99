import { foldText } from '@site/shared/domain/fold-text';
import { toWords } from '@site/shared/domain/ranked-search';
import { stripMarkup } from '@site/shared/domain/strip-markup';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { getUpcomingUntil } from '../domain/event-times.ts';
import { ALL_KINDS, type ContentTable, listSearchedColumns } from './document-kinds.ts';
import type { Database, Flag } from './schema.ts';

type OtherTable = 'albums' | 'applications';
type SearchedTable = ContentTable | OtherTable;

/** Searched columns of tables that are not documents. The last five of applications are empty in all rows that earlier releases wrote, so that those need not be computed again. */
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
  /** Those that the search of staff lists covers. The first one is the title, by which results sort. */
  readonly texts: readonly string[];
  /** The long ones, whose words are searched together with those. */
  readonly bodies: readonly string[];
  readonly hasTitleKey: boolean;
  /**
   * The number of the rules below. With another one all rows are computed again in the background; it needs a migration with an index for its number, like
   * `016-event-details`. One digit: rows of a newer release, which compare higher, are left to it.
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

/** The columns of a table whose words an index has. */
export const getIndexedColumns = (table: SearchedTable): readonly string[] => [...getTexts(table).texts, ...getTexts(table).bodies];

type Row = Readonly<Record<string, unknown>>;

/** The column that changes with every write of any release, also of those that do not know the derived columns. Applications do not change. */
const getWrittenAt = (table: SearchedTable): 'updated_at' | 'created_at' => (table === 'applications' ? 'created_at' : 'updated_at');

/**
 * The values of `search_text`, of `search_key` where the table has one, and of `search_body` where the row has a long text, for a row that is being written. All have no
 * case and no diacritics; the first two begin with the title, so that they sort by it. `derived_from` says of which version of the row they are: `row` needs the column that `getWrittenAt` names.
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

/** All columns of a row that follow from its others: those of the searches, and until when an event is upcoming. */
export const getDerivedColumns = (table: SearchedTable, row: Row): Readonly<Record<string, string>> => {
  const columns = getSearchColumns(table, row);
  if (table !== 'events') return columns;
  const getText = (column: string): string => String(row[column] ?? '');
  const times = { date: getText('date'), time: getText('time'), end_time: getText('end_time'), end_date: getText('end_date') };
  return { ...columns, upcoming_until: getUpcomingUntil({ ...times, upcoming_override: toFlag(row.upcoming_override) }) };
};

/** Whether the derived columns of a row are of an earlier version of it. The first condition is the one of a partial index, which holds no other rows. */
export const isOutdated = (table: SearchedTable): RawBuilder<SqlBool> => {
  const writtenAt = sql.ref(getWrittenAt(table));
  const version = String(getTexts(table).rules);
  return sql<SqlBool>`derived_from <> ${sql.lit(`${version}|`)} || ${writtenAt} and substr(derived_from, 1, 1) <= ${sql.lit(version)}`;
};

/** What has to be written into one row. */
interface Correction {
  readonly table: SearchedTable;
  readonly row: Row;
  readonly columns: Readonly<Record<string, string>>;
  /** Whether lists or searches find the row otherwise than before. */
  readonly isVisible: boolean;
}

/** Up to `limit` rows that a release has written which does not know the derived columns or has other rules for them. */
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

/** A row that was written meanwhile has its own values, or is found again. */
export const correctRows = async (db: Database, corrections: readonly Correction[]): Promise<void> => {
  for (const { table, row, columns } of corrections) {
    // Triggers write an index anew for each column that a statement names.
    const assignments = Object.entries(columns).flatMap(([name, value]) => (row[name] === value ? [] : [sql`${sql.ref(name)} = ${value}`]));
    const writtenAt = getWrittenAt(table);
    await sql`update ${sql.table(table)} set ${sql.join(assignments)} where id = ${row.id} and ${sql.ref(writtenAt)} = ${row[writtenAt]}`.execute(db);
  }
};

const BATCH = 500;

/** Computes the derived columns of all rows that lack them: after samples were inserted or a backup was restored. */
export const fillDerivedColumns = async (db: Database): Promise<void> => {
  for (;;) {
    const corrections = await findOutdatedRows(db, BATCH);
    if (corrections.length === 0) return;
    await correctRows(db, corrections);
  }
};
