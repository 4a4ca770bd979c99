import { useRevalidator } from '@site/shared/router';
import { ButtonLink } from '@site/shared/ui/button';
import { EmptyState } from '@site/shared/ui/empty-state';
import { PageFailure } from '@site/shared/ui/page-failure';
import { DEFAULT_STAFF_ROUTE } from '../login/read-destination.ts';

/** Replaces a screen that has failed. The navigation and the other screens continue to work. */
export const StaffError = () => {
  const { revalidate, state } = useRevalidator();
  return (
    <PageFailure
      level={1}
      title="This screen is not available at the moment"
      message="Your work on other screens is not affected. Try again, and tell an administrator if the problem continues."
      onRetry={() => void revalidate()}
      retrying={state === 'loading'}
    />
  );
};

export const StaffNotFound = () => (
  <EmptyState
    level={1}
    title="Page Not Found"
    message="This screen does not exist."
    action={<ButtonLink to={DEFAULT_STAFF_ROUTE}>Go to the dashboard</ButtonLink>}
  />
);
