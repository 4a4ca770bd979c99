import type { ReactNode } from 'react';
import styles from './eyebrow.module.css';

/** Short text above a heading. */
export const Eyebrow = ({ children }: { readonly children: ReactNode }) => <p className={styles.eyebrow}>{children}</p>;
