import type { ComponentProps } from 'react';
import styles from './checkbox.module.css';

/** Styled checkbox without a label; may be `indeterminate`. */
export const Checkbox = (props: Omit<ComponentProps<'input'>, 'type' | 'className'>) => <input {...props} type="checkbox" className={styles.checkbox} />;
