import { useSearchParams } from '@site/shared/router';
import { useState } from 'react';

/** Search and filter of a list live in the address too, so that a reload and a link keep them. */
export const useListState = () => {
  const [params, setParams] = useSearchParams();
  // A navigation comes later than the next letter: what is typed has a state of its own.
  const [search, setSearch] = useState(() => params.get('q') ?? '');
  const [filter, setFilter] = useState(() => params.get('show') ?? '');

  const keep = (nextSearch: string, nextFilter: string): void => {
    setSearch(nextSearch);
    setFilter(nextFilter);
    const next = new URLSearchParams();
    if (nextSearch !== '') next.set('q', nextSearch);
    if (nextFilter !== '') next.set('show', nextFilter);
    setParams(next, { replace: true, preventScrollReset: true });
  };

  return {
    search,
    filter,
    setSearch: (value: string) => keep(value, filter),
    setFilter: (value: string) => keep(search, value),
    clear: () => keep('', ''),
  };
};
