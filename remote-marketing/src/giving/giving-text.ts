import type { SiteConfig } from '@site/shared/contracts/site';
import * as v from 'valibot';
import giving from '../../texts/giving.json';

const text = v.pipe(v.string(), v.trim(), v.nonEmpty());

/** `texts/giving.json`. `{organisation}` in the account's name stands for the site's own. */
const givingSchema = v.object({
  /** What has to be replaced or checked; absent once that is done. */
  review: v.optional(text),
  /** For search engines. */
  description: text,
  /** Amounts in naira, and what each does, as the end of "₦2,500 …". */
  gifts: v.pipe(v.array(v.object({ amount: v.pipe(v.number(), v.integer(), v.minValue(1)), title: text, does: text })), v.minLength(1)),
  reasons: v.pipe(v.array(text), v.minLength(1)),
  /** What donors ask. `{email}` and `{partnerEmail}` stand for the site's own. */
  questions: v.array(v.object({ title: text, text })),
  /** Absent: no transfers. */
  bank: v.optional(v.object({ name: text, accountName: text, accountNumber: v.pipe(v.string(), v.regex(/^\d{10}$/, 'must have ten digits')) })),
  ussd: v.optional(v.array(v.object({ bank: text, code: v.pipe(v.string(), v.regex(/^\*[\d*]+#$/, 'must be a code such as *000*1#')) })), []),
  ussdHint: v.optional(text),
});
export type Giving = v.InferOutput<typeof givingSchema>;
export type Gift = Giving['gifts'][number];

/** What the tiles show; page data is in the HTML, so nothing else. */
export type GiftFacts = Pick<Giving, 'gifts' | 'review'>;

/** Throws for a file that is not complete. */
export const getGiving = ({ organisationName }: Pick<SiteConfig, 'organisationName'>): Giving => {
  const { bank, ...facts } = v.parse(givingSchema, giving);
  return bank === undefined ? facts : { ...facts, bank: { ...bank, accountName: bank.accountName.replace('{organisation}', organisationName) } };
};

export const getGiftFacts = (site: Pick<SiteConfig, 'organisationName'>): GiftFacts => {
  const { gifts, review } = getGiving(site);
  return review === undefined ? { gifts } : { gifts, review };
};
