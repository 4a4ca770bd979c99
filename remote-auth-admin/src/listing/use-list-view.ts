import { useLocation, useSearchParams } from '@site/shared/router';
import { useState } from 'react';
import { type ListView, readListView, writeListView } from './list-view.ts';

/** Marks the navigations of the list itself; any other one to the same list is obeyed. */
const OWN = 'list-view';

/** Search, filter, order and page of a list stand in the address, so that a reload and a link keep them. Anything but a page begins at the first one. */
export const useListView = (): { readonly view: ListView; readonly change: (changes: Partial<ListView>) => void } => {
  const [params, setParams] = useSearchParams();
  const { key, state } = useLocation();
  // A navigation comes later than the next letter: what is typed has a state of its own.
  const [view, setView] = useState(() => readListView(params));
  const [seenKey, setSeenKey] = useState(key);
  if (key !== seenKey) {
    setSeenKey(key);
    if (state !== OWN) setView(readListView(params));
  }

  const change = (changes: Partial<ListView>): void => {
    const next = { ...view, page: 1, ...changes };
    setView(next);
    setParams(writeListView(next), { replace: true, preventScrollReset: true, state: OWN });
  };
  return { view, change };
};
