import { formatLongDate, formatShortDate } from '@site/shared/format/dates';
import { Icon } from '@site/shared/ui/icon';
import type { EventCardView } from '../event-card-view.ts';
import styles from './event-facts-line.module.css';

/** When and where, on a card. */
export const EventFactsLine = ({ event }: { readonly event: EventCardView }) => (
  <ul className={styles.facts}>
    {event.date !== null && (
      <li className={styles.fact}>
        <Icon name="calendar" />
        <time dateTime={event.date} title={formatLongDate(event.date)}>
          {formatShortDate(event.date)}
        </time>
      </li>
    )}
    {event.hours !== '' && (
      <li className={styles.fact}>
        <Icon name="clock" />
        <span>{event.hours}</span>
      </li>
    )}
    {event.location !== '' && (
      <li className={styles.fact}>
        <Icon name="pin" />
        <span>{event.location}</span>
      </li>
    )}
  </ul>
);
