import { formatLongDate, formatShortDate } from '@site/shared/domain/dates';
import { ButtonLink } from '@site/shared/ui/button';
import { Icon } from '@site/shared/ui/icon';
import { calendarIcon, clockIcon, type IconShape, outIcon, pinIcon } from '@site/shared/ui/icon-shapes';
import { ExternalLink } from '@site/shared/ui/text-link';
import type { ReactNode } from 'react';
import { DateTile } from '../date-tile.tsx';
import { ADD_TO_CALENDAR, PAST_NOTE, REGISTER_NOW } from '../events-content.ts';
import { DaysLeft } from './days-left.tsx';
import type { EventView } from './event-detail-loader.ts';
import styles from './event-facts.module.css';

const mapUrl = (location: string): string => `https://www.openstreetmap.org/search?query=${encodeURIComponent(location)}`;

const Fact = ({ icon, name, children }: { readonly icon: IconShape; readonly name: string; readonly children: ReactNode }) => (
  <div className={styles.fact}>
    <dt className={styles.name}>
      <span className={styles.icon}>
        <Icon shape={icon} />
      </span>
      {name}
    </dt>
    {children}
  </div>
);

/** The card with all that one needs to come: date, time, place and the way in. */
export const EventFacts = ({ event }: { readonly event: EventView }) => (
  <aside className={styles.card} aria-label="Event facts">
    <div className={styles.when}>
      <DateTile date={event.date} />
      <div>
        {event.date !== null && (
          <p className={styles.date}>
            <time dateTime={event.start ?? event.date} title={formatLongDate(event.date)}>
              {formatShortDate(event.date)}
            </time>
          </p>
        )}
        <p className={styles.note}>{event.isUpcoming ? <DaysLeft date={event.date} /> : PAST_NOTE}</p>
      </div>
    </div>
    <dl className={styles.facts}>
      {event.hours !== '' && (
        <Fact icon={clockIcon} name="Time">
          <dd className={styles.value}>{event.hours}</dd>
        </Fact>
      )}
      {event.location !== '' && (
        <Fact icon={pinIcon} name="Place">
          <dd className={styles.value}>{event.location}</dd>
          <dd className={styles.map}>
            <ExternalLink href={mapUrl(event.location)} newTab>
              See it on a map
            </ExternalLink>
          </dd>
        </Fact>
      )}
    </dl>
    <div className={styles.actions}>
      {event.registrationLink !== '' && (
        <ButtonLink href={event.registrationLink} newTab wide iconEnd={outIcon}>
          {REGISTER_NOW}
        </ButtonLink>
      )}
      {event.isUpcoming && event.date !== null && (
        <ButtonLink variant="secondary" href={`${event.path}/event.ics`} wide icon={calendarIcon}>
          {ADD_TO_CALENDAR}
        </ButtonLink>
      )}
    </div>
  </aside>
);
