import { useLocation } from '@site/shared/router';
import { useState } from 'react';

/** Returns a page's data. If a reload has failed, returns the earlier data of the same URL, because a lost connection must not remove an event. */
export const useLastLoaded = <T extends { readonly state: string }>(page: T): T => {
  const { pathname, search } = useLocation();
  const url = `${pathname}${search}`;
  const [loaded, setLoaded] = useState({ url, page });
  if (page.state === 'failed' && loaded.url === url) return loaded.page;
  if (loaded.page !== page) setLoaded({ url, page });
  return page;
};
