import { createEvent, deleteEvent, type EventForm, getEvent, listEvents, restoreEvent, updateEvent } from '@site/shared/contracts/event';
import { type EventRow, findEventRow, listEventRows } from '../../database/event-queries.ts';
import { toPageRequest } from '../../database/page.ts';
import { checkVersion, createEditConflict } from '../../domain/edit-conflicts.ts';
import { NotFoundError } from '../../domain/errors.ts';
import { createId } from '../../domain/ids.ts';
import { checkMayWrite, isAtLeast, requireStaff } from '../../domain/permissions.ts';
import type { UploadedFile } from '../../images/accept-upload.ts';
import { type ImageChange, planImageChange, writeWithImage } from '../../images/change-image.ts';
import type { Mount } from '../mount-endpoint.ts';
import { mountTrash } from '../mount-trash.ts';
import type { Services } from '../services.ts';
import { checkEvent, mergeEvent } from './event-mapper.ts';
import { toEvent, toEventSummary } from './event-serializer.ts';

const IMAGE_FIELDS = ['featuredImage', 'image'];

const planImage = (services: Services, form: EventForm, files: readonly UploadedFile[], current: EventRow | undefined): Promise<ImageChange> =>
  planImageChange(services, {
    currentId: current?.picture_id ?? null,
    file: files.find((file) => IMAGE_FIELDS.includes(file.field)),
    isRemoved: form.removeFeaturedImage === true,
    focalX: form.focalX,
    focalY: form.focalY,
  });

const mountEventWrites = (mount: Mount, services: Services): void => {
  const { db, imageUrls, now } = services;

  const find = async (id: string | undefined): Promise<EventRow> => {
    const row = await findEventRow(db, id ?? '');
    if (row === undefined) throw new NotFoundError('Event');
    return row;
  };

  mount(createEvent, async ({ body, files, staff: caller }) => {
    const staff = requireStaff(caller);
    // The spec's events have no status: what an editor enters is public unless they say otherwise.
    const status = body.status ?? (isAtLeast(staff, 'editor') ? 'published' : 'draft');
    checkMayWrite(staff, null, status);
    const columns = mergeEvent(body, undefined, status, now());
    checkEvent(columns, now());
    const change = await planImage(services, body, files, undefined);
    const id = createId();
    await writeWithImage(services, change, (transaction) =>
      transaction
        .insertInto('events')
        .values({ id, ...columns, picture_id: change.imageId, author_id: staff.id, is_sample: 0, created_at: now().toISOString() })
        .execute(),
    );
    return toEvent(await find(id), imageUrls, now());
  });

  mount(updateEvent, async ({ params, body, files, staff: caller, request }) => {
    const staff = requireStaff(caller);
    const current = await find(params.id);
    const status = body.status ?? current.status;
    checkMayWrite(staff, { authorId: current.author_id, status: current.status }, status);
    checkVersion({ ifMatch: request.headers['if-match'], updatedAt: body.updatedAt }, current.updated_at);
    const columns = mergeEvent(body, current, status, now());
    checkEvent(columns, now());
    const change = await planImage(services, body, files, current);
    await writeWithImage(services, change, async (transaction) => {
      const result = await transaction
        .updateTable('events')
        .set({ ...columns, picture_id: change.imageId, is_sample: 0 })
        .where('id', '=', current.id)
        .where('updated_at', '=', current.updated_at)
        .executeTakeFirst();
      if (result.numUpdatedRows === 0n) throw createEditConflict();
    });
    return toEvent(await find(current.id), imageUrls, now());
  });

  mountTrash(mount, services, {
    table: 'events',
    name: 'Event',
    remove: deleteEvent,
    restore: restoreEvent,
    find: (id, place) => findEventRow(db, id, place),
    checkAllowed: (staff, row) => checkMayWrite(staff, { authorId: row.author_id, status: row.status }, row.status),
    answer: (row) => toEvent(row, imageUrls, now()),
  });
};

export const mountEvents = (mount: Mount, services: Services): void => {
  const { db, imageUrls, now } = services;

  mount(
    listEvents,
    async ({ staff, query }) => {
      const moment = now();
      const rows = await listEventRows(db, { ...toPageRequest(query, staff), when: query.when, now: moment.toISOString() });
      return rows.map((row) => (query.view === 'summary' ? toEventSummary : toEvent)(row, imageUrls, moment));
    },
    { isCached: true },
  );

  mount(
    getEvent,
    async ({ params, staff }) => {
      const row = await findEventRow(db, params.id ?? '');
      if (row === undefined || (row.status !== 'published' && staff === null)) throw new NotFoundError('Event');
      return toEvent(row, imageUrls, now());
    },
    { isCached: true },
  );

  mountEventWrites(mount, services);
};
