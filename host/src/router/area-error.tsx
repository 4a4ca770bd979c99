import { useEffect } from 'react';
import { useLocation, useNavigate, useRouteError } from 'react-router-dom';
import { RemoteUnavailableError } from '../federation/load-remote.ts';
import { AreaUnavailable } from '../layout/area-unavailable.tsx';

const RETRY_INTERVAL_MS = 3000;

/** What stands in the page's area when its remote cannot be loaded or its page broke (NS-10). Asks again by itself while the page is looked at. */
export const AreaError = () => {
  const error = useRouteError();
  const navigate = useNavigate();
  const { pathname, search, hash } = useLocation();
  const isAway = error instanceof RemoteUnavailableError;

  const retry = () => void navigate({ pathname, search, hash }, { replace: true, preventScrollReset: true });

  useEffect(() => {
    // Once for each failure: who maintains the part needs its name, which the visitor does not see.
    console.error(error);
  }, [error]);

  useEffect(() => {
    if (!isAway) return;
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void navigate({ pathname, search, hash }, { replace: true, preventScrollReset: true });
    }, RETRY_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [isAway, navigate, pathname, search, hash]);

  return <AreaUnavailable onRetry={retry} />;
};
