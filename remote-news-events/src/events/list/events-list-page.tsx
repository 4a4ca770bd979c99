import { useLoaderData } from '@site/shared/router';
import { ButtonLink } from '@site/shared/ui/button';
import { EmptyState } from '@site/shared/ui/empty-state';
import { Grid } from '@site/shared/ui/grid';
import { calendarIcon } from '@site/shared/ui/icon-shapes';
import { PageBanner } from '@site/shared/ui/page-banner';
import { LoadFailure } from '@site/shared/ui/page-failure';
import { Section, SectionHead } from '@site/shared/ui/section';
import type { ListPage } from '../../listing/list-page.ts';
import { PageLinks } from '../../listing/page-links.tsx';
import type { EventCardView } from '../event-card-view.ts';
import {
  CALENDAR_PATH,
  EVENTS_FAILED,
  EVENTS_LEAD,
  EVENTS_TITLE,
  PAST_EMPTY,
  PAST_TITLE,
  SUBSCRIBE_CALENDAR,
  UPCOMING_EMPTY,
  UPCOMING_PARAMETER,
  UPCOMING_TITLE,
} from '../events-content.ts';
import { useAskAgainAt } from '../use-ask-again-at.ts';
import type { EventsListData } from './events-list-loader.ts';
import styles from './events-list-page.module.css';
import { PastEventCard } from './past-event-card.tsx';
import { UpcomingEventCard } from './upcoming-event-card.tsx';

const UPCOMING_ID = 'upcoming-events';
const PAST_ID = 'past-events';

const UpcomingEvents = ({ list }: { readonly list: ListPage<EventCardView> }) => (
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

const PastEvents = ({ list }: { readonly list: ListPage<EventCardView> }) => (
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

/** Events to come, and those that have taken place, twelve to a page. */
export const EventsListPage = () => {
  const page = useLoaderData<EventsListData>();
  useAskAgainAt(page.state === 'loaded' ? page.nextPassing : null);
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
