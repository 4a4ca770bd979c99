import * as v from 'valibot';
import { type Endpoint, endpoint } from './endpoint.ts';

const positiveInteger = (largest: number) =>
  v.pipe(v.string(), v.regex(/^[1-9]\d{0,5}$/, 'must be a whole number'), v.transform(Number), v.maxValue(largest, `must be ${largest} or less`));
const position = (message: string) => v.optional(v.pipe(v.string(), v.regex(/^\d{1,7}$/, message), v.transform(Number)));

/**
 * What may be added to a list; without it the response is the complete list (spec section 7). `q` looks for words in titles, whatever their case and marks;
 * `status` keeps one status or asks for `all`; all but `published` need a session. With `limit` the body is `{ data, page: { offset, total } }`, from the row number
 * `offset` on, and the headers `x-next-cursor` and `x-total-count` say the same: `cursor` is another name of `offset`.
 * With `scope=all`, `q` is a list of words, each of which must occur in some text of the row, not only in its title. `counts=true` adds `page.counts`.
 */
export const listQuerySchema = v.object({
  limit: v.optional(positiveInteger(200)),
  offset: position('must be a whole number'),
  cursor: position('is not a cursor of ours'),
  q: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(100, 'must have 100 characters or fewer'))),
  scope: v.optional(v.picklist(['all'], 'must be all')),
  counts: v.optional(v.picklist(['true'], 'must be true')),
  status: v.optional(v.picklist(['all', 'draft', 'scheduled', 'published', 'archived'], 'must be all, draft, scheduled, published or archived')),
});
export type ListQuery = v.InferOutput<typeof listQuerySchema>;

/** `sort=name` sorts ascending, `sort=-name` descending; rows that are equal in it are ordered by id. */
export const sortQuery = <const Names extends readonly [string, ...string[]]>(...names: Names) => {
  const descending = names.map((name: Names[number]): `-${Names[number]}` => `-${name}`);
  return v.optional(v.picklist([...names, ...descending], `must be ${names.join(', ')}, or one of them after a minus sign`));
};

/** Without long texts: only what a card shows. */
export const summaryView = v.optional(v.picklist(['summary'], 'must be summary'));

/** Which part of a list a response holds, and how long the complete list is. */
export const pageInfoSchema = v.object({
  offset: v.number(),
  total: v.number(),
  /** Numbers of rows regardless of the search and the filters of the query: `all`, and the groups that the list's own schema names. */
  counts: v.optional(v.record(v.string(), v.number())),
});
export type PageInfo = v.InferOutput<typeof pageInfoSchema>;

/** A list without the rows that break the contract: one of them must not cost all the others. */
export const lenientArray = <const Item extends v.GenericSchema>(item: Item) =>
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
 * The same call, read as a `Page`. `page` is null from a server that knows the specification's calls alone: it ignores the query and
 * `items` is the complete list, which the caller then filters, sorts and cuts by the same rules.
 */
export const paginated = <const Item extends v.GenericSchema, const Query extends v.GenericSchema>(
  row: Endpoint<v.ArraySchema<Item, undefined>, undefined, Query>,
) =>
  endpoint({
    ...row,
    envelope: 'page',
    response: v.object({ items: lenientArray(row.response.item), page: v.nullish(v.fallback(v.nullable(pageInfoSchema), null), null) }),
  });
