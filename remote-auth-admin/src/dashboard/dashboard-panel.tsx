import { type ReactNode, useId } from 'react';
import styles from './dashboard-panel.module.css';

interface DashboardPanelProps {
  readonly title: string;
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

/** One subject of the dashboard. */
export const DashboardPanel = ({ title, action, children }: DashboardPanelProps) => {
  const id = useId();
  return (
    <section className={styles.panel} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id} className={styles.title}>
          {title}
        </h2>
        {action}
      </div>
      {children}
    </section>
  );
};
