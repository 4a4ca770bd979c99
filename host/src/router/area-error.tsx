import { useCallback, useEffect } from 'react';
import { useLocation, useNavigate, useRouteError } from 'react-router-dom';
import { RemoteUnavailableError } from '../federation/load-remote.ts';
import { AreaUnavailable } from '../layout/area-unavailable.tsx';
import { useRetryWhileVisible } from './use-retry-while-visible.ts';

/** What stands in the page's area when its remote cannot be loaded or its page broke (NS-10). A missing remote is asked for again by itself; a page that broke, on demand. */
export const AreaError = () => {
  const error = useRouteError();
  const navigate = useNavigate();
  const { pathname, search, hash } = useLocation();

  useEffect(() => {
    // Who maintains the part needs its name and the cause, which say nothing to a visitor.
    console.error(error);
  }, [error]);

  const retry = useCallback(() => void navigate({ pathname, search, hash }, { replace: true, preventScrollReset: true }), [navigate, pathname, search, hash]);
  useRetryWhileVisible(retry, error instanceof RemoteUnavailableError);

  return <AreaUnavailable onRetry={retry} />;
};
