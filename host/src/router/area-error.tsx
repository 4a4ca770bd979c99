import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { type LazyRouteFunction, type NonIndexRouteObject, useLocation, useNavigate, useRouteError } from 'react-router-dom';
import { RemoteUnavailableError } from '../federation/load-remote.ts';
import { AreaUnavailable } from '../layout/area-states.tsx';

const RETRY_INTERVAL_MS = 3000;

/** Calls `retry` every three seconds while it is enabled and the page is visible. */
const useRetryWhileVisible = (retry: () => void, isEnabled: boolean): void => {
  useEffect(() => {
    if (!isEnabled) return;
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') retry();
    }, RETRY_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [retry, isEnabled]);
};

/** The page's area when its remote cannot be loaded or its page threw (NS-10). A missing remote is retried automatically; a page that threw, on demand. */
export const AreaError = () => {
  const error = useRouteError();
  const navigate = useNavigate();
  const { pathname, search, hash } = useLocation();

  useEffect(() => {
    // For maintainers; the name and the cause are of no use to a visitor.
    console.error(error);
  }, [error]);

  const retry = useCallback(() => void navigate({ pathname, search, hash }, { replace: true, preventScrollReset: true }), [navigate, pathname, search, hash]);
  useRetryWhileVisible(retry, error instanceof RemoteUnavailableError);

  return <AreaUnavailable onRetry={retry} />;
};

interface LazyPageFallbackProps {
  readonly load: LazyRouteFunction<NonIndexRouteObject>;
  readonly cause: unknown;
}

/** The element of a page whose files did not load in time: shows the message, retries, and renders the page once they have loaded. */
export const LazyPageFallback = ({ load, cause }: LazyPageFallbackProps) => {
  const [page, setPage] = useState<ReactNode>();
  const isLoaded = page !== undefined;

  useEffect(() => console.error(cause), [cause]);

  const retry = useCallback(() => {
    load().then(
      ({ element, Component }) => setPage(Component ? <Component /> : element),
      // The message is shown already, and the next attempt follows.
      () => undefined,
    );
  }, [load]);
  useRetryWhileVisible(retry, !isLoaded);

  return isLoaded ? page : <AreaUnavailable onRetry={retry} />;
};
