import type { ApplicationKind } from '@site/shared/contracts/application';
import { createIdempotencyKey } from '@site/shared/contracts/idempotency-key';
import * as v from 'valibot';
import { stopBackgroundDelivery } from './background-delivery.ts';
import type { FieldErrors, FieldValues } from './form-definition.ts';

/** Storage key. The quick exit deletes it by this name (`quick-exit.inline.ts` in the host). */
const STORAGE_KEY = 'draft';
export const DRAFT_LIFETIME_MS = 7 * 24 * 60 * 60 * 1000;

const draftSchema = v.object({
  values: v.record(v.string(), v.string()),
  /** The key stays the same until the form has been delivered or edited, so that our own form service stores the form only once. */
  idempotencyKey: v.pipe(v.string(), v.regex(/^[0-9a-f]{32}$/)),
  /** True if the form is sent automatically as soon as there is a connection. */
  isQueued: v.boolean(),
  /** Reasons for the rejection of a queued form, by field. Absent if there are none or the form has changed since. */
  rejection: v.optional(v.record(v.string(), v.optional(v.string()))),
  /** Time in milliseconds. */
  savedAt: v.number(),
});
/** Visitor input that has not been delivered yet. The device keeps it for seven days after the last change. */
type Draft = v.InferOutput<typeof draftSchema>;

type Drafts = Readonly<Partial<Record<ApplicationKind, Draft>>>;
const optionalDraft = v.optional(v.fallback(v.optional(draftSchema), undefined));
const storedDraftsSchema = v.object({ forms: v.object({ volunteer: optionalDraft, 'school-visit': optionalDraft }) });

const isRecent = (draft: Draft | undefined): draft is Draft => draft !== undefined && Date.now() - draft.savedAt < DRAFT_LIFETIME_MS;

/**
 * Reads all drafts, including any in the format of an earlier release, which stored only the volunteer form. Returns no drafts if the browser refuses storage.
 */
const readDrafts = (): Drafts => {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? 'null');
    const legacyDraft = v.safeParse(draftSchema, stored);
    const { forms } = legacyDraft.success ? { forms: { volunteer: legacyDraft.output } } : v.parse(storedDraftsSchema, stored);
    return Object.fromEntries(Object.entries(forms).filter(([, draft]) => isRecent(draft)));
  } catch {
    return {};
  }
};

/**
 * Stores all drafts. `savedAt` is the time of the last change; seven days later, any page on the site deletes the draft. Does nothing if the browser refuses
 * storage.
 */
const writeDrafts = (forms: Drafts): void => {
  const times = Object.values(forms).map(({ savedAt }) => savedAt);
  try {
    if (times.length === 0) localStorage.removeItem(STORAGE_KEY);
    else localStorage.setItem(STORAGE_KEY, JSON.stringify({ savedAt: Math.max(...times), forms }));
  } catch {}
};

export const removeDraft = (kind: ApplicationKind): void => {
  void stopBackgroundDelivery(kind);
  const { [kind]: _, ...others } = readDrafts();
  writeDrafts(others);
};

export const readDraft = (kind: ApplicationKind): Draft | null => {
  const draft = readDrafts()[kind];
  if (draft === undefined) removeDraft(kind);
  return draft ?? null;
};

/** Stores the values, or removes the draft if all values are empty. Returns the draft even if the browser refuses to store it. */
export const saveDraft = (kind: ApplicationKind, values: FieldValues, isQueued: boolean, rejection?: FieldErrors): Draft => {
  const before = readDraft(kind);
  const isSame = before !== null && JSON.stringify(before.values) === JSON.stringify(values);
  const draft: Draft = {
    values,
    idempotencyKey: isSame ? before.idempotencyKey : createIdempotencyKey(),
    isQueued,
    savedAt: Date.now(),
    ...(rejection && { rejection }),
  };
  if (before?.isQueued === true && !isQueued) void stopBackgroundDelivery(kind);
  if (Object.values(values).every((value) => value === '')) removeDraft(kind);
  else writeDrafts({ ...readDrafts(), [kind]: draft });
  return draft;
};
