import { classNames } from './class-names.ts';
import styles from './icon.module.css';
import type { IconShape } from './icon-shapes.ts';

export const Icon = ({ shape, className }: { readonly shape: IconShape; readonly className?: string | undefined }) => (
  <svg
    className={classNames(styles.icon, shape.isFilled ? styles.filled : styles.line, shape.isDirectional && styles.directional, className)}
    width="24"
    height="24"
    viewBox="0 0 24 24"
    aria-hidden="true"
  >
    <path d={shape.path} fillRule={shape.isFilled ? 'evenodd' : undefined} />
  </svg>
);
