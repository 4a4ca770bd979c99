import { classNames } from '@site/shared/ui/class-names';
import { Grid } from '@site/shared/ui/grid';
import styles from './gift-tiles.module.css';
import type { Gift } from './giving-text.ts';

const TONES = [styles.sun, styles.mint, styles.sky];

/** Formats an amount identically in all browsers and on the server, unlike `Intl`. */
const formatNaira = (amount: number): string => `₦${String(amount).replace(/\B(?=(\d{3})+$)/g, ',')}`;

export const GiftTiles = ({ gifts }: { readonly gifts: readonly Gift[] }) => (
  <Grid columns={3} className={styles.tiles}>
    {gifts.map(({ amount, title, does }, position) => (
      <div key={amount} className={classNames(styles.tile, TONES[position % TONES.length])}>
        <p className={styles.title}>{title}</p>
        <p className={styles.amount}>{formatNaira(amount)}</p>
        <p>{does}</p>
      </div>
    ))}
  </Grid>
);
