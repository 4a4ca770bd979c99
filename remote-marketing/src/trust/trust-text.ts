import * as v from 'valibot';
import trust from '../../texts/trust.json';

const text = v.pipe(v.string(), v.trim(), v.nonEmpty());

/** `texts/trust.json`: what others can check, and what the figures mean. */
const trustSchema = v.object({
  /** What has to be replaced or checked; absent once that is done. */
  review: v.optional(text),
  /** The period of the impact page's figures, which ends earlier than that of the home page's. */
  asOf: text,
  reports: v.array(v.object({ title: text, url: v.pipe(v.string(), v.url()) })),
  /** Where the money goes; the page about gifts says it too. */
  spending: v.array(text),
  /** Whom to tell, with the placeholders of `fillTemplate`; the page about gifts says it too. */
  complaints: v.array(text),
  /** What journalists ask, with the placeholders of `fillTemplate`. */
  press: v.array(text),
  /** Which time the figures of each page are of. */
  periods: v.array(v.object({ page: text, period: text })),
  /** Totals at the end of each year. */
  years: v.array(v.object({ year: text, schools: text, graduates: text })),
  counting: v.array(text),
});
export type Trust = v.InferOutput<typeof trustSchema>;

/** Throws for a file that is not complete. */
export const getTrust = (): Trust => v.parse(trustSchema, trust);
