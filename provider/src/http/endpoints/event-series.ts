import { eventKind } from '@site/shared/contracts/event';
import { changeFollowingEvents, listEventSeries, repeatEvent } from '@site/shared/contracts/event-series';
import { moveDay } from '@site/shared/domain/repeat-dates';
import type { Kysely } from 'kysely';
import { type ColumnsOf, updateContent } from '../../database/content-store.ts';
import { type EventRow, findEventRow } from '../../database/event-queries.ts';
import type { Tables } from '../../database/schema.ts';
import { recordVersion, toDocumentState } from '../../database/version-queries.ts';
import { getColumnNames } from '../../domain/content-columns.ts';
import { nextTimestamp } from '../../domain/edit-conflicts.ts';
import { NotFoundError, ValidationError } from '../../domain/errors.ts';
import { getUpcomingUntil } from '../../domain/event-times.ts';
import { checkMayWrite, requireStaff } from '../../domain/permissions.ts';
import { findSourceRow, insertCopies } from '../copy-document.ts';
import type { Mount } from '../mount-endpoint.ts';
import type { Services } from '../services.ts';

/** What the events of a series have in common. */
const COMMON_COLUMNS = [
  'title',
  'description',
  'time',
  'end_time',
  'attendance_mode',
  'location',
  'registration_link',
  'agenda',
  'audience',
  'speakers',
  'category',
  'tags',
] as const satisfies readonly (keyof Tables['events'])[];

const selectSeries = (db: Kysely<Tables>, seriesId: string) =>
  db
    .selectFrom('events')
    .selectAll()
    .where('series_id', '=', seriesId)
    .where('series_id', '!=', '')
    .where('deleted_at', 'is', null)
    .orderBy('date')
    .orderBy('id');

/** An event repeats as events of their own, which one id joins (docs/decisions/053-repeated-events.md). */
export const mountEventSeries = (mount: Mount, services: Services): void => {
  const { db, revision, now } = services;

  const findEvent = async (id: string | undefined): Promise<EventRow> => {
    const row = await findEventRow(db, id ?? '');
    if (row === undefined) throw new NotFoundError('Event');
    return row;
  };

  mount(
    repeatEvent,
    async ({ params, body, staff: caller }) => {
      const staff = requireStaff(caller);
      const event = await findEvent(params.id);
      checkMayWrite(staff, { authorId: event.author_id, status: event.status }, body.status);
      if (event.date === '') throw new ValidationError({ date: 'Enter a date first' });
      if (body.status === 'published' && event.status !== 'published') throw new ValidationError({ status: 'Publish the event first' });
      const seriesId = event.series_id || event.id;
      const taken = new Set([event.date, ...(await selectSeries(db, seriesId).execute()).map(({ date }) => date)]);
      const dates = [...new Set(body.dates)].filter((date) => !taken.has(date)).sort();
      if (dates.length === 0) return { ids: [] };
      if (event.series_id === '') await db.updateTable('events').set({ series_id: seriesId }).where('id', '=', event.id).execute();
      const copies = dates.map((date) => {
        const times = { date, time: event.time, end_time: event.end_time, end_date: event.end_date === '' ? '' : moveDay(event.end_date, event.date, date) };
        const columns = {
          date,
          end_date: times.end_date,
          series_id: seriesId,
          event_status: 'scheduled',
          upcoming_override: null,
          upcoming_until: getUpcomingUntil({ ...times, upcoming_override: null }),
        } satisfies ColumnsOf<'events'>;
        return { status: body.status, columns };
      });
      const row = await findSourceRow(db, staff, 'event', event.id);
      return { ids: [...(await insertCopies(services, staff, { kind: 'event', row }, copies))] };
    },
    { audit: { category: 'change', action: 'event.repeat' } },
  );

  mount(listEventSeries, async ({ params }) => {
    const event = await findEvent(params.id);
    return (await selectSeries(db, event.series_id).execute()).map(({ id: _id, title, date, status }) => ({ _id, title, date, status }));
  });

  mount(
    changeFollowingEvents,
    async ({ params, staff: caller }) => {
      const staff = requireStaff(caller);
      const event = await findEvent(params.id);
      const common = Object.fromEntries(COMMON_COLUMNS.map((column) => [column, event[column]]));
      const columnNames = getColumnNames(eventKind);
      const savedAt = now();
      // Images of the former texts may no longer be shown by anything public.
      const changed = await revision.write(async (transaction) => {
        const following = await selectSeries(transaction, event.series_id).where('date', '>', event.date).execute();
        for (const row of following) {
          const written = {
            ...common,
            upcoming_until: getUpcomingUntil({ ...row, time: event.time, end_time: event.end_time }),
            updated_at: nextTimestamp(savedAt, row.updated_at),
          };
          await updateContent(transaction, 'events', row, written);
          await recordVersion(transaction, {
            kind: 'event',
            id: row.id,
            imageName: eventKind.image.name,
            before: { ...toDocumentState(columnNames, row, row.picture_id), status: row.status },
            after: { ...toDocumentState(columnNames, { ...row, ...written }, row.picture_id), status: row.status },
            isAutosave: false,
            keptImageId: null,
            by: staff.id,
            at: savedAt,
          });
        }
        return following.length;
      }, 'withdrawal');
      return { changed };
    },
    { audit: { category: 'change', action: 'event.change-following' } },
  );
};
