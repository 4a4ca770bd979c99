import type { ComponentProps } from 'react';
import styles from './plain-select.module.css';

/** A styled select without a visible label. */
export const PlainSelect = (props: Omit<ComponentProps<'select'>, 'className'>) => <select {...props} className={styles.select} />;
