import { formatLongDate, formatShortDate } from '@site/shared/domain/dates';
import { useLoaderData } from '@site/shared/router';
import { ButtonLink } from '@site/shared/ui/button';
import { Badge, ChipList } from '@site/shared/ui/chip';
import { ContentImage } from '@site/shared/ui/content-image';
import { Icon } from '@site/shared/ui/icon';
import { calendarIcon, clockIcon, type IconShape, outIcon, pinIcon } from '@site/shared/ui/icon-shapes';
import { LoadFailure } from '@site/shared/ui/page-failure';
import { RichText } from '@site/shared/ui/rich-text';
import { SectionEdge } from '@site/shared/ui/section-edge';
import { ExternalLink, MoreLink } from '@site/shared/ui/text-link';
import { type ReactNode, useSyncExternalStore } from 'react';
import { DateTile } from './date-tile.tsx';
import styles from './event-detail-page.module.css';
import { daysUntil } from './event-time.ts';
import { ADD_TO_CALENDAR, ALL_EVENTS, EVENT_FAILED, EVENT_MISSING, EVENT_MISSING_HELP, PAST_NOTE, REGISTER_NOW } from './events-content.ts';
import type { EventDetailData, EventDetails } from './events-data.ts';
import { useLastLoaded } from './use-last-loaded.ts';
import { useRevalidateAt } from './use-revalidate-at.ts';

const subscribe = () => () => {};
const onServer = (): null => null;

const RELATIVE_DAYS = ['today', 'tomorrow'];

/** "in 22 days", "tomorrow", "today". Rendered in the browser only, because server HTML may be older than a day. */
const DaysLeft = ({ date }: { readonly date: string | null }) => {
  const days = useSyncExternalStore(subscribe, () => daysUntil(date, Date.now()), onServer);
  return days === null || days < 0 ? null : (RELATIVE_DAYS[days] ?? `in ${days} days`);
};

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

/** Date, time, location and registration. */
const EventFacts = ({ event }: { readonly event: EventDetails }) => (
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

const AllEvents = () => (
  <ButtonLink variant="secondary" to="/events">
    {ALL_EVENTS}
  </ButtonLink>
);

const EventDetail = ({ event }: { readonly event: EventDetails }) => (
  <article>
    <div className={styles.hero}>
      <ContentImage src={event.image} alt={event.imageAlt} width={1600} height={720} sizes="100vw" priority className={styles.image} />
      <SectionEdge />
    </div>
    <div className={styles.columns}>
      <div className={styles.intro}>
        <MoreLink to="/events" back>
          {ALL_EVENTS}
        </MoreLink>
        <div className={styles.labels}>
          {event.category !== '' && <Badge>{event.category}</Badge>}
          {event.tags.length > 0 && <ChipList label="Tags" items={event.tags} />}
        </div>
        <h1 className={styles.title}>{event.title}</h1>
      </div>
      <div className={styles.factsColumn}>
        <EventFacts event={event} />
      </div>
      <div className={styles.text}>
        <RichText nodes={event.description} />
      </div>
    </div>
  </article>
);

/** The event or its failure state, also for previews. */
export const EventPage = ({ page }: { readonly page: EventDetailData }) => {
  switch (page.state) {
    case 'failed':
      return <LoadFailure title={EVENT_FAILED} action={<AllEvents />} />;
    case 'missing':
      return <LoadFailure title={EVENT_MISSING} message={EVENT_MISSING_HELP} action={<AllEvents />} canRetry={false} />;
    case 'loaded':
      return <EventDetail event={page.event} />;
    default:
      return page satisfies never;
  }
};

/** An event page, which updates itself when the event ends. */
export const EventDetailPage = () => {
  const data = useLoaderData<EventDetailData>();
  useRevalidateAt(data.state === 'loaded' ? data.event.endsAt : null);
  return <EventPage page={useLastLoaded(data)} />;
};
