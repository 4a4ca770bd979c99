import type { ReactNode } from 'react';
import styles from './chip.module.css';
import { classNames } from './class-names.ts';

export const Chip = ({ children }: { readonly children: ReactNode }) => <span className={styles.chip}>{children}</span>;

export const ChipList = ({ items, label }: { readonly items: readonly string[]; readonly label?: string | undefined }) => (
  <ul className={styles.list} aria-label={label}>
    {items.map((item) => (
      <li key={item} className={styles.chip}>
        {item}
      </li>
    ))}
  </ul>
);

interface BadgeProps {
  readonly onImage?: boolean | undefined;
  readonly children: ReactNode;
}

export const Badge = ({ onImage = false, children }: BadgeProps) => <span className={classNames(styles.badge, onImage && styles.onImage)}>{children}</span>;
