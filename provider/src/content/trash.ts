import { type Kysely, sql } from 'kysely';
import type { Moment, Tables } from '../database/tables.ts';
import { conflict } from '../http/refusal.ts';
import { findFreeSlug } from './slugs.ts';

/** Tables whose deleted rows wait to be restored. */
export const TRASH_TABLES = ['posts', 'events', 'gallery_images', 'albums', 'programs', 'applications'] as const;
export type TrashTable = (typeof TRASH_TABLES)[number];

/** Where a row is looked for. */
export type Place = 'kept' | 'trash';

/** Stands between a value that must be unique and the row's id, so that the value is free for others while the row is in the trash. */
const MARK = '~';

type ChooseUnique = (value: string, isTaken: (value: string) => Promise<boolean>) => Promise<string>;

const ALBUM_NAME_TAKEN = 'Another album has this name now';
const keepAlbumName: ChooseUnique = async (key, isTaken) => {
  if (await isTaken(key)) throw conflict(`${ALBUM_NAME_TAKEN}. Rename it first.`, { name: ALBUM_NAME_TAKEN });
  return key;
};

const UNIQUE_COLUMNS: Readonly<Partial<Record<TrashTable, { readonly column: string; readonly choose: ChooseUnique }>>> = {
  posts: { column: 'slug', choose: findFreeSlug },
  programs: { column: 'slug', choose: findFreeSlug },
  albums: { column: 'name_key', choose: keepAlbumName },
};

/** False when there is no such row outside the trash. */
export const throwAway = async (db: Kysely<Tables>, table: TrashTable, id: string, moment: Moment): Promise<boolean> => {
  const unique = UNIQUE_COLUMNS[table];
  const freed = unique === undefined ? sql`` : sql`, ${sql.ref(unique.column)} = ${sql.ref(unique.column)} || ${sql.lit(MARK)} || id`;
  const result = await sql`update ${sql.table(table)} set deleted_at = ${moment}${freed} where id = ${id} and deleted_at is null`.execute(db);
  return result.numAffectedRows === 1n;
};

const chooseAgain = async (db: Kysely<Tables>, table: TrashTable, id: string, column: string, choose: ChooseUnique): Promise<string> => {
  const found = await sql<{ value: string }>`select ${sql.ref(column)} as value from ${sql.table(table)} where id = ${id}`.execute(db);
  const [value = ''] = (found.rows[0]?.value ?? '').split(MARK);
  return choose(value, async (candidate) => {
    const taken = await sql`select id from ${sql.table(table)} where ${sql.ref(column)} = ${candidate}`.execute(db);
    return taken.rows.length > 0;
  });
};

/** Brings a row back as it was; whatever must be unique and is taken by now is chosen anew or refused. */
export const takeBack = async (db: Kysely<Tables>, table: TrashTable, id: string): Promise<void> => {
  const unique = UNIQUE_COLUMNS[table];
  const again = unique === undefined ? sql`` : sql`, ${sql.ref(unique.column)} = ${await chooseAgain(db, table, id, unique.column, unique.choose)}`;
  await sql`update ${sql.table(table)} set deleted_at = null${again} where id = ${id} and deleted_at is not null`.execute(db);
};
