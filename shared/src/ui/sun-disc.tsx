import { classNames } from './class-names.ts';
import styles from './sun-disc.module.css';

/** The sun with its three rings, behind the content. Size and place come with the class name; an edge of the box always cuts it. */
export const SunDisc = ({ className }: { readonly className?: string | undefined }) => (
  <div className={classNames(styles.disc, className)} aria-hidden="true" />
);
