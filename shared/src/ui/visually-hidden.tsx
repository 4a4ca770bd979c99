import type { ReactNode } from 'react';
import styles from './visually-hidden.module.css';

export const VisuallyHidden = ({ as: Element = 'span', children }: { readonly as?: 'span' | 'h1' | 'h2'; readonly children: ReactNode }) => (
  <Element className={styles.hidden}>{children}</Element>
);
