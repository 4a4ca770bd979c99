import { classNames } from './class-names.ts';
import styles from './cloth.module.css';

export type ClothPattern = 'oniko' | 'eleko' | 'comb';

interface ClothProps {
  readonly pattern?: ClothPattern | undefined;
  /** The opacity of the pattern, by where it is used. */
  readonly strength?: 'band' | 'menu' | 'footer' | 'card' | undefined;
}

/** An adire pattern in the text colour, behind the content of the nearest positioned and isolated box. */
export const Cloth = ({ pattern = 'oniko', strength = 'band' }: ClothProps) => (
  <div className={classNames(styles.cloth, styles[pattern], styles[strength])} aria-hidden="true" />
);
