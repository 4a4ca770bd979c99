import { useLoaderData } from '@site/shared/router';
import { ButtonLink } from '@site/shared/ui/button';
import { Card, CardBody, CardMedia, CardTitle } from '@site/shared/ui/card';
import { Badge, ChipList } from '@site/shared/ui/chip';
import { ContentImage } from '@site/shared/ui/content-image';
import { EmptyState } from '@site/shared/ui/empty-state';
import { Grid } from '@site/shared/ui/grid';
import { Icon } from '@site/shared/ui/icon';
import { calendarIcon, clockIcon, outIcon, pinIcon, usersIcon } from '@site/shared/ui/icon-shapes';
import { PageBanner } from '@site/shared/ui/page-banner';
import { LoadFailure } from '@site/shared/ui/page-failure';
import { Section, SectionHead } from '@site/shared/ui/section';
import type { Page } from '../listing/list-page.ts';
import { PageLinks } from '../listing/page-links.tsx';
import { DateTile } from './date-tile.tsx';
import { EventChangeLabel } from './event-change.tsx';
import { EventDates } from './event-dates.tsx';
import {
  ATTENDANCE_LABELS,
  CALENDAR_PATH,
  EVENTS_FAILED,
  EVENTS_LEAD,
  EVENTS_TITLE,
  PAST_EMPTY,
  PAST_TITLE,
  REGISTER_NOW,
  SUBSCRIBE_CALENDAR,
  UPCOMING_EMPTY,
  UPCOMING_PARAMETER,
  UPCOMING_TITLE,
} from './events-content.ts';
import type { EventSummary, EventsListData } from './events-data.ts';
import styles from './events-list-page.module.css';
import { useLastLoaded } from './use-last-loaded.ts';
import { useRevalidateAt } from './use-revalidate-at.ts';

const EventFactsLine = ({ event }: { readonly event: EventSummary }) => (
  <ul className={styles.facts}>
    {event.date !== null && (
      <li className={styles.fact}>
        <Icon shape={calendarIcon} />
        <EventDates event={event} />
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
    {event.attendance !== undefined && event.attendance !== 'in-person' && event.location !== ATTENDANCE_LABELS[event.attendance] && (
      <li className={styles.fact}>
        <Icon shape={usersIcon} />
        <span>{ATTENDANCE_LABELS[event.attendance]}</span>
      </li>
    )}
  </ul>
);

const UpcomingEventCard = ({ event, isFirst }: { readonly event: EventSummary; readonly isFirst: boolean }) => (
  <Card as="li" linked className={styles.row}>
    <CardMedia fit="fill" className={styles.media}>
      <ContentImage
        src={event.image}
        alt={event.imageAlt}
        color={event.imageColor}
        width={800}
        height={450}
        sizes="(min-width: 768px) 360px, 100vw"
        priority={isFirst}
      />
      {event.category !== '' && <Badge onImage>{event.category}</Badge>}
    </CardMedia>
    <CardBody className={styles.body}>
      <div className={styles.head}>
        <DateTile date={event.date} />
        <div className={styles.text}>
          {event.change !== undefined && <EventChangeLabel change={event.change} />}
          <CardTitle to={event.path}>{event.title}</CardTitle>
          <EventFactsLine event={event} />
        </div>
      </div>
      {event.description !== '' && <p className={styles.description}>{event.description}</p>}
      <div className={styles.foot}>
        {event.tags.length > 0 && <ChipList label="Tags" items={event.tags} />}
        {event.registrationLink !== '' && (
          <div className={styles.register}>
            <ButtonLink href={event.registrationLink} newTab iconEnd={outIcon}>
              {REGISTER_NOW}
            </ButtonLink>
          </div>
        )}
      </div>
    </CardBody>
  </Card>
);

const PastEventCard = ({ event }: { readonly event: EventSummary }) => (
  <Card as="li" linked className={styles.card}>
    <CardMedia className={styles.pastMedia}>
      <ContentImage
        src={event.image}
        alt={event.imageAlt}
        color={event.imageColor}
        width={800}
        height={450}
        sizes="(min-width: 1024px) 380px, (min-width: 768px) 50vw, 100vw"
      />
      {event.category !== '' && <Badge onImage>{event.category}</Badge>}
    </CardMedia>
    <CardBody>
      {event.change !== undefined && <EventChangeLabel change={event.change} />}
      <CardTitle to={event.path}>{event.title}</CardTitle>
      <EventFactsLine event={event} />
      {event.description !== '' && <p className={styles.pastDescription}>{event.description}</p>}
      {event.tags.length > 0 && <ChipList label="Tags" items={event.tags} />}
    </CardBody>
  </Card>
);

const UPCOMING_ID = 'upcoming-events';
const PAST_ID = 'past-events';

const UpcomingEvents = ({ list }: { readonly list: Page<EventSummary> }) => (
  <Section labelledBy={UPCOMING_ID} spacing="tight">
    <SectionHead
      title={UPCOMING_TITLE}
      id={UPCOMING_ID}
      action={
        <ButtonLink variant="secondary" size="small" href={CALENDAR_PATH} icon={calendarIcon}>
          {SUBSCRIBE_CALENDAR}
        </ButtonLink>
      }
    />
    {list.items.length === 0 ? (
      <EmptyState {...UPCOMING_EMPTY} />
    ) : (
      <ul className={styles.rows}>
        {list.items.map((event, index) => (
          <UpcomingEventCard key={event.path} event={event} isFirst={index === 0} />
        ))}
      </ul>
    )}
    <PageLinks
      label="Pages of upcoming events"
      path="/events"
      parameter={UPCOMING_PARAMETER}
      fragment={UPCOMING_ID}
      page={list.page}
      pageCount={list.pageCount}
    />
  </Section>
);

const PastEvents = ({ list }: { readonly list: Page<EventSummary> }) => (
  <Section tone="mist" labelledBy={PAST_ID}>
    <SectionHead title={PAST_TITLE} id={PAST_ID} />
    {list.items.length === 0 ? (
      <EmptyState {...PAST_EMPTY} />
    ) : (
      <Grid columns={3} as="ul">
        {list.items.map((event) => (
          <PastEventCard key={event.path} event={event} />
        ))}
      </Grid>
    )}
    <PageLinks label="Pages of past events" path="/events" fragment={PAST_ID} page={list.page} pageCount={list.pageCount} />
  </Section>
);

/** Upcoming and past events, twelve per page. */
export const EventsListPage = () => {
  const data = useLoaderData<EventsListData>();
  useRevalidateAt(data.state === 'loaded' ? data.nextEventEnd : null);
  const page = useLastLoaded(data);
  return (
    <>
      <PageBanner tone="leaf" title={EVENTS_TITLE} lead={EVENTS_LEAD} pattern="comb" />
      {page.state === 'failed' ? (
        <LoadFailure title={EVENTS_FAILED} underHeading />
      ) : (
        <>
          <UpcomingEvents list={page.upcoming} />
          <PastEvents list={page.past} />
        </>
      )}
    </>
  );
};
