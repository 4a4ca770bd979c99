/** Written by the pages with forms (docs/contracts/storage-keys.md). */
const DRAFT_KEY = 'draft';
const KEPT_MS = 7 * 24 * 60 * 60 * 1000;

interface Draft {
  readonly savedAt?: number;
  /** By form; the time of all is that of the newest. */
  readonly forms?: Readonly<Record<string, Draft>>;
}

/** What a visitor has entered into a form and not sent stays on the device for seven days: a visit that reaches the footer ends it then, and one of the form. */
export const removeOldDraft = (): void => {
  try {
    const draft: Draft | null = JSON.parse(localStorage.getItem(DRAFT_KEY) ?? 'null');
    if (draft === null) return;
    const isOld = ({ savedAt = 0 }: Draft): boolean => !(Date.now() - savedAt < KEPT_MS);
    const forms = Object.entries(draft.forms ?? {});
    const recent = forms.filter(([, form]) => !isOld(form));
    if (isOld(draft)) localStorage.removeItem(DRAFT_KEY);
    else if (recent.length < forms.length) localStorage.setItem(DRAFT_KEY, JSON.stringify({ ...draft, forms: Object.fromEntries(recent) }));
  } catch {}
};
