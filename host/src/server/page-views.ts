import { countPageView } from '@site/shared/contracts/dashboard';

/** More at once would only queue up before a provider that is slow; a count may miss some. */
const UNDER_WAY_LIMIT = 20;
const LIMIT_MS = 3000;

/** Tells the provider of views of public pages: the path and nothing of the visitor (NS-01). Never waits, never fails. */
export const createPageViews = (providerUrl: string) => {
  let underWay = 0;
  return (path: string): void => {
    if (underWay >= UNDER_WAY_LIMIT) return;
    underWay += 1;
    fetch(new URL(`/api${countPageView.path}`, providerUrl), {
      method: countPageView.method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ path }),
      signal: AbortSignal.timeout(LIMIT_MS),
    })
      .then((response) => response.body?.cancel())
      // A view that is not counted is no loss to anybody.
      .catch(() => undefined)
      .finally(() => {
        underWay -= 1;
      });
  };
};
