import { PAGE_PARAMETERS } from '@site/shared/remote/page-parameters';

/** The query of a request as a page sees it: the parameters that select another page, in one order. `declared` are those of the remote that owns the path. */
export const selectQuery = (search: string, declared: readonly string[] = []): string => {
  if (search === '') return '';
  const parameters = [...new URLSearchParams(search)].filter(([name]) => PAGE_PARAMETERS.includes(name) || declared.includes(name));
  const selected = new URLSearchParams(parameters);
  selected.sort();
  return selected.size === 0 ? '' : `?${selected}`;
};
