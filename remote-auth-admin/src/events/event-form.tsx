import type { Event } from '@site/shared/contracts/event';
import { createEvent, deleteEvent, updateEvent } from '@site/shared/contracts/event-form';
import type { HostServices } from '@site/shared/host-services';
import { useNavigate, useRevalidator } from '@site/shared/router';
import { Button } from '@site/shared/ui/button';
import { ErrorSummary } from '@site/shared/ui/error-summary';
import { MoreLink } from '@site/shared/ui/text-link';
import { type SubmitEvent, useCallback, useRef, useState } from 'react';
import { useStore } from 'zustand/react';
import { ConfirmDialog } from '../forms/confirm-dialog.tsx';
import { failureWords } from '../forms/failure-words.ts';
import { FormRefusal } from '../forms/form-refusal.tsx';
import type { FieldErrors } from '../forms/parse-form.ts';
import { useUnsavedGuard } from '../forms/use-unsaved-guard.tsx';
import { ScreenHead } from '../layout/screen-head.tsx';
import { hasRole } from '../layout/staff-navigation.ts';
import styles from './event-editor.module.css';
import { EventFields } from './event-fields.tsx';
import { EVENT_FIELDS, eventFormData, type Intent } from './event-form-data.ts';

const DONE: Readonly<Record<Intent, string>> = { save: 'Saved', publish: 'Published', unpublish: 'No longer public' };
const isIntent = (value: string): value is Intent => Object.hasOwn(DONE, value);

export interface EventFormProps {
  readonly services: HostServices;
  /** Null: a new one. */
  readonly event: Event | null;
}

export const EventForm = ({ services, event }: EventFormProps) => {
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const mayPublish = useStore(services.auth, ({ user }) => user !== null && hasRole(user.role, 'editor'));
  const [status, setStatus] = useState(event?.status ?? 'draft');
  const [errors, setErrors] = useState<FieldErrors>({});
  const [refusal, setRefusal] = useState('');
  const [attempt, setAttempt] = useState(0);
  const [sending, setSending] = useState<Intent | 'delete' | null>(null);
  const [isDeleting, setIsDeleting] = useState(false);
  // Read when somebody leaves, never drawn.
  const isDirty = useRef(false);
  const question = useUnsavedGuard(useCallback(() => isDirty.current, []));

  const isPublished = event?.status === 'published';
  const markDirty = () => {
    isDirty.current = true;
  };

  const send = async (form: HTMLFormElement, intent: Intent): Promise<void> => {
    setAttempt((before) => before + 1);
    setRefusal('');
    const body = eventFormData(form, intent, event?.updatedAt ?? null);
    setErrors(body.ok ? {} : body.error);
    if (!body.ok) return;

    // What is typed while the answer is on its way is unsaved again.
    isDirty.current = false;
    setSending(intent);
    const answer =
      event === null
        ? await services.http.call(createEvent, { body: body.value })
        : await services.http.call(updateEvent, { params: { id: event._id }, body: body.value });
    setSending(null);
    if (!answer.ok) {
      isDirty.current = true;
      setErrors(answer.error.errors ?? {});
      if (Object.keys(answer.error.errors ?? {}).length === 0) setRefusal(failureWords(answer.error));
      return;
    }
    setStatus(answer.value.status);
    services.notify.success(DONE[intent]);
    if (event === null) await navigate(`/admin/events/${answer.value._id}`, { replace: true });
    else await revalidate();
  };

  const handleSubmit = (submitted: SubmitEvent<HTMLFormElement>) => {
    submitted.preventDefault();
    const pressed = submitted.nativeEvent.submitter;
    const intent = pressed instanceof HTMLButtonElement && isIntent(pressed.value) ? pressed.value : 'save';
    if (sending === null) void send(submitted.currentTarget, intent);
  };

  const remove = async (id: string): Promise<void> => {
    setSending('delete');
    const answer = await services.http.call(deleteEvent, { params: { id } });
    setSending(null);
    setIsDeleting(false);
    if (!answer.ok) {
      setRefusal(failureWords(answer.error));
      return;
    }
    isDirty.current = false;
    services.notify.success('Event deleted');
    await navigate('/admin/events', { replace: true });
  };

  const summary = EVENT_FIELDS.flatMap((field) => (errors[field] === undefined ? [] : [{ field, message: errors[field] }]));
  return (
    <form className={styles.page} aria-label={event === null ? 'New event' : 'Edit event'} noValidate onSubmit={handleSubmit} onChange={markDirty}>
      <ScreenHead
        title={event === null ? 'New event' : 'Edit event'}
        action={isPublished && <MoreLink to={`/events/${event._id}`}>See it on the site</MoreLink>}
      />
      <ErrorSummary errors={summary} attempt={attempt} level={2} />
      <FormRefusal>{refusal}</FormRefusal>
      <EventFields event={event} errors={errors} status={status} onStatus={mayPublish ? setStatus : undefined} onTags={markDirty} />
      <div className={styles.actions}>
        <Button type="submit" name="intent" value="save" variant={mayPublish && !isPublished ? 'secondary' : 'primary'} busy={sending === 'save'}>
          {status === 'draft' ? 'Save draft' : 'Save'}
        </Button>
        {mayPublish && !isPublished && (
          <Button type="submit" name="intent" value="publish" busy={sending === 'publish'}>
            Publish
          </Button>
        )}
        {mayPublish && isPublished && (
          <Button type="submit" name="intent" value="unpublish" variant="secondary" busy={sending === 'unpublish'}>
            Unpublish
          </Button>
        )}
        {event !== null && (mayPublish || !isPublished) && (
          <Button variant="quiet" onClick={() => setIsDeleting(true)}>
            Delete
          </Button>
        )}
      </div>
      {question}
      {isDeleting && event !== null && (
        <ConfirmDialog
          title="Delete this event?"
          confirmLabel="Delete"
          busy={sending === 'delete'}
          onConfirm={() => void remove(event._id)}
          onClose={() => setIsDeleting(false)}
        >
          <p>“{event.title || 'Untitled'}” will be gone from the site and from this list.</p>
        </ConfirmDialog>
      )}
    </form>
  );
};
