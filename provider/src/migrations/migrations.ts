import type { Migration } from 'kysely';
import { firstTables } from './001-first-tables.ts';
import { trashAndOrder } from './002-trash-and-order.ts';
import { listsInPages } from './003-lists-in-pages.ts';

/** In the order in which they run; a name that was released never changes. */
export const MIGRATIONS: Record<string, Migration> = {
  '001-first-tables': firstTables,
  '002-trash-and-order': trashAndOrder,
  '003-lists-in-pages': listsInPages,
};
