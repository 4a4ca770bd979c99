import * as v from 'valibot';
import trust from '../../texts/trust.json';

const text = v.pipe(v.string(), v.trim(), v.nonEmpty());

/** Schema of `texts/trust.json`: information that visitors can verify, and explanations of the figures. */
const trustSchema = v.object({
  /** Lists values that must be replaced or checked; absent once that is done. */
  review: v.optional(text),
  /** End of the period that the impact page's figures cover. The home page's figures cover a later period. */
  asOf: text,
  reports: v.array(v.object({ title: text, url: v.pipe(v.string(), v.url()) })),
  spending: v.array(text),
  /** Contacts for complaints, which may contain the placeholders of `fillTemplate`. The donation page also shows this text. */
  complaints: v.array(text),
  press: v.array(text),
  periods: v.array(v.object({ page: text, period: text })),
  years: v.array(v.object({ year: text, schools: text, graduates: text })),
  counting: v.array(text),
});
export type Trust = v.InferOutput<typeof trustSchema>;

/** Parses the trust texts. Throws if the file is incomplete. */
export const getTrust = (): Trust => v.parse(trustSchema, trust);
