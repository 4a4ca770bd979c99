import type { PublicationStatus } from '@site/shared/domain/publication-status';
import { classNames } from '@site/shared/ui/class-names';
import { FieldError, fieldId, TextField } from '@site/shared/ui/field';
import { ContentStatusChip } from '../layout/status-chip.tsx';
import type { Intent } from './editor-state.ts';
import { Panel } from './panel.tsx';
import styles from './status-panel.module.css';

const SEGMENTS: readonly { readonly intent: Intent; readonly label: string }[] = [
  { intent: 'draft', label: 'Draft' },
  { intent: 'schedule', label: 'Schedule' },
  { intent: 'publish', label: 'Publish' },
];

interface DateAndTime {
  readonly date: string;
  readonly time: string;
}

interface StatusPanelProps {
  readonly status: PublicationStatus;
  readonly intent: Intent;
  /** Name of the field for the publication time; null for kinds that cannot be scheduled. */
  readonly publishAtField: string | null;
  readonly publishAt: DateAndTime;
  readonly error: string | undefined;
  readonly onIntent: (intent: Intent) => void;
  readonly onPublishAt: (publishAt: DateAndTime) => void;
}

/** The status of a document, and the choice of the next one, which a button in the bar applies. */
export const StatusPanel = ({ status, intent, publishAtField, publishAt, error, onIntent, onPublishAt }: StatusPanelProps) => (
  <Panel title="Status" aside={<ContentStatusChip status={status} />}>
    <fieldset className={styles.segments} aria-label="Status">
      {SEGMENTS.filter((segment) => publishAtField !== null || segment.intent !== 'schedule').map((segment) => (
        <label key={segment.intent} className={classNames(styles.segment, intent === segment.intent && styles.chosen)}>
          <input type="radio" name="intent" className={styles.radio} checked={intent === segment.intent} onChange={() => onIntent(segment.intent)} />
          {segment.label}
        </label>
      ))}
    </fieldset>
    {intent === 'schedule' && publishAtField !== null && (
      <fieldset className={styles.publication} aria-label="Publication">
        {error !== undefined && <FieldError id={`${fieldId(publishAtField)}-error`}>{error}</FieldError>}
        <div className={styles.pair}>
          <TextField
            label="Date"
            name="publishDate"
            id={fieldId(publishAtField)}
            type="date"
            value={publishAt.date}
            onChange={({ target }) => onPublishAt({ ...publishAt, date: target.value })}
          />
          <TextField
            label="Time"
            name="publishTime"
            type="time"
            value={publishAt.time}
            onChange={({ target }) => onPublishAt({ ...publishAt, time: target.value })}
          />
        </div>
        <p className={styles.note}>Lagos time. It is published automatically.</p>
      </fieldset>
    )}
  </Panel>
);
