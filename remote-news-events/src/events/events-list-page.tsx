import { useLoaderData } from '@site/shared/router';
import { ButtonLink } from '@site/shared/ui/button';
import { Card, CardBody, CardMedia, CardTitle } from '@site/shared/ui/card';
import { ContentImage } from '@site/shared/ui/content-image';
import { EmptyState } from '@site/shared/ui/empty-state';
import { Grid } from '@site/shared/ui/grid';
import { Icon } from '@site/shared/ui/icon';
import { calendarIcon, clockIcon, outIcon, pinIcon, usersIcon } from '@site/shared/ui/icon-shapes';
import { PageBanner } from '@site/shared/ui/page-banner';
import { LoadFailure } from '@site/shared/ui/page-failure';
import { Section, SectionHead } from '@site/shared/ui/section';
import { MoreLink } from '@site/shared/ui/text-link';
import { SubscribeLine } from '../feeds/subscribe-line.tsx';
import type { Page } from '../listing/list-page.ts';
import { PageLinks } from '../listing/page-links.tsx';
import { CategoryLink, TagLinks } from '../topics/topic-links.tsx';
import { getListPath, getTopicTitle, type Topic } from '../topics/topics.ts';
import { DateTile } from './date-tile.tsx';
import { EventChangeLabel } from './event-change.tsx';
import { EventDates, formatEventDates } from './event-dates.tsx';
import {
  ALL_EVENTS,
  ATTENDANCE_LABELS,
  CALENDAR_PATH,
  EVENT_TOPIC_MISSING,
  EVENT_TOPIC_MISSING_HELP,
  EVENTS_FAILED,
  EVENTS_LEAD,
  EVENTS_PATH,
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
import { getTopicDescription } from './events-head.ts';
import styles from './events-list-page.module.css';
import { useLastLoaded } from './use-last-loaded.ts';
import { useRevalidateAt } from './use-revalidate-at.ts';

interface EventFactsLineProps {
  readonly event: EventSummary;
  /** Repeats the date with the month spelt out on cards without a date tile, because some visitors would read a date in numbers the other way round. */
  readonly withMonth?: boolean;
}

const EventFactsLine = ({ event, withMonth = false }: EventFactsLineProps) => (
  <ul className={styles.facts}>
    {event.date !== null && (
      <li className={styles.fact}>
        <Icon shape={calendarIcon} />
        <span>
          <EventDates event={event} />
          {withMonth && ` (${formatEventDates(event)})`}
        </span>
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
    {event.attendance !== undefined && event.location !== ATTENDANCE_LABELS[event.attendance] && (
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
        sizes="(min-width: 1024px) 360px, (min-width: 768px) 50vw, calc(100vw - 40px)"
        priority={isFirst}
      />
    </CardMedia>
    <CategoryLink list={EVENTS_PATH} category={event.category} isOnCard />
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
        <TagLinks list={EVENTS_PATH} tags={event.tags} />
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
        sizes="(min-width: 1024px) 380px, (min-width: 768px) 50vw, calc(100vw - 40px)"
      />
    </CardMedia>
    <CategoryLink list={EVENTS_PATH} category={event.category} isOnCard />
    <CardBody>
      {event.change !== undefined && <EventChangeLabel change={event.change} />}
      <CardTitle to={event.path}>{event.title}</CardTitle>
      <EventFactsLine event={event} withMonth />
      {event.description !== '' && <p className={styles.pastDescription}>{event.description}</p>}
      <TagLinks list={EVENTS_PATH} tags={event.tags} />
    </CardBody>
  </Card>
);

const UPCOMING_ID = 'upcoming-events';
const PAST_ID = 'past-events';

interface EventListProps {
  readonly list: Page<EventSummary>;
  readonly topic: Topic | undefined;
}

const UpcomingEvents = ({ list, topic }: EventListProps) => (
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
      path={getListPath(EVENTS_PATH, topic)}
      parameter={UPCOMING_PARAMETER}
      fragment={UPCOMING_ID}
      page={list.page}
      pageCount={list.pageCount}
    />
  </Section>
);

const PastEvents = ({ list, topic }: EventListProps) => (
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
    <PageLinks label="Pages of past events" path={getListPath(EVENTS_PATH, topic)} fragment={PAST_ID} page={list.page} pageCount={list.pageCount} />
    <SubscribeLine listPath={getListPath(EVENTS_PATH, topic)} name={topic?.name ?? EVENTS_TITLE} />
  </Section>
);

export const EventsListPage = () => {
  const data = useLoaderData<EventsListData>();
  useRevalidateAt(data.state === 'loaded' ? data.nextEventEnd : null);
  const page = useLastLoaded(data);
  if (page.state === 'missing') {
    const all = (
      <ButtonLink variant="secondary" to={EVENTS_PATH}>
        {ALL_EVENTS}
      </ButtonLink>
    );
    return <LoadFailure title={EVENT_TOPIC_MISSING} message={EVENT_TOPIC_MISSING_HELP} action={all} canRetry={false} />;
  }
  const topic = page.state === 'loaded' ? page.topic : undefined;
  return (
    <>
      <PageBanner
        tone="leaf"
        title={topic === undefined ? EVENTS_TITLE : getTopicTitle(EVENTS_TITLE, topic)}
        lead={topic === undefined ? EVENTS_LEAD : getTopicDescription(topic)}
        pattern="comb"
      />
      {page.state === 'failed' ? (
        <LoadFailure title={EVENTS_FAILED} underHeading />
      ) : (
        <>
          {topic !== undefined && (
            <p className={styles.back}>
              <MoreLink to={EVENTS_PATH} back>
                {ALL_EVENTS}
              </MoreLink>
            </p>
          )}
          <UpcomingEvents list={page.upcoming} topic={topic} />
          <PastEvents list={page.past} topic={topic} />
        </>
      )}
    </>
  );
};
