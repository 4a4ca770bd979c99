import * as v from 'valibot';
import { lagosClock } from './dates.ts';
import { LIMITS } from './limits.ts';
import { countCharacters, maxCharacters } from './text-length.ts';
import { plainText } from './trim-text.ts';

/** Trimmed text field of staff forms (NS-05). Multipart fields are text. An absent field leaves the stored value unchanged. */
export const trimmed = (limit: number) => v.pipe(plainText, maxCharacters(limit, `Use ${limit} characters or fewer`));

export const richText = v.pipe(v.string(), maxCharacters(LIMITS.textCharacters, `Use ${LIMITS.textCharacters} characters or fewer`));

/** Tags as one text, `a, b` (TAG-01), or as a list. */
export const tagsField = v.pipe(
  v.union([v.string(), v.array(v.string())], 'Enter tags separated by comma'),
  v.transform((value) => {
    const tags = (typeof value === 'string' ? value.split(',') : value).map((tag) => tag.trim()).filter((tag) => tag !== '');
    return [...new Set(tags)];
  }),
  v.maxLength(20, 'Use 20 tags or fewer'),
  v.everyItem((tag) => countCharacters(tag) <= 40, 'Use 40 characters or fewer for a tag'),
);

export const flagField = v.pipe(
  v.union([v.boolean(), v.picklist(['true', 'false'], 'must be true or false')], 'must be true or false'),
  v.transform((value) => value === true || value === 'true'),
);

const FIRST_YEAR = 2000;
export const LAST_YEAR = 2100;

/** Whether the year of a day or timestamp is allowed for content. */
export const isInContentYears = (date: string): boolean => {
  const year = lagosClock(date)?.getUTCFullYear();
  return year === undefined || (year >= FIRST_YEAR && year <= LAST_YEAR);
};

/** Rejects days and timestamps outside these years, which are typing errors. */
export const checkContentYear = v.check<string, string>(isInContentYears, `Enter a date from ${FIRST_YEAR} to ${LAST_YEAR}`);

/** Timestamp in ISO 8601; '' means none. */
export const timestampField = v.pipe(
  v.string(),
  v.trim(),
  v.check((value) => value === '' || (/^\d{4}-\d{2}-\d{2}/.test(value) && !Number.isNaN(Date.parse(value))), 'Enter a date and time'),
  checkContentYear,
  v.transform((value) => (value === '' ? null : new Date(value).toISOString())),
);

/** Day, YYYY-MM-DD; '' means none. */
export const dayField = v.pipe(v.string(), v.trim(), v.regex(/^(\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01]))?$/, 'Enter a date'));

const FOCAL_MESSAGE = 'must be between 0 and 1';

/** Focal coordinate, 0 to 1 from the left or from the top; '' lets the image server decide. */
export const focalField = v.pipe(
  v.union([v.number(), v.pipe(v.string(), v.regex(/^(0(\.\d{1,6})?|1(\.0{1,6})?)?$/, FOCAL_MESSAGE))], FOCAL_MESSAGE),
  v.transform((value) => (value === '' ? null : Number(value))),
  v.check((value) => value === null || (value >= 0 && value <= 1), FOCAL_MESSAGE),
);

export const slugField = v.pipe(v.string(), v.trim(), v.regex(/^([a-z0-9-]{1,80})?$/, 'Use lowercase letters, digits and hyphens, up to 80 characters'));

/** `updatedAt` of the document when the form was filled in. If it has changed since, the save is a conflict (NS-09). */
export const updatedAtField = v.optional(v.string());

/** Field that accepts one of several values; '' is converted to `empty`. */
export const choiceField = <const Value extends string>(values: readonly Value[], empty: Value | '') =>
  v.pipe(
    v.picklist([...values, ''], `must be ${values.join(', ')}`),
    v.transform((value) => (value === '' ? empty : value)),
  );
