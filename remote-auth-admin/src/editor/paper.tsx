import type { ReactNode } from 'react';
import styles from './paper.module.css';

/** The column of text, as wide as the site's own. */
export const Paper = ({ children }: { readonly children: ReactNode }) => <div className={styles.paper}>{children}</div>;
