import type { ApiError } from '@site/shared/contracts/api-error';
import type { Event } from '@site/shared/contracts/event';
import type { HostServices } from '@site/shared/host-services';
import type { Result } from '@site/shared/result';
import { useLoaderData, useRevalidator } from '@site/shared/router';
import { PageFailure } from '@site/shared/ui/page-failure';
import { MoreLink } from '@site/shared/ui/text-link';
import { failureWords } from '../forms/failure-words.ts';
import { EventForm } from './event-form.tsx';

/** Null: a new event. */
export type EventEditorData = Result<Event | null, ApiError>;

/** Writes a new event or changes one. */
export const EventEditorPage = ({ services }: { readonly services: HostServices }) => {
  const event = useLoaderData<EventEditorData>();
  const { revalidate, state } = useRevalidator();
  if (event.ok) return <EventForm key={event.value?._id ?? 'new'} services={services} event={event.value} />;
  const isGone = event.error.kind === 'not-found';
  return (
    <PageFailure
      level={1}
      title={isGone ? 'Event not found' : 'Failed to load the event'}
      message={failureWords(event.error)}
      action={
        <MoreLink to="/admin/events" back>
          All events
        </MoreLink>
      }
      {...(isGone ? {} : { onRetry: () => void revalidate(), retrying: state === 'loading' })}
    />
  );
};
