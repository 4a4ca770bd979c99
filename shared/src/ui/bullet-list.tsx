import type { ComponentProps } from 'react';
import styles from './bullet-list.module.css';

export const BulletList = (props: Omit<ComponentProps<'ul'>, 'className'>) => <ul {...props} className={styles.list} />;
