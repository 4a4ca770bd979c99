import type { ReactNode } from 'react';
import styles from './panel.module.css';

interface PanelProps {
  /** Undefined where the label of the first field is enough. */
  readonly title?: string;
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

/** A panel next to the canvas. */
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
