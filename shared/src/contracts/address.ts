import * as v from 'valibot';
import { endpoint } from './endpoint.ts';
import { timestamp } from './fields.ts';

/** What the address of one public page is made of, and when the page last changed; `slug` is '' for events, `image` the address of its image, '' without one. A category or tag has its slug as its id. */
export const pageAddressSchema = v.object({ _id: v.string(), slug: v.string(), updatedAt: timestamp, image: v.optional(v.string()) });
export type ListedAddress = v.InferOutput<typeof pageAddressSchema>;

/** Rows of one response; a shorter one is the last. */
export const ADDRESSES_PER_RESPONSE = 2000;

const ADDRESS_TYPES = ['posts', 'events', 'post-categories', 'post-tags', 'event-categories', 'event-tags'] as const;

/** Every published post or event, or category or tag of published posts or events, ordered by id, for sitemaps: those whose id is greater than `after`. */
export const listAddresses = endpoint({
  method: 'GET',
  path: '/addresses',
  access: 'public',
  envelope: 'data',
  query: v.object({
    type: v.picklist(ADDRESS_TYPES, `must be one of ${ADDRESS_TYPES.join(', ')}`),
    after: v.optional(v.pipe(v.string(), v.maxLength(60))),
  }),
  response: v.array(pageAddressSchema),
});
