import { classNames } from './class-names.ts';
import styles from './sun-disc.module.css';

/** Decorative sun behind the content. `className` sets its size and position. */
export const SunDisc = ({ className }: { readonly className?: string | undefined }) => (
  <div className={classNames(styles.disc, className)} aria-hidden="true" />
);
