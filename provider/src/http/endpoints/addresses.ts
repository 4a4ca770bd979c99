import { ADDRESSES_PER_RESPONSE, listAddresses } from '@site/shared/contracts/address';
import { listAddressRows } from '../../database/address-queries.ts';
import { toImageRef } from '../../database/image-queries.ts';
import { listTopicAddresses } from '../../database/topics.ts';
import type { Mount } from '../mount-endpoint.ts';
import type { Services } from '../services.ts';

const TOPICS = {
  'post-categories': ['posts', 'category'],
  'post-tags': ['posts', 'tag'],
  'event-categories': ['events', 'category'],
  'event-tags': ['events', 'tag'],
} as const;

/** Not cached: a sitemap reads each response once per revision. */
export const mountAddresses = (mount: Mount, { db, imageUrls }: Services): void => {
  mount(listAddresses, async ({ query }) => {
    const { type, after = '' } = query;
    if (type === 'posts' || type === 'events') {
      const rows = await listAddressRows(db, type, after, ADDRESSES_PER_RESPONSE);
      return rows.map(({ id, slug, updated_at: updatedAt, picture_id: picture, version, format }) => {
        return { _id: id, slug, updatedAt, image: imageUrls.getUrl(toImageRef(picture, version, format), true) };
      });
    }
    const [table, kind] = TOPICS[type];
    const rows = await listTopicAddresses(db, table, kind, after, ADDRESSES_PER_RESPONSE);
    return rows.map(({ id, slug, updated_at: updatedAt }) => ({ _id: id, slug, updatedAt }));
  });
};
