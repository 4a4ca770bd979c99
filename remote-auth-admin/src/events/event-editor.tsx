import { type Event, listEvents } from '@site/shared/contracts/event';
import type { HostServices } from '@site/shared/remote/host-services';
import { TextAreaField, TextField } from '@site/shared/ui/field';
import { CategoryField } from '../editor/category-field.tsx';
import { EditorFrame } from '../editor/editor-frame.tsx';
import { EditorPage } from '../editor/editor-page.tsx';
import { useEditor } from '../editor/editor-session.ts';
import { ImagePanel } from '../editor/image-panel.tsx';
import { Panel } from '../editor/panel.tsx';
import { Paper, PaperField } from '../editor/paper.tsx';
import { TagInput } from '../tag-input/tag-input.tsx';
import styles from './event-editor.module.css';
import { eventKind } from './event-kind.ts';

interface EventEditorProps {
  readonly services: HostServices;
  readonly event: Event | null;
}

const EventEditor = ({ services, event }: EventEditorProps) => {
  const editor = useEditor(services, eventKind, event);
  const { state, field, dispatch } = editor;
  const { document, values, errors } = state;
  const categories = async (): Promise<readonly string[]> => {
    const events = await services.http.call(listEvents, { query: { status: 'all', limit: '200' }, silent: true });
    return events.ok ? events.value.map(({ category }) => category) : [];
  };
  return (
    <EditorFrame
      services={services}
      editor={editor}
      paper={
        <Paper>
          <PaperField label="Title" look="title" maxLength={140} {...field('title')} />
          <TextAreaField label="Description" rows={10} maxLength={5000} {...field('description')} />
          <div className={styles.times}>
            <TextField label="Date" type="date" {...field('date')} />
            <TextField label="Time" type="time" hint="Lagos time" {...field('time')} />
            <TextField label="End time" type="time" optional {...field('endTime')} />
          </div>
          <TextField label="Location" maxLength={200} {...field('location')} />
          <TextField label="Registration link" type="url" inputMode="url" optional hint="Begins with https://" {...field('registrationLink')} />
        </Paper>
      }
      side={
        <>
          <ImagePanel editor={editor} label="Featured image" src={document?.featuredImage || document?.image || ''} />
          <Panel title="About this event">
            <CategoryField field={field('category')} load={categories} />
            <TagInput
              label="Tags"
              name="tags"
              value={values.tags ?? ''}
              error={errors.tags}
              onChange={(tags) => dispatch({ type: 'changed', values: { tags } })}
            />
          </Panel>
        </>
      }
    />
  );
};

/** Creates an event, or edits one. */
export const EventEditorPage = ({ services }: { readonly services: HostServices }) => (
  <EditorPage<Event> kind={eventKind}>{(event, key) => <EventEditor key={key} services={services} event={event} />}</EditorPage>
);
