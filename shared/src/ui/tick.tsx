import type { ComponentProps } from 'react';
import styles from './tick.module.css';

/** The box that a checkbox is drawn as, also half chosen (`indeterminate`). Its label is the caller's. */
export const Tick = (props: Omit<ComponentProps<'input'>, 'type' | 'className'>) => <input {...props} type="checkbox" className={styles.tick} />;
