import { classNames } from './class-names.ts';
import styles from './section-edge.module.css';
import tones from './tone.module.css';

export type SectionEdgeTone = 'ground' | 'mist' | 'sun' | 'deep';

/** Toothed lower edge of the nearest positioned box, in the colour of the section below. */
export const SectionEdge = ({ tone = 'ground' }: { readonly tone?: SectionEdgeTone | undefined }) => (
  <div className={classNames(styles.edge, tones[tone])} aria-hidden="true" />
);
