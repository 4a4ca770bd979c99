import { telephoneHref } from '@site/shared/domain/telephone-href';
import type { HostServices } from '@site/shared/remote/host-services';
import { useLoaderData } from '@site/shared/router';
import { ButtonLink } from '@site/shared/ui/button';
import { ContentImage } from '@site/shared/ui/content-image';
import { Icon } from '@site/shared/ui/icon';
import { calendarIcon, clockIcon, type IconShape, outIcon, phoneIcon, pinIcon, usersIcon } from '@site/shared/ui/icon-shapes';
import { LoadFailure } from '@site/shared/ui/page-failure';
import { RichText } from '@site/shared/ui/rich-text';
import { SectionEdge } from '@site/shared/ui/section-edge';
import { ShareRow } from '@site/shared/ui/share-row';
import { EmailLink, ExternalLink, MoreLink } from '@site/shared/ui/text-link';
import { type ReactNode, useSyncExternalStore } from 'react';
import { CategoryLink, TagLinks } from '../topics/topic-links.tsx';
import { getCalendarLinks } from './calendar-links.ts';
import { DateTile } from './date-tile.tsx';
import { EventChangeLabel } from './event-change.tsx';
import { EventDates, formatEventDates } from './event-dates.tsx';
import styles from './event-detail-page.module.css';
import { EventProgramme } from './event-programme.tsx';
import { daysUntil } from './event-time.ts';
import {
  ADD_TO_CALENDAR,
  ALL_EVENTS,
  ALSO_ADD_TO,
  ATTENDANCE_LABELS,
  CHANGE_NOTES,
  EVENT_FAILED,
  EVENT_MISSING,
  EVENT_MISSING_HELP,
  EVENTS_PATH,
  LAGOS_TIME,
  PAST_NOTE,
  REGISTER_NOW,
} from './events-content.ts';
import type { EventDetailData, EventDetails } from './events-data.ts';
import { useLastLoaded } from './use-last-loaded.ts';
import { useRevalidateAt } from './use-revalidate-at.ts';

const subscribe = () => () => {};
const getServerSnapshot = (): null => null;

const RELATIVE_DAYS = ['today', 'tomorrow'];

/** Time until the event: "in 22 days", "tomorrow", "today". Rendered only in the browser, because the server's HTML may be more than a day old. */
const DaysLeft = ({ date }: { readonly date: string | null }) => {
  const days = useSyncExternalStore(subscribe, () => daysUntil(date, Date.now()), getServerSnapshot);
  return days === null || days < 0 ? null : (RELATIVE_DAYS[days] ?? `in ${days} days`);
};

const getMapUrl = (location: string): string => `https://www.openstreetmap.org/search?query=${encodeURIComponent(location)}`;

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

type Services = Pick<HostServices, 'notify' | 'site'>;

interface EventProps {
  readonly event: EventDetails;
  readonly services: Services;
}

const CalendarActions = ({ event, services }: EventProps) => {
  const links = getCalendarLinks(event, new URL(event.path, services.site.siteUrl).href);
  return (
    <>
      <ButtonLink variant="secondary" href={`${event.path}/event.ics`} wide icon={calendarIcon}>
        {ADD_TO_CALENDAR}
      </ButtonLink>
      {links !== null && (
        <p className={styles.calendars}>
          {ALSO_ADD_TO}
          <ExternalLink href={links.google} newTab>
            Google Calendar
          </ExternalLink>
          <ExternalLink href={links.outlook} newTab>
            Outlook
          </ExternalLink>
        </p>
      )}
    </>
  );
};

const EventFacts = ({ event, services }: EventProps) => (
  <aside className={styles.card} aria-label="Event facts">
    {event.change !== undefined && <EventChangeLabel change={event.change} />}
    <div className={styles.when}>
      <DateTile date={event.date} />
      <div>
        {event.date !== null && (
          <>
            <p className={styles.date}>{formatEventDates(event)}</p>
            <p className={styles.numbers}>
              <EventDates event={event} />
            </p>
          </>
        )}
        {event.change === undefined && <p className={styles.note}>{event.isUpcoming ? <DaysLeft date={event.date} /> : PAST_NOTE}</p>}
      </div>
    </div>
    <dl className={styles.facts}>
      {event.hours !== '' && (
        <Fact icon={clockIcon} name="Time">
          <dd className={styles.value}>{event.hours}</dd>
          <dd className={styles.zone}>{LAGOS_TIME}</dd>
        </Fact>
      )}
      {event.location !== '' && (
        <Fact icon={pinIcon} name="Place">
          <dd className={styles.value}>{event.location}</dd>
          {event.attendance !== 'online' && (
            <dd className={styles.map}>
              <ExternalLink href={getMapUrl(event.location)} newTab>
                View on a map
              </ExternalLink>
            </dd>
          )}
        </Fact>
      )}
      {event.attendance !== undefined && (
        <Fact icon={usersIcon} name="Attendance">
          <dd className={styles.value}>{ATTENDANCE_LABELS[event.attendance]}</dd>
        </Fact>
      )}
      {event.isUpcoming && (
        <Fact icon={phoneIcon} name="Questions">
          <dd className={styles.map}>
            <ExternalLink href={telephoneHref(services.site.telephone)}>{services.site.telephone}</ExternalLink>
          </dd>
          <dd className={styles.map}>
            <EmailLink email={services.site.email} />
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
      {event.isUpcoming && event.date !== null && event.change === undefined && <CalendarActions event={event} services={services} />}
    </div>
  </aside>
);

const AllEventsLink = () => (
  <ButtonLink variant="secondary" to="/events">
    {ALL_EVENTS}
  </ButtonLink>
);

const EventDetail = ({ event, services }: EventProps) => (
  <article>
    <div className={styles.hero}>
      <ContentImage
        src={event.image}
        alt={event.imageAlt}
        color={event.imageColor}
        width={1600}
        height={720}
        sizes="(min-width: 960px) 720px, 100vw"
        priority
        className={styles.image}
      />
      <SectionEdge />
    </div>
    <div className={styles.columns}>
      <div className={styles.intro}>
        <MoreLink to="/events" back>
          {ALL_EVENTS}
        </MoreLink>
        <div className={styles.labels}>
          <CategoryLink list={EVENTS_PATH} category={event.category} />
          <TagLinks list={EVENTS_PATH} tags={event.tags} />
        </div>
        {event.change !== undefined && <EventChangeLabel change={event.change} />}
        <h1 className={styles.title}>{event.title}</h1>
        {event.change !== undefined && <p className={styles.change}>{CHANGE_NOTES[event.change]}</p>}
      </div>
      <div className={styles.factsColumn}>
        <EventFacts event={event} services={services} />
      </div>
      <div className={styles.text}>
        <RichText nodes={event.description} />
        <EventProgramme event={event} />
        <ShareRow label="Share this event" title={event.title} path={event.path} services={services} />
      </div>
    </div>
  </article>
);

export const EventPage = ({ page, services }: { readonly page: EventDetailData; readonly services: Services }) => {
  switch (page.state) {
    case 'failed':
      return <LoadFailure title={EVENT_FAILED} action={<AllEventsLink />} />;
    case 'missing':
      return <LoadFailure title={EVENT_MISSING} message={EVENT_MISSING_HELP} action={<AllEventsLink />} canRetry={false} />;
    case 'loaded':
      return <EventDetail event={page.event} services={services} />;
    default:
      return page satisfies never;
  }
};

/** Shows an event, and reloads the data when the event ends. */
export const EventDetailPage = ({ services }: { readonly services: Services }) => {
  const data = useLoaderData<EventDetailData>();
  useRevalidateAt(data.state === 'loaded' ? data.event.endsAt : null);
  return <EventPage page={useLastLoaded(data)} services={services} />;
};
