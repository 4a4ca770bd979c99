import type { ReactNode } from 'react';
import styles from './panel.module.css';

interface PanelProps {
  /** Undefined where the first field says it. */
  readonly title?: string;
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

/** One subject beside the paper. */
export const Panel = ({ title, aside, children }: PanelProps) => (
  <div className={styles.panel}>
    {title !== undefined && (
      <div className={styles.head}>
        <h2 className={styles.title}>{title}</h2>
        {aside}
      </div>
    )}
    {children}
  </div>
);
