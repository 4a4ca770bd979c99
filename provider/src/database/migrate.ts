import { type Migration, Migrator } from 'kysely';
import { MIGRATIONS } from '../migrations/migrations.ts';
import type { Database } from './open-database.ts';

/** Brings the tables up to date. Each run is one transaction on both engines: interrupted, it leaves what was there. */
export const migrateToLatest = async (db: Database, migrations: Record<string, Migration> = MIGRATIONS): Promise<void> => {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) throw error;
};
