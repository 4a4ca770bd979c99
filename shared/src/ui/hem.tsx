import { classNames } from './class-names.ts';
import styles from './hem.module.css';
import tones from './tone.module.css';

export type HemTone = 'ground' | 'mist' | 'sun' | 'deep';

/** The toothed lower edge of the nearest positioned box, in the colour of the section below. */
export const Hem = ({ tone = 'ground' }: { readonly tone?: HemTone | undefined }) => <div className={classNames(styles.hem, tones[tone])} aria-hidden="true" />;
