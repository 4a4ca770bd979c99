import * as v from 'valibot';

const wholeNumber = (largest: number) =>
  v.pipe(v.string(), v.regex(/^[1-9]\d{0,5}$/, 'must be a whole number'), v.transform(Number), v.maxValue(largest, `must be ${largest} or less`));

/**
 * What the staff screens may add to a list; without it the answer is the whole list (spec section 7). `q` looks for words in titles, `status` keeps one
 * status or asks for `all`, and needs a session. With `limit` the answer's header `x-next-cursor` holds what to send as `cursor` for the next page,
 * and `x-total-count` how many there are.
 */
export const listQuerySchema = v.object({
  limit: v.optional(wholeNumber(200)),
  cursor: v.optional(v.pipe(v.string(), v.regex(/^\d{1,7}$/, 'is not a cursor of ours'))),
  q: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(100, 'must have 100 characters or fewer'))),
  status: v.optional(v.picklist(['all', 'draft', 'scheduled', 'published', 'archived'], 'must be all, draft, scheduled, published or archived')),
});
export type ListQuery = v.InferOutput<typeof listQuerySchema>;
