import type { ComponentProps } from 'react';
import styles from './checkbox.module.css';

export const Checkbox = (props: Omit<ComponentProps<'input'>, 'type' | 'className'>) => <input {...props} type="checkbox" className={styles.checkbox} />;
