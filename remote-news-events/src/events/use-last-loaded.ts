import { useLocation } from '@site/shared/router';
import { useState } from 'react';

/** Returns a page's data. If a reload has failed, returns the earlier data for the same URL, because losing the connection must not make an event disappear. */
export const useLastLoaded = <T extends { readonly state: string }>(page: T): T => {
  const { pathname, search } = useLocation();
  const url = `${pathname}${search}`;
  const [loaded, setLoaded] = useState({ url, page });
  if (page.state === 'failed' && loaded.url === url) return loaded.page;
  if (loaded.page !== page) setLoaded({ url, page });
  return page;
};
