import { createIdempotencyKey } from '@site/shared/contracts/idempotency-key';
import * as v from 'valibot';
import { stopBackgroundDelivery } from './background-delivery.ts';
import { FIELDS, type FieldValues } from './volunteer-submission.ts';

/** The quick exit deletes it too, by this name (`help-script.ts` of the host). */
const KEY = 'draft';
export const KEPT_MS = 7 * 24 * 60 * 60 * 1000;

const text = v.fallback(v.string(), '');

const draftSchema = v.object({
  values: v.object({
    name: text,
    email: text,
    phone: text,
    qualification: text,
    location: text,
    skills: text,
    interests: text,
    motivation: text,
    ageBand: text,
    guardianContact: text,
  }),
  /** The same until the application has been delivered or changed: our own form service stores what has it once. */
  idempotencyKey: v.pipe(v.string(), v.regex(/^[0-9a-f]{32}$/)),
  /** Sent without the visitor as soon as there is a connection. */
  isQueued: v.boolean(),
  /** In milliseconds. */
  savedAt: v.number(),
});

/** What a visitor has entered and not delivered yet. It is kept on the device for seven days after the last change. */
export type Draft = v.InferOutput<typeof draftSchema>;

const hasSame = (draft: Draft | null, values: FieldValues): draft is Draft => draft !== null && JSON.stringify(draft.values) === JSON.stringify(values);

const isEmpty = (values: FieldValues): boolean => FIELDS.every((field) => values[field] === '');

/** Does nothing where the browser refuses storage. */
export const removeDraft = (): void => {
  void stopBackgroundDelivery();
  try {
    localStorage.removeItem(KEY);
  } catch {}
};

/** Null without a draft, and where the browser refuses storage. */
export const readDraft = (): Draft | null => {
  try {
    const parsed = v.safeParse(draftSchema, JSON.parse(localStorage.getItem(KEY) ?? 'null'));
    if (parsed.success && Date.now() - parsed.output.savedAt < KEPT_MS) return parsed.output;
  } catch {}
  removeDraft();
  return null;
};

/** Stores the values, or removes the draft if there are none. Returns the draft, which is not stored where the browser refuses storage. */
export const saveDraft = (values: FieldValues, isQueued: boolean): Draft => {
  const before = readDraft();
  const draft: Draft = { values, idempotencyKey: hasSame(before, values) ? before.idempotencyKey : createIdempotencyKey(), isQueued, savedAt: Date.now() };
  if (before?.isQueued === true && !isQueued) void stopBackgroundDelivery();
  if (isEmpty(values)) removeDraft();
  else
    try {
      localStorage.setItem(KEY, JSON.stringify(draft));
    } catch {}
  return draft;
};
