import * as v from 'valibot';
import { isDay } from '../domain/dates.ts';
import { maxCharacters } from '../domain/text-length.ts';
import { type Endpoint, endpoint } from './endpoint.ts';

const MAX_POSITION = 999_999_999;

/** Whole number in a query string. The metadata is for the API document, which omits rules that follow a transformation. */
export const positiveInteger = (largest: number) =>
  v.pipe(
    v.string(),
    v.regex(/^[1-9]\d{0,5}$/, 'must be a whole number'),
    v.metadata({ type: 'integer', minimum: 1, maximum: largest }),
    v.transform(Number),
    v.maxValue(largest, `must be ${largest} or less`),
  );
export const rowPosition = (message: string) =>
  v.optional(v.pipe(v.string(), v.regex(/^\d{1,9}$/, message), v.metadata({ type: 'integer', minimum: 0, maximum: MAX_POSITION }), v.transform(Number)));

/**
 * Query of a list; without it, the response is the complete list (spec section 7). `q` searches titles, ignoring case, diacritics and punctuation: each of its
 * words must be the beginning of a word, or the whole word if it has one or two characters. With `scope=all`, it searches all texts of a row. `status` selects
 * one status or `all`; everything except `published` needs a session. With `limit`, the body is `{ data, page: { offset, total } }`, starting at row `offset`,
 * and the headers `x-next-cursor` and `x-total-count` give the same information; `cursor` is an alias of `offset`. `counts=true` adds `page.counts`.
 */
export const listQuerySchema = v.object({
  limit: v.optional(positiveInteger(200)),
  offset: rowPosition('must be a whole number'),
  cursor: rowPosition('is not a cursor of ours'),
  q: v.optional(v.pipe(v.string(), v.trim(), maxCharacters(100, 'must have 100 characters or fewer'))),
  scope: v.optional(v.picklist(['all'], 'must be all')),
  counts: v.optional(v.picklist(['true'], 'must be true')),
  status: v.optional(v.picklist(['all', 'draft', 'scheduled', 'published', 'archived'], 'must be all, draft, scheduled, published or archived')),
});
export type ListQuery = v.InferOutput<typeof listQuerySchema>;

/** Day in a query string, YYYY-MM-DD. */
export const dayQuery = (message: string) =>
  v.optional(v.pipe(v.string(), v.regex(v.ISO_DATE_REGEX, message), v.check(isDay, message), v.metadata({ format: 'date' })));
const dayFilter = dayQuery('must be a day like 2026-11-21');

/**
 * Filters for lists of documents of any status. `inCategory` is a category name; `from` and `to` are the first and last day in Lagos. Either day excludes
 * documents without a date.
 */
export const narrowingQuery = {
  inCategory: v.optional(v.pipe(v.string(), maxCharacters(60, 'must have 60 characters or fewer'))),
  from: dayFilter,
  to: dayFilter,
};

/** Sort order: `sort=name` is ascending, `sort=-name` is descending; rows with equal values are ordered by id. */
export const sortQuery = <const Names extends readonly [string, ...string[]]>(...names: Names) => {
  const descendingNames = names.map((name: Names[number]): `-${Names[number]}` => `-${name}`);
  return v.optional(v.picklist([...names, ...descendingNames], `must be ${names.join(', ')}, or one of them after a minus sign`));
};

/** `summary` omits long texts and keeps only what a card shows. */
export const summaryView = v.optional(v.picklist(['summary'], 'must be summary'));

/** Position of a page in its list, and length of the complete list. */
export const pageInfoSchema = v.object({
  offset: v.number(),
  total: v.number(),
  /** Row counts regardless of the query's search and filters: `all`, and the groups that the list's own schema names. */
  counts: v.optional(v.record(v.string(), v.number())),
});
export type PageInfo = v.InferOutput<typeof pageInfoSchema>;

/** List that drops invalid rows, so that one invalid row does not hide the others. */
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
 * Reads a list endpoint as a page. `page` is null if the server implements only the specification's endpoints. Such a server ignores the query and sends the
 * complete list, which the caller then filters, sorts and paginates by the same rules.
 */
export const paginated = <const Item extends v.GenericSchema, const Query extends v.GenericSchema>(
  row: Endpoint<v.ArraySchema<Item, undefined>, undefined, Query>,
) =>
  endpoint({
    ...row,
    envelope: 'page',
    response: v.object({ items: lenientArray(row.response.item), page: v.nullish(v.fallback(v.nullable(pageInfoSchema), null), null) }),
  });

/** Slug of a category or tag name. */
export const topicSlug = v.optional(v.pipe(v.string(), v.regex(/^[a-z0-9-]{1,80}$/, 'must be a slug')));
