/** Of the volunteer page (docs/contracts/storage-keys.md). */
const DRAFT_KEY = 'draft';
const KEPT_MS = 7 * 24 * 60 * 60 * 1000;

/** What a visitor has entered into a form and not sent stays on the device for seven days: a visit that reaches the footer ends it then, and one of the form. */
export const removeOldDraft = (): void => {
  try {
    const draft: { readonly savedAt?: number } | null = JSON.parse(localStorage.getItem(DRAFT_KEY) ?? 'null');
    if (draft !== null && !(Date.now() - (draft.savedAt ?? 0) < KEPT_MS)) localStorage.removeItem(DRAFT_KEY);
  } catch {}
};
