import { createEvent, deleteEvent, type Event, type EventForm, eventKind, getEvent, listEvents, restoreEvent, updateEvent } from '@site/shared/contracts/event';
import { formatShortDate } from '@site/shared/domain/dates';
import { eventLastDay } from '@site/shared/domain/event-times';
import type { ColumnsOf } from '../../database/content-store.ts';
import { toFlag } from '../../database/derived-columns.ts';
import { type EventRow, findEventRow, listEventRows } from '../../database/event-queries.ts';
import { toDecorative, toFocalPoint, toImageColor, toImageRef } from '../../database/image-queries.ts';
import { toPageRequest } from '../../database/page.ts';
import type { Flag } from '../../database/schema/columns.ts';
import { listTopicIds, readTextList } from '../../database/topics.ts';
import { createFieldReader, createSummary } from '../../domain/content-columns.ts';
import { isEventUpcoming, type StoredEventTimes } from '../../domain/event-times.ts';
import { hasMinimumRole, type Staff } from '../../domain/permissions.ts';
import type { ImageUrls } from '../../images/image-urls.ts';
import { getShareCardUrl, toCard } from '../../images/share-card.ts';
import { mountContent, type StoredKind } from '../content-endpoints.ts';
import type { Mount } from '../mount-endpoint.ts';
import type { Services } from '../services.ts';

const readEventFields = createFieldReader(eventKind);
const summariseEvent = createSummary(eventKind);

const NOTICES = { scheduled: '', cancelled: 'Cancelled', postponed: 'Postponed' } as const;

const toEventCard = (row: EventRow) => {
  const lastDay = eventLastDay({ date: row.date, endDate: row.end_date });
  const days = [row.date, lastDay].map((day) => formatShortDate(day)).filter((day) => day !== '');
  const line = [days.join(' to '), row.time].filter((part) => part !== '').join(' · ');
  return toCard('event', row, row.status === 'published', line, NOTICES[row.event_status]);
};

const toEventFields = (row: EventRow, imageUrls: ImageUrls, now: Date): Event => {
  const image = imageUrls.getUrl(toImageRef(row.picture_id, row.version, row.format), row.status === 'published');
  return {
    ...readEventFields(row),
    _id: row.id,
    date: row.date === '' ? null : row.date,
    endDate: row.end_date === '' ? null : row.end_date,
    eventStatus: row.event_status,
    attendanceMode: row.attendance_mode === '' ? null : row.attendance_mode,
    featuredImage: image,
    image,
    featuredImageAlt: row.picture_alt,
    featuredImageFocal: toFocalPoint(row.focal_x, row.focal_y),
    featuredImageColor: toImageColor(row.color),
    tags: readTextList(row.tags),
    isUpcoming: row.upcoming_until > now.toISOString(),
    status: row.status,
    publishAt: row.publish_at,
    updatedAt: row.updated_at,
    isSample: row.is_sample === 1,
  };
};

const toEvent = (row: EventRow, imageUrls: ImageUrls, now: Date, staff: Staff | null): Event => ({
  ...toEventFields(row, imageUrls, now),
  ...(staff !== null && { authorId: row.author_id, unpublishAt: row.unpublish_at, seriesId: row.series_id }),
  shareImage: getShareCardUrl(toEventCard(row)),
});

const toEventSummary = (row: EventRow, imageUrls: ImageUrls, now: Date, staff: Staff | null): Event => ({
  ...toEventFields(row, imageUrls, now),
  ...(staff !== null && { authorId: row.author_id }),
  ...summariseEvent(row),
});

/** Returns null if the requested value equals the calculated one, because then there is nothing to override. */
const chooseOverride = ({ isUpcoming }: EventForm, current: EventRow | undefined, times: StoredEventTimes, now: Date): Flag | null => {
  if (isUpcoming === undefined) return current?.upcoming_override ?? null;
  if (typeof isUpcoming === 'string' || isUpcoming === isEventUpcoming({ ...times, upcoming_override: null }, now)) return null;
  return isUpcoming ? 1 : 0;
};

export const mountEvents = (mount: Mount, services: Services): StoredKind => {
  const { db, imageUrls, now } = services;

  mount(
    listEvents,
    async ({ caller, query }) => {
      const requestedAt = now();
      const ids = await listTopicIds(db, 'events', query);
      const rows = await listEventRows(db, { ...toPageRequest(query, caller), when: query.when, now: requestedAt.toISOString(), ids, filters: query });
      return rows.map((row) => (query.view === 'summary' ? toEventSummary : toEvent)(row, imageUrls, requestedAt, caller));
    },
    { isCached: true },
  );

  return mountContent(mount, services, {
    kind: eventKind,
    endpoints: { get: getEvent, create: createEvent, update: updateEvent, remove: deleteEvent, restore: restoreEvent },
    emptyColumns: { tags: '[]', event_status: 'scheduled' },
    find: findEventRow,
    getOwnership: (row: EventRow) => ({ authorId: row.author_id, status: row.status }),
    // Events have no status in the specification, so an editor's event is public unless the editor chooses otherwise.
    getStatus: (form, current, staff) => form.status ?? current?.status ?? (hasMinimumRole(staff, 'editor') ? 'published' : 'draft'),
    getNewColumns: (staff) => ({ author_id: staff.id }) satisfies ColumnsOf<'events'>,
    getColumns: ({ form, current, status, columns, importedColumns, now: savedAt }) => {
      const times = { date: String(columns.date), time: String(columns.time), end_time: String(columns.end_time), end_date: String(columns.end_date) };
      const upcoming_override =
        importedColumns.upcoming_override === undefined ? chooseOverride(form, current, times, savedAt) : toFlag(importedColumns.upcoming_override);
      return {
        ...importedColumns,
        status,
        publish_at: form.publishAt === undefined ? (current?.publish_at ?? null) : form.publishAt,
        upcoming_override,
      } satisfies ColumnsOf<'events'>;
    },
    toResponse: (row, staff, urls) => ({ ...toEvent(row, urls, now(), staff), ...toDecorative(row, staff) }),
    toCard: toEventCard,
  });
};
