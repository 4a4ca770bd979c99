/** Mark of a list's row; its first link is what the row opens, its checkbox what selects it. */
export const LIST_ROW = 'data-list-row';

const rows = (): readonly HTMLElement[] => [...document.querySelectorAll<HTMLElement>(`[${LIST_ROW}]`)];

const focusedRow = (): HTMLElement | null => document.activeElement?.closest<HTMLElement>(`[${LIST_ROW}]`) ?? null;

/** Where the keyboard stands in a row: its link, else its first control. */
const focusRow = (row: HTMLElement | undefined): void => {
  (row?.querySelector<HTMLElement>('a, summary') ?? row?.querySelector<HTMLElement>('button, input, select'))?.focus();
  row?.scrollIntoView({ block: 'nearest' });
};

/** Moves the focus to the next row (1) or the one before (-1). */
export const stepRow = (by: 1 | -1): void => {
  const all = rows();
  const current = focusedRow();
  const at = current === null ? -1 : all.indexOf(current);
  focusRow(at === -1 ? all[by === 1 ? 0 : all.length - 1] : all[Math.min(Math.max(at + by, 0), all.length - 1)]);
};

export const selectRow = (): void => focusedRow()?.querySelector<HTMLInputElement>('input[type="checkbox"]')?.click();

export const focusSearch = (): void => {
  const field = document.querySelector<HTMLInputElement>('#screen input[type="search"]');
  field?.focus();
  field?.select();
};
