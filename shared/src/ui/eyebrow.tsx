import type { ReactNode } from 'react';
import styles from './eyebrow.module.css';

/** A few words in sentence case before a heading, behind a half sun on its horizon. */
export const Eyebrow = ({ children }: { readonly children: ReactNode }) => <p className={styles.eyebrow}>{children}</p>;
