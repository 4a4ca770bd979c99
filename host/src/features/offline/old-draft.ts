/** Local-storage key of unsent form input, which pages with forms write (docs/contracts/storage-keys.md). */
const DRAFT_KEY = 'draft';
const DRAFT_LIFETIME_MS = 7 * 24 * 60 * 60 * 1000;

interface Draft {
  readonly savedAt?: number;
  /** Drafts by form. The outer `savedAt` is the time of the newest draft. */
  readonly forms?: Readonly<Record<string, Draft>>;
}

/**
 * Removes unsent form input that is older than seven days. The function runs when the visitor reaches the footer of any page, and forms also remove old input
 * when they open.
 */
export const removeOldDraft = (): void => {
  try {
    const draft: Draft | null = JSON.parse(localStorage.getItem(DRAFT_KEY) ?? 'null');
    if (draft === null) return;
    const isOld = ({ savedAt = 0 }: Draft): boolean => !(Date.now() - savedAt < DRAFT_LIFETIME_MS);
    const forms = Object.entries(draft.forms ?? {});
    const recentForms = forms.filter(([, form]) => !isOld(form));
    if (isOld(draft)) localStorage.removeItem(DRAFT_KEY);
    else if (recentForms.length < forms.length) localStorage.setItem(DRAFT_KEY, JSON.stringify({ ...draft, forms: Object.fromEntries(recentForms) }));
  } catch {}
};
