import { useState } from 'react';

interface OpenedRow<Row> {
  readonly row: Row | undefined;
  /** Whether its dialog has unsaved changes. */
  readonly isDirty: boolean;
  readonly markDirty: () => void;
}

/**
 * The row whose dialog is open. While the dialog has unsaved changes the row stays as it was, whatever the list loads: a dialog that is built again, or disappears, would
 * lose what was typed.
 * @param key Identifies the open dialog: another key means that it was closed.
 */
export const useOpenedRow = <Row>(key: string, loaded: Row | undefined): OpenedRow<Row> => {
  const [opened, setOpened] = useState({ key, row: loaded, isDirty: false });
  const isDirty = opened.key === key && opened.isDirty;
  const row = isDirty ? opened.row : loaded;
  if (opened.key !== key || opened.row !== row) setOpened({ key, row, isDirty });
  return { row, isDirty, markDirty: () => setOpened({ key, row, isDirty: true }) };
};
