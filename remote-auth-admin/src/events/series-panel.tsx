import type { Event } from '@site/shared/contracts/event';
import { changeFollowingEvents, listEventSeries, type SeriesEvent } from '@site/shared/contracts/event-series';
import { formatShortDate } from '@site/shared/domain/dates';
import { hasRole } from '@site/shared/domain/roles';
import type { HostServices } from '@site/shared/remote/host-services';
import { Link } from '@site/shared/router';
import { Button } from '@site/shared/ui/button';
import { calendarIcon } from '@site/shared/ui/icon-shapes';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand/react';
import { getApiErrorMessage } from '../forms/api-error-message.ts';
import { ConfirmDialog } from '../forms/confirm-dialog.tsx';
import { SidePanel } from '../layout/side-panel.tsx';
import { RepeatDialog } from './repeat-dialog.tsx';
import styles from './series-panel.module.css';

interface SeriesPanelProps {
  readonly services: HostServices;
  /** The saved event. */
  readonly event: Event;
  readonly isUnsaved: boolean;
}

const NO_EVENTS: readonly SeriesEvent[] = [];

/** Repeats an event, lists the other events in its series, and updates the events that follow. */
export const SeriesPanel = ({ services, event, isUnsaved }: SeriesPanelProps) => {
  const { http, notify } = services;
  const { _id: id, date, seriesId = '' } = event;
  const [series, setSeries] = useState(NO_EVENTS);
  const [version, setVersion] = useState(0);
  const [dialog, setDialog] = useState<'repeat' | 'following' | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const mayChangeOthers = useStore(services.auth, ({ user }) => user !== null && hasRole(user.role, 'editor'));

  useEffect(() => {
    if (seriesId === '' && version === 0) return;
    const controller = new AbortController();
    const load = async () => {
      const listed = await http.call(listEventSeries, { params: { id }, signal: controller.signal, silent: true });
      if (listed.ok && !controller.signal.aborted) setSeries(listed.value);
    };
    void load();
    return () => controller.abort();
  }, [http, id, seriesId, version]);

  const otherEvents = series.filter(({ _id }) => _id !== id);
  const followingEvents = otherEvents.filter((other) => other.date > (date ?? ''));
  const applyToFollowing = async () => {
    setIsBusy(true);
    const changed = await http.call(changeFollowingEvents, { params: { id } });
    setIsBusy(false);
    setDialog(null);
    if (changed.ok) notify.success(changed.value.changed === 1 ? '1 event updated' : `${changed.value.changed} events updated`);
    else notify.error(getApiErrorMessage(changed.error));
  };

  return (
    <SidePanel title="Repeats">
      {otherEvents.length > 0 && (
        <ul className={styles.dates}>
          {otherEvents.map((other) => (
            <li key={other._id}>
              <Link to={`/admin/events/${other._id}`}>{formatShortDate(other.date)}</Link>
              {other.status !== 'published' && <span className={styles.status}>{other.status}</span>}
            </li>
          ))}
        </ul>
      )}
      {(date ?? '') === '' ? (
        <p className={styles.note}>Save the event with a date before you repeat it.</p>
      ) : (
        <Button variant="secondary" size="small" icon={calendarIcon} onClick={() => setDialog('repeat')}>
          {otherEvents.length > 0 ? 'Add more dates' : 'Repeat'}
        </Button>
      )}
      {mayChangeOthers && followingEvents.length > 0 && (
        <Button variant="secondary" size="small" disabled={isUnsaved} onClick={() => setDialog('following')}>
          Update all later events
        </Button>
      )}
      {mayChangeOthers && followingEvents.length > 0 && isUnsaved && <p className={styles.note}>Save this event first. Later events copy the saved version.</p>}
      {dialog === 'repeat' && (
        <RepeatDialog
          services={services}
          event={event}
          taken={series.map((other) => other.date)}
          onDone={() => {
            setDialog(null);
            setVersion(version + 1);
          }}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog === 'following' && (
        <ConfirmDialog
          title={followingEvents.length === 1 ? 'Also update the later event?' : `Also update the ${followingEvents.length} later events?`}
          confirmLabel="Update them"
          variant="primary"
          busy={isBusy}
          onConfirm={() => void applyToFollowing()}
          onClose={() => setDialog(null)}
        >
          <p>
            They get the title, texts, times, location, category and tags of this event. Their dates, photos and statuses do not change. The earlier version of
            each is kept in its history.
          </p>
        </ConfirmDialog>
      )}
    </SidePanel>
  );
};
