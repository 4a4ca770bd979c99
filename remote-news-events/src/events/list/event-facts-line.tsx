import { formatLongDate, formatShortDate } from '@site/shared/domain/dates';
import { Icon } from '@site/shared/ui/icon';
import { calendarIcon, clockIcon, pinIcon } from '@site/shared/ui/icon-shapes';
import type { EventCardView } from '../event-card-view.ts';
import styles from './event-facts-line.module.css';

/** When and where, on a card. */
export const EventFactsLine = ({ event }: { readonly event: EventCardView }) => (
  <ul className={styles.facts}>
    {event.date !== null && (
      <li className={styles.fact}>
        <Icon shape={calendarIcon} />
        <time dateTime={event.date} title={formatLongDate(event.date)}>
          {formatShortDate(event.date)}
        </time>
      </li>
    )}
    {event.hours !== '' && (
      <li className={styles.fact}>
        <Icon shape={clockIcon} />
        <span>{event.hours}</span>
      </li>
    )}
    {event.location !== '' && (
      <li className={styles.fact}>
        <Icon shape={pinIcon} />
        <span>{event.location}</span>
      </li>
    )}
  </ul>
);
