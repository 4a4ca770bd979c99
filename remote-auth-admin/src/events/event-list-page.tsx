import type { ApiError } from '@site/shared/contracts/api-error';
import type { ResponseOf } from '@site/shared/contracts/endpoint';
import type { Event, listEvents } from '@site/shared/contracts/event';
import { deleteEvent, restoreEvent, updateEvent } from '@site/shared/contracts/event';
import { formatShortDate } from '@site/shared/domain/dates';
import type { PublicationStatus } from '@site/shared/domain/publication-status';
import type { Result } from '@site/shared/domain/result';
import { hasRole } from '@site/shared/domain/roles';
import { useLoaderData } from '@site/shared/router';
import { ButtonLink } from '@site/shared/ui/button';
import { StatusChip } from '@site/shared/ui/chip';
import { eyeIcon, eyeOffIcon, plusIcon } from '@site/shared/ui/icon-shapes';
import { useStore } from 'zustand/react';
import { type BulkAction, countOf, type ListDefinition } from '../listing/list-definition.ts';
import { ListScreen } from '../listing/list-screen.tsx';
import { RowLink } from '../listing/row-link.tsx';
import type { ScreenProps } from '../staff-screen.tsx';

const EVENTS: ListDefinition<Event> = {
  one: 'event',
  many: 'events',
  idOf: ({ _id }) => _id,
  nameOf: ({ title }) => title || 'Untitled',
  wordsOf: ({ title, location, category, tags }) => [title, location, category, ...tags],
  columns: [
    { key: 'title', name: 'Title', cell: ({ _id, title }) => <RowLink to={`/admin/events/${_id}`}>{title}</RowLink>, sortBy: ({ title }) => title },
    { key: 'status', name: 'Status', cell: ({ status }) => <StatusChip status={status} />, sortBy: ({ status }) => status },
    {
      key: 'date',
      name: 'Date',
      cell: ({ date }) => formatShortDate(date) || 'No date yet',
      // Events without a date, which somebody still has to finish, stand with the latest.
      sortBy: ({ date }) => date ?? '9999',
      startsDown: true,
    },
    { key: 'time', name: 'Time', cell: ({ time }) => time, isUnbroken: true },
    { key: 'location', name: 'Location', cell: ({ location }) => location, sortBy: ({ location }) => location },
  ],
  filters: [
    { value: '', label: 'All', keeps: () => true },
    { value: 'upcoming', label: 'Upcoming', keeps: ({ isUpcoming }) => isUpcoming },
    { value: 'past', label: 'Past', keeps: ({ isUpcoming, status }) => !isUpcoming && status === 'published' },
    { value: 'draft', label: 'Drafts', keeps: ({ status }) => status === 'draft' },
    { value: 'scheduled', label: 'Scheduled', keeps: ({ status }) => status === 'scheduled' },
  ],
  order: { sort: 'date', isDown: true },
};

/** All events, drafts included. Contributors may delete drafts of their own, and publish nothing (NS-08). */
export const EventListPage = ({ services }: ScreenProps) => {
  const events = useLoaderData<Result<ResponseOf<typeof listEvents>, ApiError>>();
  const isEditor = useStore(services.auth, ({ user }) => user !== null && hasRole(user.role, 'editor'));
  const { http } = services;
  const paramsOf = ({ _id }: Event) => ({ params: { id: _id } });
  const moveTo = (status: PublicationStatus) => (event: Event) =>
    http.call(updateEvent, { ...paramsOf(event), body: { status, ...(event.updatedAt === null ? {} : { updatedAt: event.updatedAt }) } });

  const bulk: readonly BulkAction<Event>[] = [
    {
      label: 'Publish',
      icon: eyeIcon,
      appliesTo: ({ status }) => status !== 'published',
      run: moveTo('published'),
      done: (count) => `${countOf(EVENTS, count)} published`,
    },
    {
      label: 'Unpublish',
      icon: eyeOffIcon,
      appliesTo: ({ status }) => status === 'published' || status === 'scheduled',
      run: moveTo('draft'),
      done: (count) => `${countOf(EVENTS, count)} unpublished`,
    },
  ];
  return (
    <ListScreen
      services={services}
      title="Events"
      list={EVENTS}
      data={events}
      action={
        <ButtonLink to="/admin/events/new" icon={plusIcon}>
          New event
        </ButtonLink>
      }
      emptyMessage="Write the first one: a draft is seen by staff alone."
      bulk={isEditor ? bulk : []}
      removal={{
        appliesTo: ({ status }) => isEditor || status === 'draft',
        run: (event) => http.call(deleteEvent, paramsOf(event)),
        restore: (event) => http.call(restoreEvent, paramsOf(event)),
      }}
    />
  );
};
