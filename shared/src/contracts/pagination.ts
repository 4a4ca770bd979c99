import * as v from 'valibot';
import { type Endpoint, endpoint } from './endpoint.ts';

const wholeNumber = (largest: number) =>
  v.pipe(v.string(), v.regex(/^[1-9]\d{0,5}$/, 'must be a whole number'), v.transform(Number), v.maxValue(largest, `must be ${largest} or less`));
const position = (message: string) => v.optional(v.pipe(v.string(), v.regex(/^\d{1,7}$/, message), v.transform(Number)));

/**
 * What may be added to a list; without it the answer is the whole list (spec section 7). `q` looks for words in titles, whatever their case and marks;
 * `status` keeps one status or asks for `all`; all but `published` need a session. With `limit` the body is `{ data, page: { offset, total } }`, from the row number
 * `offset` on, and the headers `x-next-cursor` and `x-total-count` say the same: `cursor` is another name of `offset`.
 */
export const listQuerySchema = v.object({
  limit: v.optional(wholeNumber(200)),
  offset: position('must be a whole number'),
  cursor: position('is not a cursor of ours'),
  q: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(100, 'must have 100 characters or fewer'))),
  status: v.optional(v.picklist(['all', 'draft', 'scheduled', 'published', 'archived'], 'must be all, draft, scheduled, published or archived')),
});
export type ListQuery = v.InferOutput<typeof listQuerySchema>;

/** Without long texts: as much as a card shows. */
export const summaryView = v.optional(v.picklist(['summary'], 'must be summary'));

/** Which part of the list an answer holds, and how long the whole list is. */
export const pageSchema = v.object({ offset: v.number(), total: v.number() });
export type Page = v.InferOutput<typeof pageSchema>;

/** The rows that fit the contract: one that does not must not cost all the others. */
export const rowsOf = <const Item extends v.GenericSchema>(item: Item) =>
  v.pipe(
    v.array(v.unknown()),
    v.transform((rows) =>
      rows.flatMap((row) => {
        const parsed = v.safeParse(item, row);
        return parsed.success ? [parsed.output] : [];
      }),
    ),
  );

/**
 * The same call, read as `{ items, page }`. `page` is null from a server that knows the specification's calls alone: it ignores the query and
 * `items` is the whole list, which the caller then filters, sorts and cuts by the same rules.
 */
export const pageOf = <const Item extends v.GenericSchema, const Query extends v.GenericSchema>(
  row: Endpoint<v.ArraySchema<Item, undefined>, undefined, Query>,
) =>
  endpoint({ ...row, envelope: 'list', answer: v.object({ items: rowsOf(row.answer.item), page: v.nullish(v.fallback(v.nullable(pageSchema), null), null) }) });
