import { ADDRESSES_PER_RESPONSE, listAddresses } from '@site/shared/contracts/address';
import { sql } from 'kysely';
import { toImageRef } from '../../database/image-queries.ts';
import type { Database } from '../../database/schema/tables.ts';
import { listTopicAddresses } from '../../database/topics.ts';
import type { Mount } from '../mount-endpoint.ts';
import type { Services } from '../services.ts';

const TOPIC_SOURCES = {
  'post-categories': ['posts', 'category'],
  'post-tags': ['posts', 'tag'],
  'event-categories': ['events', 'category'],
  'event-tags': ['events', 'tag'],
} as const;

interface AddressRow {
  readonly id: string;
  readonly slug: string;
  readonly updated_at: string;
  readonly picture_id: string | null;
  readonly version: number | null;
  readonly format: string | null;
}

/** Lists published rows with their images, ordered by id. The condition uses literals to match a partial index. */
const listAddressRows = async (db: Database, table: 'posts' | 'events', after: string, limit: number) => {
  const slug = table === 'posts' ? sql.ref('slug') : sql.lit('');
  const { rows } = await sql<AddressRow>`
    select page.*, image.version, image.format
    from (
      select id, ${slug} as slug, updated_at, picture_id from ${sql.table(table)}
      where status = 'published' and deleted_at is null and id > ${after} order by id limit ${limit}
    ) as page
    left join pictures as image on image.id = page.picture_id
    order by page.id`.execute(db);
  return rows;
};

/** Mounts the URL lists from which sitemaps are built. The responses are not cached, because sitemaps read each one only once per revision. */
export const mountAddresses = (mount: Mount, { db, imageUrls }: Services): void => {
  mount(listAddresses, async ({ query }) => {
    const { type, after = '' } = query;
    if (type === 'posts' || type === 'events') {
      const rows = await listAddressRows(db, type, after, ADDRESSES_PER_RESPONSE);
      return rows.map(({ id, slug, updated_at: updatedAt, picture_id: imageId, version, format }) => {
        return { _id: id, slug, updatedAt, image: imageUrls.getUrl(toImageRef(imageId, version, format), true) };
      });
    }
    const [table, kind] = TOPIC_SOURCES[type];
    const rows = await listTopicAddresses(db, table, kind, after, ADDRESSES_PER_RESPONSE);
    return rows.map(({ id, slug, updated_at: updatedAt }) => ({ _id: id, slug, updatedAt }));
  });
};
