import * as v from 'valibot';
import { isDay } from '../domain/dates.ts';
import { type Endpoint, endpoint } from './endpoint.ts';

export const positiveInteger = (largest: number) =>
  v.pipe(v.string(), v.regex(/^[1-9]\d{0,5}$/, 'must be a whole number'), v.transform(Number), v.maxValue(largest, `must be ${largest} or less`));
export const rowPosition = (message: string) => v.optional(v.pipe(v.string(), v.regex(/^\d{1,9}$/, message), v.transform(Number)));

/**
 * Query of a list; without it the response is the complete list (spec section 7). `q` searches titles, ignoring case and diacritics;
 * `status` selects one status or `all`; all but `published` need a session. With `limit` the body is `{ data, page: { offset, total } }`, from the row number
 * `offset` on, and the headers `x-next-cursor` and `x-total-count` say the same: `cursor` is another name of `offset`.
 * With `scope=all`, `q` is a list of terms, each of which must occur in some text of the row, not only in its title. For staff, what has words that begin with all terms matches too: of long texts as well. Terms of one or two characters are whole words there. `counts=true` adds `page.counts`.
 */
export const listQuerySchema = v.object({
  limit: v.optional(positiveInteger(200)),
  offset: rowPosition('must be a whole number'),
  cursor: rowPosition('is not a cursor of ours'),
  q: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(100, 'must have 100 characters or fewer'))),
  scope: v.optional(v.picklist(['all'], 'must be all')),
  counts: v.optional(v.picklist(['true'], 'must be true')),
  status: v.optional(v.picklist(['all', 'draft', 'scheduled', 'published', 'archived'], 'must be all, draft, scheduled, published or archived')),
});
export type ListQuery = v.InferOutput<typeof listQuerySchema>;

const dayQuery = v.optional(v.pipe(v.string(), v.check(isDay, 'must be a day like 2026-11-21')));

/** Of lists of documents, whatever their status: `inCategory` is a category by its name, `from` and `to` are the first and the last day in Lagos. Documents without a date have no day. */
export const narrowingQuery = { inCategory: v.optional(v.pipe(v.string(), v.maxLength(60, 'must have 60 characters or fewer'))), from: dayQuery, to: dayQuery };

/** `sort=name` sorts ascending, `sort=-name` descending; rows with equal values are ordered by id. */
export const sortQuery = <const Names extends readonly [string, ...string[]]>(...names: Names) => {
  const descending = names.map((name: Names[number]): `-${Names[number]}` => `-${name}`);
  return v.optional(v.picklist([...names, ...descending], `must be ${names.join(', ')}, or one of them after a minus sign`));
};

/** `summary`: without long texts, only what a card shows. */
export const summaryView = v.optional(v.picklist(['summary'], 'must be summary'));

/** The position of a page in its list, and the length of the complete list. */
export const pageInfoSchema = v.object({
  offset: v.number(),
  total: v.number(),
  /** Numbers of rows regardless of the search and the filters of the query: `all`, and the groups that the list's own schema names. */
  counts: v.optional(v.record(v.string(), v.number())),
});
export type PageInfo = v.InferOutput<typeof pageInfoSchema>;

/** A list without its invalid rows: one of them must not hide all the others. */
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
 * The same call, read as a `Page`. `page` is null from a server that implements only the specification's calls: it ignores the query and
 * `items` is the complete list, which the caller then filters, sorts and paginates by the same rules.
 */
export const paginated = <const Item extends v.GenericSchema, const Query extends v.GenericSchema>(
  row: Endpoint<v.ArraySchema<Item, undefined>, undefined, Query>,
) =>
  endpoint({
    ...row,
    envelope: 'page',
    response: v.object({ items: lenientArray(row.response.item), page: v.nullish(v.fallback(v.nullable(pageInfoSchema), null), null) }),
  });

/** The slug of a category's or tag's name. */
export const topicSlug = v.optional(v.pipe(v.string(), v.regex(/^[a-z0-9-]{1,80}$/, 'must be a slug')));
