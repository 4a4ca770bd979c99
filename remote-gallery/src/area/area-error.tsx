import { useLocation, useRouteError } from '@site/shared/router';
import { Button } from '@site/shared/ui/button';
import { PageFailure } from '@site/shared/ui/page-failure';
import { useEffect } from 'react';

/** Name of the host's error for files that do not come: it asks again for them by itself, so that error is the host's to show. */
const FILES_UNAVAILABLE = 'RemoteUnavailableError';

/** Stands in place of a page of this part that broke; header, footer and the other parts stay. */
export const AreaError = () => {
  const error = useRouteError();
  const { search } = useLocation();
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
      action={
        // Loads the document again: the router keeps a page's failed files for as long as the document lives.
        <form method="get">
          {Array.from(new URLSearchParams(search), ([name, value]) => (
            <input key={`${name}=${value}`} type="hidden" name={name} value={value} />
          ))}
          <Button type="submit">Try again</Button>
        </form>
      }
    />
  );
};
