import * as v from 'valibot';
import trust from '../../texts/trust.json';

const text = v.pipe(v.string(), v.trim(), v.nonEmpty());

/** Schema of `texts/trust.json`: information that others can check, and explanations of the figures. */
const trustSchema = v.object({
  /** Values that must be replaced or checked; absent once that is done. */
  review: v.optional(text),
  /** Period of the impact page's figures, which ends earlier than that of the home page's figures. */
  asOf: text,
  reports: v.array(v.object({ title: text, url: v.pipe(v.string(), v.url()) })),
  /** How the money is spent; the donation page shows this too. */
  spending: v.array(text),
  /** Contacts for complaints, with the placeholders of `fillTemplate`; the donation page shows this too. */
  complaints: v.array(text),
  /** Journalists' questions, with the placeholders of `fillTemplate`. */
  press: v.array(text),
  /** Periods that the figures of each page cover. */
  periods: v.array(v.object({ page: text, period: text })),
  /** Totals at the end of each year. */
  years: v.array(v.object({ year: text, schools: text, graduates: text })),
  counting: v.array(text),
});
export type Trust = v.InferOutput<typeof trustSchema>;

/** Reads the trust texts. Throws if the file is incomplete. */
export const getTrust = (): Trust => v.parse(trustSchema, trust);
