import { ADDRESSES_PER_RESPONSE, listAddresses } from '@site/shared/contracts/address';
import { listAddressRows } from '../../database/address-queries.ts';
import type { Mount } from '../mount-endpoint.ts';
import type { Services } from '../services.ts';

/** Not cached: a sitemap reads each response once per revision. */
export const mountAddresses = (mount: Mount, { db }: Services): void => {
  mount(listAddresses, async ({ query }) => {
    const rows = await listAddressRows(db, query.type, query.after ?? '', ADDRESSES_PER_RESPONSE);
    return rows.map(({ id, slug, updated_at: updatedAt }) => ({ _id: id, slug, updatedAt }));
  });
};
