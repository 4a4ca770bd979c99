import { getTimestampFromNow } from './database-clock.ts';
import type { Database } from './schema/tables.ts';

/** A claim held by a running process. It expires unless the process keeps extending it. */
export interface Lease {
  /** Name of the lease. Only one process can own a lease at a time. */
  readonly name: string;
  /** Id of the owner, or data that the owner publishes to other processes. */
  readonly value: string;
}

/** Acquires or extends a lease for this many seconds by the database's clock. Returns false if the lease currently has another owner. */
export const acquireLease = async (db: Database, { name, value }: Lease, seconds: number): Promise<boolean> => {
  const expires_at = getTimestampFromNow(db, seconds);
  const acquiredRows = await db
    .insertInto('leases')
    .values({ name, value, expires_at })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet({ value, expires_at })
        .where((expression) => expression.or([expression('leases.value', '=', value), expression('leases.expires_at', '<=', getTimestampFromNow(db, 0))])),
    )
    .returning('name')
    .execute();
  return acquiredRows.length > 0;
};

export const releaseLease = async (db: Database, { name, value }: Lease): Promise<void> => {
  await db.deleteFrom('leases').where('name', '=', name).where('value', '=', value).execute();
};

/** Name prefix of providers' leases. The value of such a lease is the id of the provider's image store. */
export const PROVIDER_PREFIX = 'provider ';

const IMPORT_PREFIX = 'import ';
const IMPORT_LEASE_S = 600;
const IMPORT_EXTENSION_MS = 60_000;

const listActiveLeases = (db: Database, prefix: string): Promise<readonly Lease[]> =>
  db.selectFrom('leases').select(['name', 'value']).where('name', 'like', `${prefix}%`).where('expires_at', '>', getTimestampFromNow(db, 0)).execute();

export const listProviders = (db: Database): Promise<readonly Lease[]> => listActiveLeases(db, PROVIDER_PREFIX);

/** Whether any provider is importing content. An import stores images before the documents that show them. */
export const isImporting = async (db: Database): Promise<boolean> => (await listActiveLeases(db, IMPORT_PREFIX)).length > 0;

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

export const deleteOldLeases = async (db: Database): Promise<void> => {
  await db.deleteFrom('leases').where('expires_at', '<', getTimestampFromNow(db, -86_400)).execute();
};
