import { type Migration, Migrator } from 'kysely';
import type { Database } from './connection.ts';
import { MIGRATIONS } from './schema.ts';

/** Brings the tables up to date. Each run is one transaction on both engines: interrupted, it changes nothing. */
export const migrateToLatest = async (db: Database, migrations: Readonly<Record<string, Migration>> = MIGRATIONS): Promise<void> => {
  // Independent migrations may have reached a database in another order.
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations }, allowUnorderedMigrations: true });
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) throw error;
};
