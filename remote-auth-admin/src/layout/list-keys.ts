/** Attribute of the list rows that keyboard shortcuts move between. */
export const LIST_ROW = 'data-list-row';

const getRows = (): readonly HTMLElement[] => [...document.querySelectorAll<HTMLElement>(`[${LIST_ROW}]`)];

const getFocusedRow = (): HTMLElement | null => document.activeElement?.closest<HTMLElement>(`[${LIST_ROW}]`) ?? null;

/** Focuses the first link of a row, or its first control if there is no link. */
const focusRow = (row: HTMLElement | undefined): void => {
  (row?.querySelector<HTMLElement>('a, summary') ?? row?.querySelector<HTMLElement>('button, input, select'))?.focus();
  row?.scrollIntoView({ block: 'nearest' });
};

/** Moves focus to the next row (1) or to the previous row (-1). */
export const moveRowFocus = (offset: 1 | -1): void => {
  const rows = getRows();
  const current = getFocusedRow();
  const index = current === null ? -1 : rows.indexOf(current);
  focusRow(index === -1 ? rows[offset === 1 ? 0 : rows.length - 1] : rows[Math.min(Math.max(index + offset, 0), rows.length - 1)]);
};

export const selectRow = (): void => getFocusedRow()?.querySelector<HTMLInputElement>('input[type="checkbox"]')?.click();

export const focusSearch = (): void => {
  const field = document.querySelector<HTMLInputElement>('#screen input[type="search"]');
  field?.focus();
  field?.select();
};
