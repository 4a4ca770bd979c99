import styles from './date-tile.module.css';
import { dateTile } from './event-time.ts';

/** Month and day like a calendar sheet. Decorative, because the date is next to it as text. */
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
