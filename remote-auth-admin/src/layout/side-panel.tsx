import type { ReactNode } from 'react';
import styles from './side-panel.module.css';

interface SidePanelProps {
  /** Undefined if the label of the first field is enough. */
  readonly title?: string;
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

/** A panel next to the document that is being edited. */
export const SidePanel = ({ title, aside, children }: SidePanelProps) => (
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
