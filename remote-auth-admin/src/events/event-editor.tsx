import {
  ATTENDANCE_MODES,
  createEvent,
  deleteEvent,
  EVENT_STATUSES,
  type Event,
  eventFormSchema,
  eventKind,
  eventSchema,
  getEvent,
  restoreEvent,
  updateEvent,
} from '@site/shared/contracts/event';
import { escapeHtml } from '@site/shared/domain/escape-html';
import { isMarkup } from '@site/shared/domain/strip-markup';
import type { HostServices } from '@site/shared/remote/host-services';
import { SelectField, TextAreaField, TextField } from '@site/shared/ui/field';
import * as v from 'valibot';
import { CategoryField } from '../editor/category-field.tsx';
import { EditorCanvas, InlineTextField } from '../editor/editor-canvas.tsx';
import type { EditorConfig } from '../editor/editor-config.ts';
import { EditorFrame } from '../editor/editor-frame.tsx';
import { EditorPage } from '../editor/editor-page.tsx';
import { useEditor } from '../editor/editor-session.ts';
import { isUnsaved } from '../editor/editor-state.ts';
import { ImagePanel } from '../editor/image-panel.tsx';
import { SidePanel } from '../layout/side-panel.tsx';
import type { RichTextField } from '../rich-text/rich-text-field.tsx';
import { TagInput } from '../tag-input/tag-input.tsx';
import { useTopics } from '../tag-input/use-topics.ts';
import styles from './event-editor.module.css';
import { toTimeField, toTimeText } from './event-time.ts';
import { SeriesPanel } from './series-panel.tsx';

/** Descriptions from earlier releases are plain text. */
const toHtml = (description: string): string =>
  description === '' || isMarkup(description)
    ? description
    : description
        .split(/\n{2,}/)
        .map((paragraph) => `<p>${escapeHtml(paragraph).replaceAll('\n', '<br>')}</p>`)
        .join('');

const eventEditorConfig: EditorConfig<Event> = {
  content: eventKind,
  schema: eventFormSchema,
  listPath: '/admin/events',
  listName: 'Events',
  fieldAfterImage: 'category',
  emptyDocument: v.parse(eventSchema, { _id: 'new', status: 'draft', isUpcoming: true }),
  getMetadata: ({ _id, updatedAt, status, publishAt = null, unpublishAt = null, authorId, featuredImage, image, featuredImageFocal }) => ({
    id: _id,
    version: updatedAt,
    status,
    publishAt,
    unpublishAt,
    authorId,
    image: featuredImage || image,
    focal: featuredImageFocal ?? null,
  }),
  toInputs: (texts) => ({
    ...texts,
    description: toHtml(texts.description ?? ''),
    date: (texts.date ?? '').slice(0, 10),
    endDate: (texts.endDate ?? '').slice(0, 10),
    time: toTimeField(texts.time ?? ''),
    endTime: toTimeField(texts.endTime ?? ''),
  }),
  fromInputs: (values) => ({ ...values, time: toTimeText(values.time ?? ''), endTime: toTimeText(values.endTime ?? '') }),
  publicPath: ({ _id }) => `/events/${_id}`,
  previewPath: ({ _id }) => `/events/preview/${_id}`,
  get: (http, id, options) => http.call(getEvent, { params: { id }, ...options }),
  create: (http, body, options) => http.call(createEvent, { body, ...options }),
  update: (http, id, body, options) => http.call(updateEvent, { params: { id }, body, ...options }),
  remove: (http, id) => http.call(deleteEvent, { params: { id } }),
  restore: (http, id) => http.call(restoreEvent, { params: { id } }),
};

const STATUS_LABELS = { scheduled: 'Going ahead', cancelled: 'Cancelled', postponed: 'Postponed' } as const;
const STATUS_OPTIONS = EVENT_STATUSES.map((value) => ({ value, label: STATUS_LABELS[value] }));
const ATTENDANCE_LABELS = { 'in-person': 'In person', online: 'Online', hybrid: 'In person and online' } as const;
const ATTENDANCE_OPTIONS = ATTENDANCE_MODES.map((value) => ({ value, label: ATTENDANCE_LABELS[value] }));

interface EventEditorProps {
  readonly services: HostServices;
  /** Passed as a prop, because it is part of the chunk that all editors with rich text share. */
  readonly richText: typeof RichTextField;
  readonly event: Event | null;
}

const EventEditor = ({ services, richText: RichText, event }: EventEditorProps) => {
  const editor = useEditor(services, eventEditorConfig, event);
  const topics = useTopics(services, 'events');
  const { field, valueField } = editor;
  const panels = (
    <>
      <ImagePanel services={services} editor={editor} />
      <SidePanel title="Event status">
        <SelectField hint="A cancelled or postponed event stays on the site with a notice." options={STATUS_OPTIONS} {...field('eventStatus')} />
      </SidePanel>
      {editor.state.document !== null && <SeriesPanel services={services} event={editor.state.document} isUnsaved={isUnsaved(editor.state)} />}
      <SidePanel title="About this event">
        <CategoryField topics={topics} field={field('category')} onChange={valueField('category').onChange} />
        <TagInput topics={topics} {...valueField('tags')} />
      </SidePanel>
    </>
  );
  return (
    <EditorFrame services={services} editor={editor} side={panels}>
      <RichText services={services} {...valueField('description')} place={editor.getPlace('description')}>
        <InlineTextField variant="title" {...field('title')} />
      </RichText>
      <EditorCanvas>
        <div className={styles.times}>
          <TextField type="date" {...field('date')} />
          <TextField type="time" {...field('time')} />
          <TextField type="time" optional {...field('endTime')} />
          <TextField type="date" optional {...field('endDate')} />
        </div>
        <p className={styles.zone}>All times are in Lagos time.</p>
        <TextField {...field('location')} />
        <SelectField optional emptyLabel="Not specified" options={ATTENDANCE_OPTIONS} {...field('attendanceMode')} />
        <TextField type="url" inputMode="url" optional hint="Must start with https://" {...field('registrationLink')} />
        <TextAreaField rows={6} optional hint="One item per line, starting with the time: 4:00 PM Doors open" {...field('agenda')} />
        <TextAreaField rows={2} optional {...field('audience')} />
        <TextAreaField rows={3} optional hint="One person per line" {...field('speakers')} />
      </EditorCanvas>
    </EditorFrame>
  );
};

/** Creates or edits an event. */
export const EventEditorPage = ({ services, richText }: Omit<EventEditorProps, 'event'>) => (
  <EditorPage<Event> config={eventEditorConfig}>{(event, key) => <EventEditor key={key} services={services} richText={richText} event={event} />}</EditorPage>
);
