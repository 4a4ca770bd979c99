import type { Migration } from 'kysely';
import { firstTables } from './001-first-tables.ts';

/** In the order in which they run; a name that was released never changes. */
export const MIGRATIONS: Record<string, Migration> = {
  '001-first-tables': firstTables,
};
