import * as v from 'valibot';
import { maxCharacters } from '../domain/text-length.ts';
import { endpoint } from './endpoint.ts';
import { timestamp } from './fields.ts';

/**
 * URL parts of one public page, and the time of the page's last change. `slug` is '' for events; `image` is the URL of the page's image, or '' if it has none.
 * The id of a category or tag is its slug.
 */
export const pageAddressSchema = v.object({ _id: v.string(), slug: v.string(), updatedAt: timestamp, image: v.optional(v.string()) });
export type ListedAddress = v.InferOutput<typeof pageAddressSchema>;

/** Maximum rows per response; a response with fewer rows is the last. */
export const ADDRESSES_PER_RESPONSE = 2000;

const ADDRESS_TYPES = ['posts', 'events', 'post-categories', 'post-tags', 'event-categories', 'event-tags'] as const;

/** Lists entries of the sitemap: published posts or events, or their categories or tags. Returns entries with an id greater than `after`, ordered by id. */
export const listAddresses = endpoint({
  method: 'GET',
  path: '/addresses',
  access: 'public',
  envelope: 'data',
  query: v.object({
    type: v.picklist(ADDRESS_TYPES, `must be one of ${ADDRESS_TYPES.join(', ')}`),
    after: v.optional(v.pipe(v.string(), maxCharacters(60))),
  }),
  response: v.array(pageAddressSchema),
});
