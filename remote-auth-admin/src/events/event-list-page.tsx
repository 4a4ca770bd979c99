import type { ApiError } from '@site/shared/contracts/api-error';
import type { AnswerOf } from '@site/shared/contracts/endpoint';
import type { Event, listEvents } from '@site/shared/contracts/event';
import { formatShortDate } from '@site/shared/format/dates';
import type { Result } from '@site/shared/result';
import { useLoaderData, useRevalidator } from '@site/shared/router';
import { Button, ButtonLink } from '@site/shared/ui/button';
import { StatusChip } from '@site/shared/ui/chip';
import { EmptyState } from '@site/shared/ui/empty-state';
import { plusIcon } from '@site/shared/ui/icon-shapes';
import { PlainLink } from '@site/shared/ui/link';
import { PageFailure } from '@site/shared/ui/page-failure';
import { failureWords } from '../forms/failure-words.ts';
import { ScreenHead } from '../layout/screen-head.tsx';
import { ListTools } from '../listing/list-tools.tsx';
import { matchesWords } from '../listing/matches-words.ts';
import { useListState } from '../listing/use-list-state.ts';
import styles from './event-list-page.module.css';

export type EventsData = Result<AnswerOf<typeof listEvents>, ApiError>;

const FILTERS = [
  { value: '', label: 'All' },
  { value: 'upcoming', label: 'Upcoming' },
  { value: 'past', label: 'Past' },
  { value: 'draft', label: 'Drafts' },
] as const;

const isShown = (event: Event, search: string, filter: string): boolean => {
  if (filter === 'draft' && event.status !== 'draft') return false;
  if (filter === 'upcoming' && !event.isUpcoming) return false;
  if (filter === 'past' && (event.isUpcoming || event.status !== 'published')) return false;
  return matchesWords(search, [event.title, event.location, event.category, ...event.tags]);
};

/** Latest date first; events without one, which somebody still has to finish, stand on top. */
const latestFirst = (first: Event, second: Event): number => (second.date ?? '9999').localeCompare(first.date ?? '9999');

const newEvent = (
  <ButtonLink to="/admin/events/new" icon={plusIcon}>
    New event
  </ButtonLink>
);

const EventList = ({ events }: { readonly events: readonly Event[] }) => {
  const { search, filter, setSearch, setFilter, clear } = useListState();
  const shown = events.filter((event) => isShown(event, search, filter)).toSorted(latestFirst);
  return (
    <>
      <ListTools
        search={search}
        onSearch={setSearch}
        filters={FILTERS}
        filter={filter}
        onFilter={setFilter}
        count={`${shown.length} of ${events.length} ${events.length === 1 ? 'event' : 'events'}`}
      />
      {shown.length === 0 ? (
        <EmptyState
          level={2}
          title="No event matches"
          message="Other words or another filter may find it."
          action={<Button onClick={clear}>Show all</Button>}
        />
      ) : (
        <ul className={styles.list} aria-label="Events">
          {shown.map((event) => (
            <li key={event._id} className={styles.row}>
              <div className={styles.words}>
                <PlainLink to={`/admin/events/${event._id}`} className={styles.title}>
                  {event.title || 'Untitled'}
                </PlainLink>
                <p className={styles.meta}>
                  {[formatShortDate(event.date) || 'No date yet', event.time, event.location].filter((part) => part !== '').join(' · ')}
                </p>
              </div>
              <StatusChip status={event.status} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
};

/** All events, drafts included. */
export const EventListPage = () => {
  const events = useLoaderData<EventsData>();
  const { revalidate, state } = useRevalidator();
  return (
    <div className={styles.page}>
      <ScreenHead title="Events" action={newEvent} />
      {!events.ok && (
        <PageFailure title="Failed to load events" message={failureWords(events.error)} onRetry={() => void revalidate()} retrying={state === 'loading'} />
      )}
      {events.ok && events.value.length === 0 && <EmptyState level={2} title="No events yet" message="Write the first one: a draft is seen by staff alone." />}
      {events.ok && events.value.length > 0 && <EventList events={events.value} />}
    </div>
  );
};
