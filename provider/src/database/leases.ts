import { inSeconds } from './database-clock.ts';
import type { Database } from './schema.ts';

/** What a running process claims, for some seconds at a time: one that ends without releasing it loses it. */
export interface Lease {
  /** Unique: there is one owner at a time. */
  readonly name: string;
  /** Who owns it, or what the owner says about itself. */
  readonly value: string;
}

/** Claims or extends it for so many seconds from now, by the database's clock; false while it has another owner. */
export const acquireLease = async (db: Database, { name, value }: Lease, seconds: number): Promise<boolean> => {
  const expires_at = inSeconds(db, seconds);
  const acquired = await db
    .insertInto('leases')
    .values({ name, value, expires_at })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet({ value, expires_at })
        .where((expression) => expression.or([expression('leases.value', '=', value), expression('leases.expires_at', '<=', inSeconds(db, 0))])),
    )
    .returning('name')
    .execute();
  return acquired.length > 0;
};

export const releaseLease = async (db: Database, { name, value }: Lease): Promise<void> => {
  await db.deleteFrom('leases').where('name', '=', name).where('value', '=', value).execute();
};

/** What the names of the leases of providers begin with; the value is the id of the store of their images. */
export const PROVIDER_PREFIX = 'provider ';

/** What the names of the leases of imports begin with. */
const IMPORT_PREFIX = 'import ';
const IMPORT_LEASE_S = 600;
const IMPORT_EXTENSION_MS = 60_000;

const listHeld = (db: Database, prefix: string): Promise<readonly Lease[]> =>
  db.selectFrom('leases').select(['name', 'value']).where('name', 'like', `${prefix}%`).where('expires_at', '>', inSeconds(db, 0)).execute();

/** The providers that run now. */
export const listProviders = (db: Database): Promise<readonly Lease[]> => listHeld(db, PROVIDER_PREFIX);

/** Whether content is imported now, by any provider: images come before what shows them. */
export const isImporting = async (db: Database): Promise<boolean> => (await listHeld(db, IMPORT_PREFIX)).length > 0;

/** Says that content is imported, for as long as it is extended. */
export const createImportLease = (db: Database, id: string): { extend(): Promise<void>; release(): Promise<void> } => {
  const lease = { name: `${IMPORT_PREFIX}${id}`, value: '' };
  let extendedAt = Number.NEGATIVE_INFINITY;
  return {
    extend: async () => {
      if (performance.now() - extendedAt < IMPORT_EXTENSION_MS) return;
      await acquireLease(db, lease, IMPORT_LEASE_S);
      extendedAt = performance.now();
    },
    release: () => releaseLease(db, lease),
  };
};

/** Deletes those that nobody has extended for a day. */
export const deleteOldLeases = async (db: Database): Promise<void> => {
  await db.deleteFrom('leases').where('expires_at', '<', inSeconds(db, -86_400)).execute();
};
