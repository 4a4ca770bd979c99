import * as v from 'valibot';
import giving from '../../texts/giving.json';
import { fillTemplate, type TemplateSite } from '../legal/fill-template.ts';
import { getTrust } from '../trust/trust-text.ts';

const text = v.pipe(v.string(), v.trim(), v.nonEmpty());

/** Schema of `texts/giving.json`. The account name and the answers may contain the placeholders of `fillTemplate`. */
const givingSchema = v.object({
  /** Lists values that must be replaced or checked; absent once that is done. */
  review: v.optional(text),
  description: text,
  /** Gift amounts in naira. `does` is the effect of a gift, worded to follow the amount: "₦2,500 …". */
  gifts: v.pipe(v.array(v.object({ amount: v.pipe(v.number(), v.integer(), v.minValue(1)), title: text, does: text })), v.minLength(1)),
  reasons: v.pipe(v.array(text), v.minLength(1)),
  /** Donors' questions. In the answers, `{spending}` and `{complaints}` stand for the texts in `texts/trust.json`, so that both pages say the same. */
  questions: v.array(v.object({ id: text, title: text, text, more: v.optional(v.object({ label: text, to: text })) })),
  /** Absent if the organisation accepts no bank transfers. */
  bank: v.optional(v.object({ name: text, accountName: text, accountNumber: v.pipe(v.string(), v.regex(/^\d{10}$/, 'must have ten digits')) })),
  ussd: v.optional(
    v.array(v.object({ bank: text, code: v.pipe(v.string(), v.regex(/^\*[\d*]+(?:AMOUNT[\d*]*)?#$/, 'must be a code such as *000*1*AMOUNT#')) })),
    [],
  ),
  ussdHint: v.optional(text),
});
export type Giving = v.InferOutput<typeof givingSchema>;
export type Gift = Giving['gifts'][number];

/** Data of the tiles. Other fields are left out, because page data is part of the HTML. */
export type GiftFacts = Pick<Giving, 'gifts' | 'review'>;

/** Parses the giving texts. Throws if the file is incomplete. */
export const getGiving = (site: TemplateSite): Giving => {
  const { bank, questions, ...facts } = v.parse(givingSchema, giving);
  const { spending, complaints } = getTrust();
  const fill = (answer: string): string => answer.replace('{spending}', spending.join(' ')).replace('{complaints}', complaints.join(' '));
  return {
    ...facts,
    questions: questions.map((question) => ({ ...question, text: fill(question.text) })),
    ...(bank !== undefined && { bank: { ...bank, accountName: fillTemplate(bank.accountName, site) } }),
  };
};

export const getGiftFacts = (): GiftFacts => {
  const { gifts, review } = v.parse(givingSchema, giving);
  return review === undefined ? { gifts } : { gifts, review };
};
