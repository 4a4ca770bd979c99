import type { Event } from '@site/shared/contracts/event';
import { type PostStatus, postStatusSchema } from '@site/shared/contracts/post';
import { SelectField, TextAreaField, TextField } from '@site/shared/ui/field';
import { useState } from 'react';
import * as v from 'valibot';
import type { FieldErrors } from '../forms/parse-form.ts';
import { PictureField } from '../forms/picture-field.tsx';
import { TagInput } from '../tag-input/tag-input.tsx';
import { joinTags } from '../tag-input/tag-text.ts';
import styles from './event-editor.module.css';
import { toTimeField } from './time-words.ts';

const STATUSES = [
  { value: 'draft', label: 'Draft' },
  { value: 'published', label: 'Published' },
  { value: 'archived', label: 'Archived' },
] as const;

export interface EventFieldsProps {
  readonly event: Event | null;
  readonly errors: FieldErrors;
  readonly status: PostStatus;
  /** Not given to those who may not publish. */
  readonly onStatus: ((status: PostStatus) => void) | undefined;
  readonly onTags: () => void;
}

/** All that is known of an event, as labelled native fields; names are those of the provider's form. */
export const EventFields = ({ event, errors, status, onStatus, onTags }: EventFieldsProps) => {
  const [tags, setTags] = useState(joinTags(event?.tags ?? []));
  const changeTags = (next: string) => {
    setTags(next);
    onTags();
  };
  return (
    <div className={styles.columns}>
      <div className={styles.panel}>
        <TextField label="Title" name="title" maxLength={140} defaultValue={event?.title ?? ''} error={errors.title} />
        <TextAreaField label="Description" name="description" rows={10} maxLength={5000} defaultValue={event?.description ?? ''} error={errors.description} />
        <div className={styles.pair}>
          <TextField label="Date" name="date" type="date" defaultValue={event?.date?.slice(0, 10) ?? ''} error={errors.date} />
          <TextField label="Time" name="time" type="time" hint="Lagos time" defaultValue={toTimeField(event?.time ?? '')} error={errors.time} />
          <TextField label="End time" name="endTime" type="time" optional defaultValue={toTimeField(event?.endTime ?? '')} error={errors.endTime} />
        </div>
        <TextField label="Location" name="location" maxLength={200} defaultValue={event?.location ?? ''} error={errors.location} />
        <TextField
          label="Registration link"
          name="registrationLink"
          type="url"
          inputMode="url"
          optional
          hint="Begins with https://"
          defaultValue={event?.registrationLink ?? ''}
          error={errors.registrationLink}
        />
      </div>
      <div className={styles.side}>
        {onStatus !== undefined && (
          <div className={styles.panel}>
            <SelectField
              label="Status"
              name="status"
              options={STATUSES}
              value={status}
              error={errors.status}
              onChange={({ target }) => {
                const chosen = v.safeParse(postStatusSchema, target.value);
                if (chosen.success) onStatus(chosen.output);
              }}
            />
          </div>
        )}
        <div className={styles.panel}>
          <PictureField
            // What was sent is no longer a choice: the next save does not send it again.
            key={event?.updatedAt ?? 'new'}
            label="Featured image"
            name="featuredImage"
            src={event?.featuredImage || event?.image || ''}
            alt={event?.featuredImageAlt ?? ''}
            error={errors.featuredImage}
            altError={errors.featuredImageAlt}
          />
        </div>
        <div className={styles.panel}>
          <TextField label="Category" name="category" maxLength={60} defaultValue={event?.category ?? ''} error={errors.category} />
          <TagInput label="Tags" name="tags" value={tags} onChange={changeTags} error={errors.tags} />
          <input type="hidden" name="tags" value={tags} />
        </div>
      </div>
    </div>
  );
};
