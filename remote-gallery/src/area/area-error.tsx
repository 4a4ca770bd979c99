import { useLocation, useNavigate, useRouteError } from '@site/shared/router';
import { PageFailure } from '@site/shared/ui/page-failure';
import { useEffect } from 'react';

/** Name of the host's error for files that do not come: it asks again for them by itself, so that error is the host's to show. */
const FILES_UNAVAILABLE = 'RemoteUnavailableError';

/** Stands in place of a page of this part that broke; header, footer and the other parts stay. */
export const AreaError = () => {
  const error = useRouteError();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const isHosts = error instanceof Error && error.name === FILES_UNAVAILABLE;

  useEffect(() => {
    // Whoever maintains this part needs the cause, which says nothing to a visitor.
    if (!isHosts) console.error(error);
  }, [error, isHosts]);

  if (isHosts) throw error;
  return (
    <PageFailure
      title="This page is taking a break"
      message="Something went wrong while showing it. Please try again."
      level={1}
      onRetry={() => void navigate(`${pathname}${search}`, { replace: true, preventScrollReset: true })}
    />
  );
};
