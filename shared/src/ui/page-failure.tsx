// biome-ignore lint/style/noRestrictedImports: the public name is the federation singleton; the relative path would bundle a second router.
import { useLocation, useRevalidator } from '@site/shared/router';
import type { FormEvent, ReactNode } from 'react';
import { PAGE_PARAMETERS } from '../remote/page-parameters.ts';
import { Button } from './button.tsx';
import { Heading, type HeadingLevel } from './heading.tsx';
import styles from './page-failure.module.css';
import state from './state.module.css';

interface LoadFailureProps {
  readonly title: string;
  readonly message?: string;
  readonly action?: ReactNode;
  /** Whether a retry may help; false for a missing item. */
  readonly canRetry?: boolean;
  readonly underHeading?: boolean;
}

const FAILURE_MESSAGE = 'Something went wrong on our side. Please try again in a moment.';

/** Button that runs the page's loaders again. Without JavaScript, it reloads the page. */
const RetryForm = () => {
  const { search } = useLocation();
  const { revalidate, state } = useRevalidator();
  const retry = (event: FormEvent): void => {
    event.preventDefault();
    void revalidate();
  };
  return (
    <form method="get" onSubmit={retry}>
      {[...new URLSearchParams(search)]
        // The server ignored all other parameters, and hydration must match the server's HTML.
        .filter(([name]) => PAGE_PARAMETERS.includes(name))
        .sort(([a], [b]) => a.localeCompare(b))
        .map(([name, value]) => (
          <input key={`${name}=${value}`} type="hidden" name={name} value={value} />
        ))}
      <Button type="submit" busy={state === 'loading'}>
        Try again
      </Button>
    </form>
  );
};

export const LoadFailure = ({ title, message = FAILURE_MESSAGE, action, canRetry = true, underHeading = false }: LoadFailureProps) => (
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

interface PageFailureProps {
  readonly title: string;
  readonly message?: string | undefined;
  readonly action?: ReactNode;
  readonly onRetry?: (() => void) | undefined;
  readonly retrying?: boolean | undefined;
  readonly level?: HeadingLevel | undefined;
}

/** Message shown instead of content that failed to load ("Failed to load news"). */
export const PageFailure = ({ title, message, action, onRetry, retrying = false, level = 2 }: PageFailureProps) => (
  <div className={styles.box} role="alert">
    <svg className={state.drawing} width="160" height="120" viewBox="0 0 160 120" aria-hidden="true">
      <circle className={styles.disc} cx="80" cy="58" r="34" />
      <path className={styles.cloud} d="M34 104a24 24 0 0 1 0-48 34 34 0 0 1 65-9 26 26 0 1 1 24 57z" />
      <path className={styles.mark} d="M78 62v18M78 91h.01" />
    </svg>
    <Heading level={level} className={state.title}>
      {title}
    </Heading>
    {message !== undefined && <p className={state.message}>{message}</p>}
    {(action !== undefined || onRetry !== undefined) && (
      <div className={styles.actions}>
        {onRetry !== undefined && (
          <Button onClick={onRetry} busy={retrying}>
            Try again
          </Button>
        )}
        {action}
      </div>
    )}
  </div>
);
