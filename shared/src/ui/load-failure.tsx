// biome-ignore lint/style/noRestrictedImports: the public name is the federation singleton; the relative path would bundle a second router.
import { useLocation, useRevalidator } from '@site/shared/router';
import type { FormEvent, ReactNode } from 'react';
import { Button } from './button.tsx';
import { PageFailure } from './page-failure.tsx';

interface LoadFailureProps {
  readonly title: string;
  readonly message?: string;
  readonly action?: ReactNode;
  /** What is missing stays missing: nothing to try again. */
  readonly canRetry?: boolean;
  /** The page has a heading of its own already. */
  readonly underHeading?: boolean;
}

const FAILED_HELP = 'Something went wrong on our side. Please try again in a moment.';

/** Asks for the page's data again; without script, for the whole page. */
const RetryForm = () => {
  const { search } = useLocation();
  const { revalidate, state } = useRevalidator();
  const retry = (event: FormEvent): void => {
    event.preventDefault();
    void revalidate();
  };
  return (
    <form method="get" onSubmit={retry}>
      {Array.from(new URLSearchParams(search), ([name, value]) => (
        <input key={`${name}=${value}`} type="hidden" name={name} value={value} />
      ))}
      <Button type="submit" busy={state === 'loading'}>
        Try again
      </Button>
    </form>
  );
};

/** What stands on a page whose data did not come. */
export const LoadFailure = ({ title, message = FAILED_HELP, action, canRetry = true, underHeading = false }: LoadFailureProps) => (
  <PageFailure
    title={title}
    message={message}
    level={underHeading ? 2 : 1}
    action={
      <>
        {canRetry && <RetryForm />}
        {action}
      </>
    }
  />
);
