import { classNames } from '../format/class-names.ts';
import styles from './icon.module.css';
import { FILLED_SHAPES, LINE_SHAPES } from './icon-shapes.ts';

export type IconName = keyof typeof LINE_SHAPES | keyof typeof FILLED_SHAPES;

const isFilled = (name: IconName): name is keyof typeof FILLED_SHAPES => name in FILLED_SHAPES;

/** Arrows that point along the line of text, and turn with it. */
const DIRECTIONAL: readonly IconName[] = ['left', 'right', 'out', 'sign-out'];

/** A drawing beside words: hidden from screen readers, in the colour and size of the text. */
export const Icon = ({ name, className }: { readonly name: IconName; readonly className?: string | undefined }) => {
  const filled = isFilled(name);
  return (
    <svg
      className={classNames(styles.icon, filled ? styles.filled : styles.line, DIRECTIONAL.includes(name) && styles.directional, className)}
      viewBox="0 0 24 24"
      aria-hidden="true"
      focusable="false"
    >
      <path d={filled ? FILLED_SHAPES[name] : LINE_SHAPES[name]} fillRule={filled ? 'evenodd' : undefined} />
    </svg>
  );
};
