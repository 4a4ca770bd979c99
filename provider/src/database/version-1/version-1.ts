import { type Kysely, type Migration, SqliteAdapter, sql } from 'kysely';
import { INDEXES } from './indexes.ts';
import { POSTGRES } from './postgres.ts';
import { SQLITE } from './sqlite.ts';
import { getTables } from './tables.ts';

/**
 * Creates the schema of version 1.0.0, which `upgrades.test.ts` compares with a database of that version. Never change the schema here; add a migration
 * instead.
 */
const createSchema = async (db: Kysely<unknown>): Promise<void> => {
  const isSqlite = db.getExecutor().adapter instanceof SqliteAdapter;
  const statements = [...getTables(isSqlite), ...INDEXES, ...(isSqlite ? SQLITE : POSTGRES)];
  for (const statement of statements) await sql.raw(statement).execute(db);
};

/**
 * Migrations of version 1.0.0, which looks for their names in the database. A new database must therefore contain all names, although only the last migration
 * does anything.
 */
const MIGRATION_NAMES = [
  '001-first-tables',
  '002-trash-and-order',
  '003-lists-in-pages',
  '004-staff-lists',
  '005-image-integrity',
  '006-accounts',
  '007-audit',
  '008-privacy',
  '009-erasures',
  '010-leases',
  '011-derived-columns',
  '012-search-documents',
  '013-withdrawals',
  '014-public-search',
  '015-search-suffixes',
  '016-event-details',
  '017-former-slugs',
  '018-indexes-of-matches',
  '019-versions',
  '020-image-colors',
  '021-application-stages',
  '022-program-facts',
  '023-unpublish-dates',
  '024-sent-once',
  '025-image-library',
  '026-reviews',
  '027-program-drafts',
  '028-event-series',
  '029-external-links',
  '030-library-uploads',
  '031-posts-without-alt',
  '032-body-words',
];

export const VERSION_1: Readonly<Record<string, Migration>> = Object.fromEntries(
  MIGRATION_NAMES.map((name, index) => [name, { up: index === MIGRATION_NAMES.length - 1 ? createSchema : async () => undefined }]),
);
