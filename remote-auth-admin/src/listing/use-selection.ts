import { useRef, useState } from 'react';

export interface Selection<Row> {
  /** Selected rows in the order in which they were selected, including rows on other pages. */
  readonly rows: readonly Row[];
  readonly has: (row: Row) => boolean;
  /** Toggles a row. With `isRange`, toggles all displayed rows between the previously toggled row and this one. */
  readonly toggle: (row: Row, isRange: boolean, shown: readonly Row[]) => void;
  readonly add: (rows: readonly Row[]) => void;
  readonly remove: (rows: readonly Row[]) => void;
  readonly clear: () => void;
}

/** Returns the selected rows as last displayed. `scope` identifies the search; a different search clears the selection. */
export const useSelection = <Row>(getId: (row: Row) => string, scope: string, shown: readonly Row[]): Selection<Row> => {
  const [state, setState] = useState<{ readonly scope: string; readonly rows: ReadonlyMap<string, Row> }>({ scope, rows: new Map() });
  const lastId = useRef('');
  const rows = state.scope === scope ? state.rows : new Map<string, Row>();
  const current = new Map(shown.map((row) => [getId(row), row]));

  const change = (edit: (next: Map<string, Row>) => void): void =>
    setState((before) => {
      const next = new Map(before.scope === scope ? before.rows : []);
      edit(next);
      return { scope, rows: next };
    });
  const add = (added: readonly Row[]): void =>
    change((next) => {
      for (const row of added) next.set(getId(row), row);
    });
  const remove = (removed: readonly Row[]): void =>
    change((next) => {
      for (const row of removed) next.delete(getId(row));
    });

  return {
    // Return the current version of rows that have been reloaded.
    rows: [...rows].map(([id, row]) => current.get(id) ?? row),
    has: (row) => rows.has(getId(row)),
    toggle: (row, isRange, shownRows) => {
      const ids = shownRows.map(getId);
      const from = isRange ? ids.indexOf(lastId.current) : -1;
      const to = ids.indexOf(getId(row));
      const toggled = from === -1 ? [row] : shownRows.slice(Math.min(from, to), Math.max(from, to) + 1);
      lastId.current = getId(row);
      (rows.has(getId(row)) ? remove : add)(toggled);
    },
    add,
    remove,
    clear: () => change((next) => next.clear()),
  };
};
