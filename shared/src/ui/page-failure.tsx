import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Heading, type HeadingLevel } from './heading.tsx';
import styles from './page-failure.module.css';

export interface PageFailureProps {
  readonly title: string;
  readonly message?: string | undefined;
  /** A way on, such as a link back to the list. */
  readonly action?: ReactNode;
  readonly onRetry?: (() => void) | undefined;
  readonly retrying?: boolean | undefined;
  readonly level?: HeadingLevel | undefined;
}

/** Stands where content should be that could not be had ("Failed to load news"). */
export const PageFailure = ({ title, message, action, onRetry, retrying = false, level = 2 }: PageFailureProps) => (
  <div className={styles.box} role="alert">
    <svg className={styles.drawing} viewBox="0 0 160 120" aria-hidden="true" focusable="false">
      <circle className={styles.disc} cx="80" cy="58" r="34" />
      <path className={styles.cloud} d="M34 104a24 24 0 0 1 0-48 34 34 0 0 1 65-9 26 26 0 1 1 24 57z" />
      <path className={styles.mark} d="M78 62v18M78 91h.01" />
    </svg>
    <Heading level={level} className={styles.title}>
      {title}
    </Heading>
    {message !== undefined && <p className={styles.message}>{message}</p>}
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
