import { TRASH_KINDS, type TrashedItem } from '@site/shared/contracts/trash';
import { SLUG_KINDS } from '@site/shared/domain/kinds';
import { type RawBuilder, sql } from 'kysely';
import { ConflictError } from '../domain/errors.ts';
import { hasMinimumRole, type Staff } from '../domain/permissions.ts';
import { findFreeSlug } from '../domain/text.ts';
import type { WrittenColumns } from './content-store.ts';
import { ALL_KINDS, type ContentTable, DOCUMENT_KINDS } from './document-kinds.ts';
import { IS_USED } from './image-uses.ts';
import { containsTerms, countSql, getSqlLimit, type Page, type PageRequest, toPage, toSqlOrder } from './page.ts';
import type { Timestamp } from './schema/columns.ts';
import type { Database } from './schema/tables.ts';

export const TRASH_TABLES: readonly TrashTable[] = [...ALL_KINDS.map(({ table }) => table), 'albums', 'applications'];
export type TrashTable = ContentTable | 'albums' | 'applications';

export type TrashState = 'active' | 'trashed';

/** Separates a unique value from the row's id. While a row is in the trash, its id is appended to the value, so that other rows can use the value. */
const SEPARATOR = '~';

type ChooseUniqueValue = (value: string, isTaken: (value: string) => Promise<boolean>) => Promise<string>;

const ALBUM_NAME_TAKEN_MESSAGE = 'Another album has this name now';
const requireFreeName: ChooseUniqueValue = async (key, isTaken) => {
  if (await isTaken(key)) throw new ConflictError(`${ALBUM_NAME_TAKEN_MESSAGE}. Rename it first.`, { name: ALBUM_NAME_TAKEN_MESSAGE });
  return key;
};

interface UniqueColumn {
  readonly column: string;
  readonly choose: ChooseUniqueValue;
}

const UNIQUE_COLUMNS: Readonly<Partial<Record<TrashTable, UniqueColumn>>> = {
  ...Object.fromEntries(SLUG_KINDS.map((kind): [string, UniqueColumn] => [DOCUMENT_KINDS[kind].table, { column: 'slug', choose: findFreeSlug }])),
  albums: { column: 'name_key', choose: requireFreeName },
};

export const getTrashedColumns = (
  table: TrashTable,
  row: Readonly<Record<string, unknown>> & { readonly id: string },
  deletedAt: Timestamp,
): WrittenColumns => {
  const uniqueColumn = UNIQUE_COLUMNS[table];
  return { deleted_at: deletedAt, ...(uniqueColumn !== undefined && { [uniqueColumn.column]: `${row[uniqueColumn.column]}${SEPARATOR}${row.id}` }) };
};

/** Returns the columns to write when a row is restored. If another row has taken its unique value, chooses another value or rejects the restore. */
export const getRestoredColumns = async (db: Database, table: TrashTable, id: string): Promise<WrittenColumns> => {
  const uniqueColumn = UNIQUE_COLUMNS[table];
  if (uniqueColumn === undefined) return { deleted_at: null };
  const column = sql.ref(uniqueColumn.column);
  const current = await sql<{ value: string }>`select ${column} as value from ${sql.table(table)} where id = ${id}`.execute(db);
  const [value = ''] = (current.rows[0]?.value ?? '').split(SEPARATOR);
  const isTaken = async (candidate: string): Promise<boolean> =>
    (await sql`select id from ${sql.table(table)} where ${column} = ${candidate}`.execute(db)).rows.length > 0;
  return { deleted_at: null, [uniqueColumn.column]: await uniqueColumn.choose(value, isTaken) };
};

/** Writes an album or an application. Neither has content rules. */
export const writeRow = async (db: Database, table: TrashTable, id: string, columns: WrittenColumns): Promise<void> => {
  const assignments = Object.entries(columns).map(([column, value]) => sql`${sql.ref(column)} = ${value}`);
  await sql`update ${sql.table(table)} set ${sql.join(assignments)} where id = ${id}`.execute(db);
};

const OTHER_TABLES = { album: 'albums', application: 'applications' } as const;
const isDocumentKind = (kind: TrashedItem['kind']): kind is keyof typeof DOCUMENT_KINDS => Object.hasOwn(DOCUMENT_KINDS, kind);

export interface TrashPageRequest extends PageRequest {
  readonly staff: Staff;
  readonly kinds: readonly TrashedItem['kind'][] | undefined;
  readonly hasMedia: boolean;
}

const SORTS = { title: sql`search_text`, kind: sql`kind`, deletedAt: sql`deleted_at` };

/** Selects library images in the trash. Their alternative text serves as their title. An image that content shows again is no longer in the trash. */
const selectTrashedMedia = (staff: Staff): RawBuilder<unknown> => {
  const ownerCondition = hasMinimumRole(staff, 'editor') ? sql`` : sql` and uploaded_by = ${staff.id}`;
  return sql`select 'media' as kind, default_alt as title, 0 as was_public, id, coalesce(alt_key, '') as search_text, trashed_at as deleted_at
    from pictures where trashed_at is not null and not ${IS_USED}${ownerCondition}`;
};

const selectTrashedItems = ({ staff }: TrashPageRequest, kinds: readonly TrashedItem['kind'][]): RawBuilder<unknown> => {
  const isEditor = hasMinimumRole(staff, 'editor');
  const selections = kinds.flatMap((kind) => {
    if (kind === 'media') return [selectTrashedMedia(staff)];
    const columns = sql`id, search_text, deleted_at`;
    if (!isDocumentKind(kind)) {
      const table = sql.table(OTHER_TABLES[kind]);
      return isEditor ? [sql`select ${sql.lit(kind)} as kind, name as title, 0 as was_public, ${columns} from ${table} where deleted_at is not null`] : [];
    }
    const { table, authorColumn } = DOCUMENT_KINDS[kind];
    // Contributors may restore only their own drafts; editors may restore everything (NS-08).
    if (!isEditor && authorColumn === null) return [];
    const ownerCondition = isEditor ? sql`` : sql` and ${sql.ref(authorColumn ?? '')} = ${staff.id} and status = 'draft'`;
    const wasPublic = sql`case when status in ('published', 'scheduled') then 1 else 0 end`;
    return [
      sql`select ${sql.lit(kind)} as kind, title, ${wasPublic} as was_public, ${columns} from ${sql.table(table)} where deleted_at is not null${ownerCondition}`,
    ];
  });
  return selections.length === 0
    ? sql`select '' as kind, '' as title, 0 as was_public, '' as id, '' as search_text, '' as deleted_at where 1 = 0`
    : sql.join(selections, sql` union all `);
};

export const listTrashedItems = async (db: Database, request: TrashPageRequest): Promise<Page<TrashedItem>> => {
  const supportedKinds = TRASH_KINDS.filter((kind) => request.hasMedia || kind !== 'media');
  const { terms, kinds = supportedKinds } = request;
  const trashedItems = selectTrashedItems(request, supportedKinds);
  const matchingItems = sql`(${selectTrashedItems(request, kinds)}) as trashed where ${containsTerms(sql`kind || ' ' || search_text`, terms)}`;
  const { rows } = await sql<{ kind: TrashedItem['kind']; id: string; title: string; deleted_at: string; was_public: number }>`
    select kind, id, title, deleted_at, was_public from ${matchingItems}
    order by ${toSqlOrder(SORTS, request) ?? sql`deleted_at desc`}, kind, id limit ${getSqlLimit(request)} offset ${request.offset}`.execute(db);
  const items = rows.map((row) => ({ kind: row.kind, _id: row.id, title: row.title, deletedAt: row.deleted_at, wasPublic: Number(row.was_public) === 1 }));
  return toPage(
    items,
    request,
    () => countSql(db, matchingItems),
    async () => ({ all: await countSql(db, sql`(${trashedItems}) as trashed`) }),
  );
};
