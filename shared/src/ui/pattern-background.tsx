import { classNames } from './class-names.ts';
import styles from './pattern-background.module.css';

export type Pattern = 'oniko' | 'eleko' | 'comb';

interface PatternBackgroundProps {
  readonly pattern?: Pattern | undefined;
  /** Where the pattern is used, which determines its opacity. */
  readonly strength?: 'band' | 'menu' | 'footer' | 'card' | undefined;
}

/** Adire pattern in the text colour, behind the content of the nearest positioned and isolated box. */
export const PatternBackground = ({ pattern = 'oniko', strength = 'band' }: PatternBackgroundProps) => (
  <div className={classNames(styles.pattern, styles[pattern], styles[strength])} aria-hidden="true" />
);
