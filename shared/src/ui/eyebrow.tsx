import type { ReactNode } from 'react';
import styles from './eyebrow.module.css';

export const Eyebrow = ({ children }: { readonly children: ReactNode }) => <p className={styles.eyebrow}>{children}</p>;
