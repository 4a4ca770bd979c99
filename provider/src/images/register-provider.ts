import { SettingError } from '@site/shared/domain/environment';
import { acquireLease, listProviders, PROVIDER_PREFIX, releaseLease } from '../database/leases.ts';
import type { Database } from '../database/schema/tables.ts';
import { createId } from '../domain/ids.ts';
import type { Storage } from '../storage/storage.ts';

/** Name of the file or object that identifies the image store. */
const STORE_ID = 'store-id';
/** A provider is considered stopped if it has not extended its lease for this long. */
const LEASE_SECONDS = 30;

const OTHER_STORE_MESSAGE = `another running provider of this database uses a different image store. Give all of them the same S3_BUCKET, or a DATA_DIR whose folder uploads is shared. If the images have been moved, stop the other provider first; one that was killed counts as running for ${LEASE_SECONDS} s`;

const readStoreId = async (originals: Storage): Promise<string | null> => (await originals.get(STORE_ID))?.toString() ?? null;

const createStoreId = async (originals: Storage): Promise<string> => {
  const id = createId();
  await originals.put(STORE_ID, Buffer.from(id));
  return id;
};

/**
 * Adds this provider to the database's list of providers. Throws a SettingError if another running provider uses a different image store, because each would
 * lack the other's images. Skips this check if the store cannot be reached.
 */
export const registerProvider = async (db: Database, originals: Storage, onUnreachable: (reason: unknown) => void) => {
  const ignoreUnreachableStore = (reason: unknown): string => {
    onUnreachable(reason);
    return '';
  };
  const storeId = await readStoreId(originals).catch(ignoreUnreachableStore);
  const lease = await db.transaction().execute(async (transaction) => {
    // Lock the row, so that two providers that start with an empty store agree on one id.
    await transaction
      .updateTable('content_revision')
      .set((expression) => ({ number: expression.ref('number') }))
      .execute();
    const value = storeId ?? (await readStoreId(originals).then((id) => id ?? createStoreId(originals), ignoreUnreachableStore));
    const otherProviders = await listProviders(transaction);
    if (value !== '' && otherProviders.some((provider) => provider.value !== '' && provider.value !== value)) throw new SettingError(OTHER_STORE_MESSAGE);
    const registeredLease = { name: `${PROVIDER_PREFIX}${createId()}`, value };
    await acquireLease(transaction, registeredLease, LEASE_SECONDS);
    return registeredLease;
  });
  return {
    /** Extends the lease. Call this several times within half a minute. */
    extend: async (): Promise<void> => void (await acquireLease(db, lease, LEASE_SECONDS)),
    release: (): Promise<void> => releaseLease(db, lease),
  };
};

/** A running provider's entry in the database, which other providers can find. */
export type ProviderRegistration = Awaited<ReturnType<typeof registerProvider>>;
