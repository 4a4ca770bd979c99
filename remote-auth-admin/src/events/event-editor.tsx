import {
  createEvent,
  deleteEvent,
  type Event,
  eventFormSchema,
  eventKind,
  eventSchema,
  getEvent,
  restoreEvent,
  updateEvent,
} from '@site/shared/contracts/event';
import type { HostServices } from '@site/shared/remote/host-services';
import { TextAreaField, TextField } from '@site/shared/ui/field';
import * as v from 'valibot';
import { CategoryField } from '../editor/category-field.tsx';
import { EditorCanvas, InlineTextField } from '../editor/editor-canvas.tsx';
import type { EditorConfig } from '../editor/editor-config.ts';
import { EditorFrame } from '../editor/editor-frame.tsx';
import { EditorPage } from '../editor/editor-page.tsx';
import { useEditor } from '../editor/editor-session.ts';
import { ImagePanel } from '../editor/image-panel.tsx';
import { Panel } from '../editor/panel.tsx';
import { TagInput } from '../tag-input/tag-input.tsx';
import styles from './event-editor.module.css';
import { toTimeField, toTimeText } from './event-time.ts';

const eventEditorConfig: EditorConfig<Event> = {
  content: eventKind,
  schema: eventFormSchema,
  listPath: '/admin/events',
  listName: 'Events',
  fieldAfterImage: 'category',
  emptyDocument: v.parse(eventSchema, { _id: 'new', status: 'draft', isUpcoming: true }),
  getMetadata: ({ _id, updatedAt, status, publishAt = null, featuredImage, image, featuredImageFocal }) => ({
    id: _id,
    version: updatedAt,
    status,
    publishAt,
    image: featuredImage || image,
    focal: featuredImageFocal ?? null,
  }),
  toInputs: (texts) => ({ ...texts, date: (texts.date ?? '').slice(0, 10), time: toTimeField(texts.time ?? ''), endTime: toTimeField(texts.endTime ?? '') }),
  fromInputs: (values) => ({ ...values, time: toTimeText(values.time ?? ''), endTime: toTimeText(values.endTime ?? '') }),
  publicPath: ({ _id }) => `/events/${_id}`,
  previewPath: ({ _id }) => `/events/preview/${_id}`,
  get: (http, id, options) => http.call(getEvent, { params: { id }, ...options }),
  create: (http, body, options) => http.call(createEvent, { body, ...options }),
  update: (http, id, body, options) => http.call(updateEvent, { params: { id }, body, ...options }),
  remove: (http, id) => http.call(deleteEvent, { params: { id } }),
  restore: (http, id) => http.call(restoreEvent, { params: { id } }),
};

interface EventEditorProps {
  readonly services: HostServices;
  readonly event: Event | null;
}

const EventEditor = ({ services, event }: EventEditorProps) => {
  const editor = useEditor(services, eventEditorConfig, event);
  const { field, valueField } = editor;
  const panels = (
    <>
      <ImagePanel editor={editor} />
      <Panel title="About this event">
        <CategoryField services={services} type="events" field={field('category')} />
        <TagInput {...valueField('tags')} />
      </Panel>
    </>
  );
  return (
    <EditorFrame services={services} editor={editor} side={panels}>
      <EditorCanvas>
        <InlineTextField variant="title" {...field('title')} />
        <TextAreaField rows={10} {...field('description')} />
        <div className={styles.times}>
          <TextField type="date" {...field('date')} />
          <TextField type="time" hint="Lagos time" {...field('time')} />
          <TextField type="time" optional {...field('endTime')} />
        </div>
        <TextField {...field('location')} />
        <TextField type="url" inputMode="url" optional hint="Begins with https://" {...field('registrationLink')} />
      </EditorCanvas>
    </EditorFrame>
  );
};

/** Creates an event, or edits one. */
export const EventEditorPage = ({ services }: { readonly services: HostServices }) => (
  <EditorPage<Event> config={eventEditorConfig}>{(event, key) => <EventEditor key={key} services={services} event={event} />}</EditorPage>
);
