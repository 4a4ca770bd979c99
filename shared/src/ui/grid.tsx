import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './grid.module.css';

const COLUMNS = { 2: styles.two, 3: styles.three, 4: styles.four };

interface GridProps {
  readonly columns: 2 | 3 | 4;
  readonly as?: 'div' | 'ul' | 'ol' | undefined;
  readonly label?: string | undefined;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** One column on phones, two on tablets (the last of three cards spans both), all of them from 1024 pixels. */
export const Grid = ({ columns, as: Tag = 'div', label, className, children }: GridProps) => (
  <Tag className={classNames(styles.grid, COLUMNS[columns], className)} aria-label={label}>
    {children}
  </Tag>
);
