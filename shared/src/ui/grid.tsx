import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './grid.module.css';

const COLUMNS = { 2: styles.two, 3: styles.three, 4: styles.four };

interface GridProps {
  readonly columns: 2 | 3 | 4;
  /** Uses three columns, and the first card spans two of them. */
  readonly wideFirst?: boolean | undefined;
  readonly as?: 'div' | 'ul' | 'ol' | undefined;
  readonly label?: string | undefined;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/**
 * Grid with one column on phones, two on tablets and all columns from 1024 pixels. Cards in an incomplete last row keep their width, because a wider card would
 * look more important.
 */
export const Grid = ({ columns, wideFirst = false, as: Tag = 'div', label, className, children }: GridProps) => (
  <Tag className={classNames(styles.grid, wideFirst ? styles.wideFirst : COLUMNS[columns], className)} aria-label={label}>
    {children}
  </Tag>
);
