import { useRef, useState } from 'react';

export interface Selection {
  readonly ids: ReadonlySet<string>;
  /** One row; with `isRange` all from the row that was pressed before, in the order shown. */
  toggle(id: string, isRange: boolean, shownIds: readonly string[]): void;
  set(ids: readonly string[]): void;
}

/** Which rows are selected. */
export const useSelection = (): Selection => {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const last = useRef('');

  return {
    ids,
    set: (next) => setIds(new Set(next)),
    toggle: (id, isRange, shownIds) => {
      const from = isRange ? shownIds.indexOf(last.current) : -1;
      const to = shownIds.indexOf(id);
      const touched = from === -1 ? [id] : shownIds.slice(Math.min(from, to), Math.max(from, to) + 1);
      const isSelecting = !ids.has(id);
      last.current = id;
      setIds((before) => {
        const next = new Set(before);
        for (const each of touched) {
          if (isSelecting) next.add(each);
          else next.delete(each);
        }
        return next;
      });
    },
  };
};
