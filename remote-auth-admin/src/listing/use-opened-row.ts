import { useState } from 'react';

interface OpenedRow<Row> {
  readonly row: Row | undefined;
  /** Whether the dialog has unsaved changes. */
  readonly isDirty: boolean;
  readonly markDirty: () => void;
}

/**
 * Returns the row whose dialog is open. While the dialog has unsaved changes, the row stays the same even if the list is reloaded, because replacing or closing
 * the dialog would lose typed text.
 * @param key Identifies the open dialog. A different key means that the dialog was closed.
 */
export const useOpenedRow = <Row>(key: string, loaded: Row | undefined): OpenedRow<Row> => {
  const [opened, setOpened] = useState({ key, row: loaded, isDirty: false });
  const isDirty = opened.key === key && opened.isDirty;
  const row = isDirty ? opened.row : loaded;
  if (opened.key !== key || opened.row !== row) setOpened({ key, row, isDirty });
  return { row, isDirty, markDirty: () => setOpened({ key, row, isDirty: true }) };
};
