import { createEvent, deleteEvent, type EventForm, getEvent, listEvents, restoreEvent, updateEvent } from '@site/shared/contracts/event';
import { hasRole } from '../../auth/staff.ts';
import { mountTrash } from '../../content/mount-trash.ts';
import { checkMayWrite, checkUnchanged, requireStaff } from '../../content/write-rules.ts';
import { createId } from '../../database/ids.ts';
import { toWindow } from '../../http/list-slice.ts';
import type { Mount } from '../../http/mount-endpoint.ts';
import type { UploadedFile } from '../../http/read-form.ts';
import { conflict, notFound } from '../../http/refusal.ts';
import { type PictureChange, planPictureChange, writeWithPicture } from '../../images/change-picture.ts';
import { type EventRow, findEventRow, listEventRows } from '../../repositories/events.ts';
import type { Services } from '../../services.ts';
import { toEvent, toEventSummary } from './event-answer.ts';
import { checkEvent, mergeEvent } from './write-event.ts';

const PICTURE_FIELDS = ['featuredImage', 'image'];

const planPicture = (services: Services, form: EventForm, files: readonly UploadedFile[], current: EventRow | undefined): Promise<PictureChange> =>
  planPictureChange(services, {
    currentId: current?.picture_id ?? null,
    file: files.find((file) => PICTURE_FIELDS.includes(file.field)),
    isRemoved: form.removeFeaturedImage === true,
    focalX: form.focalX,
    focalY: form.focalY,
  });

const mountEventWrites = (mount: Mount, services: Services): void => {
  const { db, addresses, now } = services;

  const find = async (id: string | undefined): Promise<EventRow> => {
    const row = await findEventRow(db, id ?? '');
    if (row === undefined) throw notFound('Event');
    return row;
  };

  mount(createEvent, async ({ body, files, staff: caller }) => {
    const staff = requireStaff(caller);
    // The spec's events have no status: what an editor enters is public unless they say otherwise.
    const status = body.status ?? (hasRole(staff, 'editor') ? 'published' : 'draft');
    checkMayWrite(staff, null, status);
    const columns = mergeEvent(body, undefined, status, now());
    checkEvent(columns, now());
    const change = await planPicture(services, body, files, undefined);
    const id = createId();
    await writeWithPicture(services, change, (transaction) =>
      transaction
        .insertInto('events')
        .values({ id, ...columns, picture_id: change.pictureId, author_id: staff.id, is_sample: 0, created_at: now().toISOString() })
        .execute(),
    );
    return toEvent(await find(id), addresses, now());
  });

  mount(updateEvent, async ({ params, body, files, staff: caller, request }) => {
    const staff = requireStaff(caller);
    const current = await find(params.id);
    const status = body.status ?? current.status;
    checkMayWrite(staff, current, status);
    checkUnchanged(request, body.updatedAt, current);
    const columns = mergeEvent(body, current, status, now());
    checkEvent(columns, now());
    const change = await planPicture(services, body, files, current);
    await writeWithPicture(services, change, async (transaction) => {
      const result = await transaction
        .updateTable('events')
        .set({ ...columns, picture_id: change.pictureId, is_sample: 0 })
        .where('id', '=', current.id)
        .where('updated_at', '=', current.updated_at)
        .executeTakeFirst();
      if (result.numUpdatedRows === 0n) throw conflict('Someone else has changed this in the meantime. Please load it again.');
    });
    return toEvent(await find(current.id), addresses, now());
  });

  mountTrash(mount, services, {
    table: 'events',
    name: 'Event',
    remove: deleteEvent,
    restore: restoreEvent,
    find: (id, place) => findEventRow(db, id, place),
    checkMay: (staff, row) => checkMayWrite(staff, row, row.status),
    answer: (row) => toEvent(row, addresses, now()),
  });
};

export const mountEvents = (mount: Mount, services: Services): void => {
  const { db, addresses, now } = services;

  mount(
    listEvents,
    async ({ staff, query }) => {
      const moment = now();
      const rows = await listEventRows(db, { ...toWindow(query, staff), when: query.when, now: moment.toISOString() });
      return rows.map((row) => (query.view === 'summary' ? toEventSummary : toEvent)(row, addresses, moment));
    },
    { isCached: true },
  );

  mount(
    getEvent,
    async ({ params, staff }) => {
      const row = await findEventRow(db, params.id ?? '');
      if (row === undefined || (row.status !== 'published' && staff === null)) throw notFound('Event');
      return toEvent(row, addresses, now());
    },
    { isCached: true },
  );

  mountEventWrites(mount, services);
};
