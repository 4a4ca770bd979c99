import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './grid.module.css';

const COLUMNS = { 2: styles.two, 3: styles.three, 4: styles.four };

interface GridProps {
  readonly columns: 2 | 3 | 4;
  /** Of three columns: the first card takes two of them. */
  readonly wideFirst?: boolean | undefined;
  readonly as?: 'div' | 'ul' | 'ol' | undefined;
  readonly label?: string | undefined;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** One column on phones, two on tablets, all of them from 1024 pixels. Cards of an incomplete last row are as wide as the others: a larger card would look more important. */
export const Grid = ({ columns, wideFirst = false, as: Tag = 'div', label, className, children }: GridProps) => (
  <Tag className={classNames(styles.grid, wideFirst ? styles.wideFirst : COLUMNS[columns], className)} aria-label={label}>
    {children}
  </Tag>
);
