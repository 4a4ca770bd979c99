import type { Event } from '@site/shared/contracts/event';
import { repeatEvent } from '@site/shared/contracts/event-series';
import { listRepeatDates, REPEAT_RULES, type RepeatRule } from '@site/shared/domain/repeat-dates';
import { hasRole } from '@site/shared/domain/roles';
import type { HostServices } from '@site/shared/remote/host-services';
import { Button, ButtonRow } from '@site/shared/ui/button';
import { CheckboxField, SelectField, TextField } from '@site/shared/ui/field';
import { useRef, useState } from 'react';
import { useStore } from 'zustand/react';
import { FormError } from '../forms/form-error.tsx';
import { StaffDialog } from '../forms/staff-dialog.tsx';
import { useMutation } from '../forms/use-mutation.ts';
import styles from './repeat-dialog.module.css';

const longDay = new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });
const formatDay = (day: string): string => longDay.format(Date.parse(`${day}T00:00:00Z`));

const LABELS: Readonly<Record<RepeatRule, string>> = {
  weekly: 'Every week',
  'every-two-weeks': 'Every two weeks',
  'monthly-by-date': 'Every month, on the same date',
  'monthly-by-weekday': 'Every month, on the same weekday',
};
const OPTIONS = REPEAT_RULES.map((value) => ({ value, label: LABELS[value] }));

interface RepeatDialogProps {
  readonly services: Pick<HostServices, 'http' | 'auth' | 'notify'>;
  readonly event: Event;
  /** Days that the series already includes. */
  readonly taken: readonly string[];
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Lists the dates of the new events before they are created. The user can untick a date to skip it. */
export const RepeatDialog = ({ services: { http, auth, notify }, event, taken, onDone, onClose }: RepeatDialogProps) => {
  const [rule, setRule] = useState<RepeatRule>('weekly');
  const [last, setLast] = useState('');
  const [exceptions, setExceptions] = useState<ReadonlySet<string>>(new Set());
  const mayPublish = useStore(auth, ({ user }) => user !== null && hasRole(user.role, 'editor')) && event.status === 'published';
  const [isPublished, setIsPublished] = useState(mayPublish);
  const { pending, error, run } = useMutation();
  const createButton = useRef<HTMLButtonElement>(null);

  const days = listRepeatDates((event.date ?? '').slice(0, 10), last, rule).filter((day) => !taken.includes(day));
  const chosen = days.filter((day) => !exceptions.has(day));
  // Explains why there is nothing to create yet.
  const missing = last === '' ? 'Choose the last day to see the dates' : days.length === 0 ? 'There are no dates before that day' : 'Choose at least one date';
  const toggle = (day: string) => {
    const next = new Set(exceptions);
    if (!next.delete(day)) next.add(day);
    setExceptions(next);
  };
  const create = () =>
    run(
      'create',
      () => http.call(repeatEvent, { params: { id: event._id }, body: { dates: chosen, status: isPublished ? 'published' : 'draft' } }),
      ({ ids }) => {
        notify.success(`${ids.length === 1 ? '1 event' : `${ids.length} events`} ${isPublished ? 'published' : 'created as drafts'}`);
        onDone();
      },
    );

  return (
    <StaffDialog title="Repeat this event" onClose={onClose} enterButton={createButton}>
      <SelectField
        label="How often"
        name="repeatRule"
        options={OPTIONS}
        value={rule}
        onChange={({ target }) => setRule(REPEAT_RULES.find((candidate) => candidate === target.value) ?? 'weekly')}
      />
      <TextField label="Until" name="repeatUntil" type="date" value={last} min={event.date ?? undefined} onChange={({ target }) => setLast(target.value)} />
      {days.length > 0 && (
        <fieldset className={styles.days}>
          <legend className={styles.legend}>{`${chosen.length} of ${days.length} dates`}</legend>
          <div className={styles.list}>
            {days.map((day) => (
              <CheckboxField key={day} label={formatDay(day)} name={`repeat-${day}`} checked={!exceptions.has(day)} onChange={() => toggle(day)} />
            ))}
          </div>
        </fieldset>
      )}
      {mayPublish && <CheckboxField label="Publish immediately" name="repeatPublished" checked={isPublished} onChange={() => setIsPublished(!isPublished)} />}
      {chosen.length === 0 && <p role="status">{missing}</p>}
      <FormError>{error}</FormError>
      <ButtonRow>
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button ref={createButton} busy={pending !== ''} disabled={chosen.length === 0} onClick={() => void create()}>
          {chosen.length === 0 ? 'Create events' : chosen.length === 1 ? 'Create 1 event' : `Create ${chosen.length} events`}
        </Button>
      </ButtonRow>
    </StaffDialog>
  );
};
