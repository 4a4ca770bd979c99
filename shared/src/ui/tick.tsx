import type { ComponentProps } from 'react';
import styles from './tick.module.css';

/** A styled checkbox without label, also `indeterminate`. */
export const Tick = (props: Omit<ComponentProps<'input'>, 'type' | 'className'>) => <input {...props} type="checkbox" className={styles.tick} />;
