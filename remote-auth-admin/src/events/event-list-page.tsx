import type { ApiError } from '@site/shared/contracts/api-error';
import type { Event } from '@site/shared/contracts/event';
import { deleteEvent, restoreEvent, updateEvent } from '@site/shared/contracts/event';
import { formatShortDate } from '@site/shared/domain/dates';
import type { Result } from '@site/shared/domain/result';
import { hasRole, mayWriteDocument } from '@site/shared/domain/roles';
import { useLoaderData } from '@site/shared/router';
import { ButtonLink } from '@site/shared/ui/button';
import { plusIcon } from '@site/shared/ui/icon-shapes';
import { useStore } from 'zustand/react';
import { duplicateAction } from '../copies/duplicate-action.ts';
import { ContentStatusChip } from '../layout/status-chip.tsx';
import type { ListDefinition } from '../listing/list-definition.ts';
import { listExport } from '../listing/list-export.tsx';
import { ListScreen } from '../listing/list-screen.tsx';
import type { Page } from '../listing/list-source.ts';
import { RowLink } from '../listing/list-table.tsx';
import { publishActions } from '../listing/publish-actions.ts';
import type { ScreenProps } from '../session/staff-screen.tsx';
import { eventSource } from './event-source.ts';

const EVENTS: ListDefinition<Event> = {
  one: 'event',
  many: 'events',
  getId: ({ _id }) => _id,
  getName: ({ title }) => title || 'Untitled',
  columns: [
    { key: 'title', name: 'Title', cell: ({ _id, title }) => <RowLink to={`/admin/events/${_id}`}>{title}</RowLink> },
    { key: 'status', name: 'Status', cell: ({ status }) => <ContentStatusChip status={status} /> },
    {
      key: 'date',
      name: 'Date',
      cell: ({ date }) => formatShortDate(date) || 'No date yet',
      isDate: true,
    },
    { key: 'time', name: 'Time', cell: ({ time }) => time, isNonWrapping: true },
    { key: 'location', name: 'Location', cell: ({ location }) => location },
  ],
  filters: [
    { value: '', label: 'All' },
    { value: 'upcoming', label: 'Upcoming' },
    { value: 'past', label: 'Past' },
    { value: 'draft', label: 'Drafts' },
    { value: 'scheduled', label: 'Scheduled' },
    { value: 'archived', label: 'Archived' },
  ],
  narrowing: { topics: 'events', days: ['On or after', 'On or before'] },
};

const EXPORT = {
  fileName: 'events.csv',
  columns: [
    ['Title', ({ title }: Event) => title],
    ['Status', ({ status }: Event) => status ?? ''],
    ['Event status', ({ eventStatus }: Event) => eventStatus ?? ''],
    ['Date', ({ date }: Event) => date ?? ''],
    ['Last day', ({ endDate }: Event) => endDate ?? ''],
    ['Time', ({ time }: Event) => time],
    ['End time', ({ endTime }: Event) => endTime],
    ['Location', ({ location }: Event) => location],
    ['Category', ({ category }: Event) => category],
    ['Tags', ({ tags }: Event) => (tags ?? []).join(', ')],
    ['Registration', ({ registrationLink }: Event) => registrationLink],
    ['URL', ({ _id }: Event) => `/events/${_id}`],
    ['Changed', ({ updatedAt }: Event) => updatedAt ?? ''],
  ],
} as const;

/** Lists all events, including drafts. Contributors may delete their own drafts but may not publish (NS-08). */
export const EventListPage = ({ services }: ScreenProps) => {
  const events = useLoaderData<Result<Page<Event>, ApiError>>();
  const user = useStore(services.auth, (state) => state.user);
  const isEditor = user !== null && hasRole(user.role, 'editor');
  const { http } = services;
  const source = eventSource(services);
  const params = ({ _id }: Event) => ({ params: { id: _id } });
  return (
    <ListScreen
      services={services}
      title="Events"
      list={EVENTS}
      source={source}
      renderExtraAction={listExport(services, source, EXPORT)}
      data={events}
      action={
        <ButtonLink to="/admin/events/new" icon={plusIcon}>
          New event
        </ButtonLink>
      }
      emptyMessage="Create the first one. Only staff can see drafts."
      bulkActions={
        isEditor
          ? [...publishActions(EVENTS, (event, body) => http.call(updateEvent, { ...params(event), body })), duplicateAction(EVENTS, http, 'event')]
          : [duplicateAction(EVENTS, http, 'event')]
      }
      removal={{
        appliesTo: (event) => user !== null && mayWriteDocument(user, event),
        run: (event) => http.call(deleteEvent, params(event)),
        restore: (event) => http.call(restoreEvent, params(event)),
      }}
    />
  );
};
