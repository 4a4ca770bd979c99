import type { ReactNode } from 'react';
import styles from './screen-header.module.css';

interface ScreenHeaderProps {
  readonly title: string;
  readonly lead?: string;
  /** The main action, for example "New post". */
  readonly action?: ReactNode;
}

/** Title of a staff screen, a short description, and the main action. */
export const ScreenHeader = ({ title, lead, action }: ScreenHeaderProps) => (
  <div className={styles.head}>
    <div className={styles.text}>
      <h1 className={styles.title}>{title}</h1>
      {lead !== undefined && <p className={styles.lead}>{lead}</p>}
    </div>
    {action}
  </div>
);
