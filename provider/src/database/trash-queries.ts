import type { TrashedItem } from '@site/shared/contracts/trash';
import { type Kysely, sql } from 'kysely';
import { ConflictError } from '../domain/errors.ts';
import { isAtLeast, type Staff } from '../domain/permissions.ts';
import { findFreeSlug } from '../domain/text.ts';
import type { Tables, Timestamp } from './schema.ts';

/** Tables whose deleted rows can be restored. */
export const TRASH_TABLES = ['posts', 'events', 'gallery_images', 'albums', 'programs', 'applications'] as const;
export type TrashTable = (typeof TRASH_TABLES)[number];

export type TrashState = 'active' | 'trashed';

/** Appended with the row's id to a unique value, so that the value is free for others while the row is in the trash. */
const SEPARATOR = '~';

type ChooseUnique = (value: string, isTaken: (value: string) => Promise<boolean>) => Promise<string>;

const ALBUM_NAME_TAKEN = 'Another album has this name now';
const requireFreeName: ChooseUnique = async (key, isTaken) => {
  if (await isTaken(key)) throw new ConflictError(`${ALBUM_NAME_TAKEN}. Rename it first.`, { name: ALBUM_NAME_TAKEN });
  return key;
};

const UNIQUE_COLUMNS: Readonly<Partial<Record<TrashTable, { readonly column: string; readonly choose: ChooseUnique }>>> = {
  posts: { column: 'slug', choose: findFreeSlug },
  programs: { column: 'slug', choose: findFreeSlug },
  albums: { column: 'name_key', choose: requireFreeName },
};

/** False when there is no such row outside the trash. */
export const softDelete = async (db: Kysely<Tables>, table: TrashTable, id: string, deletedAt: Timestamp): Promise<boolean> => {
  const unique = UNIQUE_COLUMNS[table];
  const freed = unique === undefined ? sql`` : sql`, ${sql.ref(unique.column)} = ${sql.ref(unique.column)} || ${sql.lit(SEPARATOR)} || id`;
  const result = await sql`update ${sql.table(table)} set deleted_at = ${deletedAt}${freed} where id = ${id} and deleted_at is null`.execute(db);
  return result.numAffectedRows === 1n;
};

const chooseUniqueValue = async (db: Kysely<Tables>, table: TrashTable, id: string, column: string, choose: ChooseUnique): Promise<string> => {
  const found = await sql<{ value: string }>`select ${sql.ref(column)} as value from ${sql.table(table)} where id = ${id}`.execute(db);
  const [value = ''] = (found.rows[0]?.value ?? '').split(SEPARATOR);
  return choose(value, async (candidate) => {
    const taken = await sql`select id from ${sql.table(table)} where ${sql.ref(column)} = ${candidate}`.execute(db);
    return taken.rows.length > 0;
  });
};

/** Restores a row as it was; a unique value that is taken by now is chosen anew, or the restore is rejected. */
export const restore = async (db: Kysely<Tables>, table: TrashTable, id: string): Promise<void> => {
  const unique = UNIQUE_COLUMNS[table];
  const renamed = unique === undefined ? sql`` : sql`, ${sql.ref(unique.column)} = ${await chooseUniqueValue(db, table, id, unique.column, unique.choose)}`;
  await sql`update ${sql.table(table)} set deleted_at = null${renamed} where id = ${id} and deleted_at is not null`.execute(db);
};

const LIST_LIMIT = 500;

/** What a member of staff may restore (NS-08), last deleted first: contributors their own drafts, editors everything. */
export const listTrashed = async (db: Kysely<Tables>, staff: Staff): Promise<TrashedItem[]> => {
  const isEditor = isAtLeast(staff, 'editor');
  const trashed: TrashedItem[] = [];
  const add = (kind: TrashedItem['kind'], rows: ReadonlyArray<{ id: string; title: string; deleted_at: string | null }>): void => {
    trashed.push(...rows.map(({ id, title, deleted_at: deletedAt }) => ({ kind, _id: id, title, deletedAt: deletedAt ?? '' })));
  };
  for (const [table, kind] of [['posts', 'post'] as const, ['events', 'event'] as const]) {
    let query = db.selectFrom(table).select(['id', 'title', 'deleted_at']).where('deleted_at', 'is not', null);
    if (!isEditor) query = query.where('author_id', '=', staff.id).where('status', '=', 'draft');
    add(kind, await query.orderBy('deleted_at', 'desc').limit(LIST_LIMIT).execute());
  }
  let images = db.selectFrom('gallery_images').select(['id', 'title', 'deleted_at']).where('deleted_at', 'is not', null);
  if (!isEditor) images = images.where('author_id', '=', staff.id).where('is_published', '=', 0);
  add('image', await images.orderBy('deleted_at', 'desc').limit(LIST_LIMIT).execute());
  if (isEditor) {
    add('album', await db.selectFrom('albums').select(['id', 'name as title', 'deleted_at']).where('deleted_at', 'is not', null).execute());
    add('program', await db.selectFrom('programs').select(['id', 'title', 'deleted_at']).where('deleted_at', 'is not', null).execute());
    const applications = db.selectFrom('applications').select(['id', 'name as title', 'deleted_at']).where('deleted_at', 'is not', null);
    add('application', await applications.orderBy('deleted_at', 'desc').limit(LIST_LIMIT).execute());
  }
  return trashed.sort((one, other) => other.deletedAt.localeCompare(one.deletedAt)).slice(0, LIST_LIMIT);
};
