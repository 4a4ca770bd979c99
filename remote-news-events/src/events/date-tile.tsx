import styles from './date-tile.module.css';
import { dateTile } from './event-time.ts';

/** Month and day like a leaf of a calendar: a drawing of the date that stands in words beside it. */
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
