import { classNames } from './class-names.ts';
import styles from './cloth.module.css';

export type ClothPattern = 'oniko' | 'eleko' | 'comb';

export interface ClothProps {
  readonly pattern?: ClothPattern | undefined;
  /** How strongly the pattern shows: on bands, in menus, under the footer's small text, on the tops of cards. */
  readonly strength?: 'band' | 'menu' | 'footer' | 'card' | undefined;
}

/** An adire pattern in the colour of the text, behind everything in the nearest positioned and isolated box. */
export const Cloth = ({ pattern = 'oniko', strength = 'band' }: ClothProps) => (
  <div className={classNames(styles.cloth, styles[pattern], styles[strength])} aria-hidden="true" />
);
