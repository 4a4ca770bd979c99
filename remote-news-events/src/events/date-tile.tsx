import styles from './date-tile.module.css';
import { dateTile } from './event-time.ts';

/** Month and day, styled like a calendar page. The tile is decorative, because the text beside it contains the date. */
export const DateTile = ({ date }: { readonly date: string | null }) => {
  const tile = dateTile(date);
  if (tile === null) return null;
  return (
    <div className={styles.tile} aria-hidden="true">
      <span className={styles.month}>{tile.month}</span>
      <span className={styles.day}>{tile.day}</span>
    </div>
  );
};
