import { useLocation } from '@site/shared/router';
import { useState } from 'react';

/** A page's data, or what was shown at the same address before it failed to load again: an event does not vanish with the visitor's connection. */
export const useLastLoaded = <T extends { readonly state: string }>(page: T): T => {
  const { pathname, search } = useLocation();
  const address = `${pathname}${search}`;
  const [shown, setShown] = useState({ address, page });
  if (page.state === 'failed' && shown.address === address) return shown.page;
  if (shown.page !== page) setShown({ address, page });
  return page;
};
