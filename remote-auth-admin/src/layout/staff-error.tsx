import { useRevalidator } from '@site/shared/router';
import { PageFailure } from '@site/shared/ui/page-failure';

/** A screen with a bug costs itself alone: the rail stays. */
export const StaffError = () => {
  const { revalidate, state } = useRevalidator();
  return (
    <PageFailure
      level={1}
      title="This screen does not work at the moment"
      message="Your work on other screens is not affected. Try again, and tell an administrator if it stays so."
      onRetry={() => void revalidate()}
      retrying={state === 'loading'}
    />
  );
};
