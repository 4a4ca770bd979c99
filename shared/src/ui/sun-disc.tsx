import { classNames } from './class-names.ts';
import styles from './sun-disc.module.css';

export const SunDisc = ({ className }: { readonly className?: string | undefined }) => (
  <div className={classNames(styles.disc, className)} aria-hidden="true" />
);
