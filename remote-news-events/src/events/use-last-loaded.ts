import { useLocation } from '@site/shared/router';
import { useState } from 'react';

/** Returns a page's data, or the data shown before at the same URL if loading again has failed: a lost connection must not remove an event. */
export const useLastLoaded = <T extends { readonly state: string }>(page: T): T => {
  const { pathname, search } = useLocation();
  const address = `${pathname}${search}`;
  const [shown, setShown] = useState({ address, page });
  if (page.state === 'failed' && shown.address === address) return shown.page;
  if (shown.page !== page) setShown({ address, page });
  return page;
};
