import { countPageViews, isCountedPath, MAX_COUNTED_PATHS } from '@site/shared/contracts/dashboard';
import type { RequestBodyOf } from '@site/shared/contracts/endpoint';

const SEND_INTERVAL_MS = 1000;
const SEND_TIMEOUT_MS = 3000;
/** Maximum number of paths that the provider counts in a day. */
const MAX_PATHS = 2000;

/**
 * Reports views of public pages to the provider: the path, and nothing about the visitor (NS-01). Never delays or fails a response. One call per second costs
 * less than one per view. Views that the provider does not accept are sent again with the next call.
 */
export const createViewCounter = (providerUrl: string) => {
  let pending = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;

  const add = (path: string, views: number): void => {
    const before = pending.get(path);
    if (before === undefined && pending.size >= MAX_PATHS) return;
    pending.set(path, (before ?? 0) + views);
    timer ??= setTimeout(send, SEND_INTERVAL_MS).unref();
  };

  const post = async (views: ReadonlyArray<readonly [path: string, views: number]>): Promise<void> => {
    const body: RequestBodyOf<typeof countPageViews> = { pages: views.map(([path, count]) => ({ path, views: count })) };
    try {
      const response = await fetch(new URL(`/api${countPageViews.path}`, providerUrl), {
        method: countPageViews.method,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
        redirect: 'error',
        signal: AbortSignal.timeout(SEND_TIMEOUT_MS),
      });
      await response.body?.cancel();
      if (response.status < 500) return;
    } catch {
      // The views are added again below.
    }
    for (const [path, count] of views) add(path, count);
  };

  const send = async (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    const views = [...pending];
    pending = new Map();
    for (let start = 0; start < views.length; start += MAX_COUNTED_PATHS) await post(views.slice(start, start + MAX_COUNTED_PATHS));
  };

  return {
    count: (path: string): void => {
      if (pending.has(path) || isCountedPath(path)) add(path, 1);
    },
    /** Sends the counted views. Views that the provider does not accept now are lost. */
    close: async (): Promise<void> => {
      await send();
      clearTimeout(timer);
    },
  };
};
