import { type ReactNode, useCallback, useEffect, useState } from 'react';
import type { LazyRouteFunction, NonIndexRouteObject } from 'react-router-dom';
import { AreaUnavailable } from '../layout/area-unavailable.tsx';
import { useRetryWhileVisible } from './use-retry-while-visible.ts';

interface LatePageProps {
  readonly load: LazyRouteFunction<NonIndexRouteObject>;
  readonly cause: unknown;
}

/** Stands for a page whose files did not come in time: says so, asks again, and shows the page once they have come. */
export const LatePage = ({ load, cause }: LatePageProps) => {
  const [page, setPage] = useState<ReactNode>();
  const isHere = page !== undefined;

  useEffect(() => console.error(cause), [cause]);

  const tryAgain = useCallback(() => {
    load().then(
      ({ element, Component }) => setPage(Component ? <Component /> : element),
      // The message stands already; the next attempt is on its way.
      () => undefined,
    );
  }, [load]);
  useRetryWhileVisible(tryAgain, !isHere);

  return isHere ? page : <AreaUnavailable onRetry={tryAgain} />;
};
