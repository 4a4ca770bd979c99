import type { ReactNode } from 'react';
import styles from './empty-state.module.css';
import { Heading, type HeadingLevel } from './heading.tsx';
import state from './state.module.css';

interface EmptyStateProps {
  readonly title?: string | undefined;
  readonly message?: string | undefined;
  readonly action?: ReactNode;
  readonly level?: HeadingLevel | undefined;
}

/** Message shown instead of an empty list (ERR-03). */
export const EmptyState = ({ title = 'No Content Found', message = 'There are no items to display at the moment.', action, level = 3 }: EmptyStateProps) => (
  <div className={styles.box}>
    <svg className={state.drawing} width="160" height="120" viewBox="0 0 160 120" aria-hidden="true">
      <path className={styles.halo} d="M18 96a62 62 0 0 1 124 0z" />
      <path className={styles.disc} d="M42 96a38 38 0 0 1 76 0z" />
      <path className={styles.rays} d="M80 22V10M34 41l-9-9M126 41l9-9" />
      <path className={styles.ground} d="M0 96h160v8l-10 10-10-10-10 10-10-10-10 10-10-10-10 10-10-10-10 10-10-10-10 10-10-10-10 10-10-10-10 10-10-10z" />
    </svg>
    <Heading level={level} className={state.title}>
      {title}
    </Heading>
    <p className={state.message}>{message}</p>
    {action}
  </div>
);
