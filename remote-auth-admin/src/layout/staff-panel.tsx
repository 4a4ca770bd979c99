import { type ReactNode, useId } from 'react';
import styles from './staff-panel.module.css';

interface StaffPanelProps {
  readonly title: string;
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

/** A section of a staff page, with its actions. */
export const StaffPanel = ({ title, action, children }: StaffPanelProps) => {
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
