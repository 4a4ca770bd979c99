import { eventKind } from '@site/shared/contracts/event';
import { changeFollowingEvents, listEventSeries, repeatEvent } from '@site/shared/contracts/event-series';
import { isInContentYears, LAST_YEAR } from '@site/shared/domain/form-fields';
import { moveDay } from '@site/shared/domain/repeat-dates';
import { setSeries } from '../../content/arrange-documents.ts';
import { findSourceRow, insertCopies } from '../../content/copy-document.ts';
import { changeDocument } from '../../content/write-document.ts';
import type { ColumnsOf } from '../../database/content-store.ts';
import { DOCUMENT_KINDS, type DocumentRow } from '../../database/document-kinds.ts';
import { type EventRow, findEventRow } from '../../database/event-queries.ts';
import type { Database } from '../../database/schema/tables.ts';
import { ValidationError } from '../../domain/errors.ts';
import { requireWriteAccess } from '../../domain/permissions.ts';
import type { Mount } from '../mount-endpoint.ts';
import { requireFound } from '../require-found.ts';
import type { Services } from '../services.ts';

const COMMON_COLUMNS = Object.entries(eventKind.fields).flatMap(([name, field]) => ('isOwn' in field ? [] : [DOCUMENT_KINDS.event.columnNames[name] ?? name]));

const selectSeries = (db: Database, seriesId: string) =>
  db
    .selectFrom('events')
    .selectAll()
    .where('series_id', '=', seriesId)
    .where('series_id', '!=', '')
    .where('deleted_at', 'is', null)
    .orderBy('date')
    .orderBy('id');

/** Mounts the endpoints for repeated events. Each repetition is a separate event with the id of its series (docs/decisions/053-repeated-events.md). */
export const mountEventSeries = (mount: Mount, services: Services): void => {
  const { db, revision, now } = services;

  const findEvent = async (id: string | undefined, connection: Database = db): Promise<EventRow> =>
    requireFound(await findEventRow(connection, id ?? ''), 'Event');

  mount(
    repeatEvent,
    async ({ params, body, staff }) => {
      const event = await findEvent(params.id);
      requireWriteAccess(staff, { authorId: event.author_id, status: event.status }, body.status);
      if (event.date === '') throw new ValidationError({ date: 'Enter a date first' });
      if (body.status === 'published' && event.status !== 'published') throw new ValidationError({ status: 'Publish the event first' });
      const seriesId = event.series_id || event.id;
      const usedDates = new Set([event.date, ...(await selectSeries(db, seriesId).execute()).map(({ date }) => date)]);
      const dates = [...new Set(body.dates)].filter((date) => !usedDates.has(date)).sort();
      if (dates.length === 0) return { ids: [] };
      const getEndDate = (date: string): string => (event.end_date === '' ? '' : moveDay(event.end_date, event.date, date));
      const lateDate = dates.find((date) => !isInContentYears(getEndDate(date)));
      if (lateDate !== undefined) throw new ValidationError({ dates: `The event of ${lateDate} would end after ${LAST_YEAR}` });
      if (event.series_id === '') await setSeries(db, event.id, seriesId);
      const copies = dates.map((date) => {
        const columns = {
          date,
          end_date: getEndDate(date),
          series_id: seriesId,
          event_status: 'scheduled',
          upcoming_override: null,
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
    async ({ params, staff }) => {
      const changedCount = await revision.write(async (transaction, recordEffect) => {
        const event: DocumentRow & EventRow = await findEvent(params.id, transaction);
        const commonColumns = Object.fromEntries(COMMON_COLUMNS.map((column) => [column, event[column] ?? null]));
        const change = { columns: commonColumns, by: staff.id, at: now(), whenRefused: 'throw' } as const;
        const followingEvents = await selectSeries(transaction, event.series_id).where('date', '>', event.date).execute();
        for (const { id } of followingEvents) await changeDocument({ db: transaction, recordEffect }, DOCUMENT_KINDS.event, id, change);
        return followingEvents.length;
      });
      return { changed: changedCount };
    },
    { audit: { category: 'change', action: 'event.change-following' } },
  );
};
