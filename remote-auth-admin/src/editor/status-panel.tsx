import type { PublicationStatus } from '@site/shared/domain/publication-status';
import { StatusChip } from '@site/shared/ui/chip';
import { classNames } from '@site/shared/ui/class-names';
import { FieldError, fieldId, TextField } from '@site/shared/ui/field';
import { Panel } from './panel.tsx';
import styles from './status-panel.module.css';

/** What the writer means to do next. */
export type Wish = 'draft' | 'schedule' | 'publish';

export const wishFor = (status: PublicationStatus): Wish => (status === 'scheduled' ? 'schedule' : status === 'published' ? 'publish' : 'draft');

const SEGMENTS: readonly { readonly wish: Wish; readonly label: string }[] = [
  { wish: 'draft', label: 'Draft' },
  { wish: 'schedule', label: 'Schedule' },
  { wish: 'publish', label: 'Publish' },
];

interface DateAndTime {
  readonly date: string;
  readonly time: string;
}

export interface StatusPanelProps {
  readonly status: PublicationStatus;
  readonly wish: Wish;
  /** The form's name for the moment; null where nothing can be scheduled. */
  readonly momentName: string | null;
  readonly moment: DateAndTime;
  readonly error: string | undefined;
  readonly onWish: (wish: Wish) => void;
  readonly onMoment: (moment: DateAndTime) => void;
}

/** Where a document stands and where it is to go; the button with the filled ground does it. */
export const StatusPanel = ({ status, wish, momentName, moment, error, onWish, onMoment }: StatusPanelProps) => (
  <Panel title="Status" aside={<StatusChip status={status} />}>
    <fieldset className={styles.segments} aria-label="Status">
      {SEGMENTS.filter((segment) => momentName !== null || segment.wish !== 'schedule').map((segment) => (
        <label key={segment.wish} className={classNames(styles.segment, wish === segment.wish && styles.chosen)}>
          <input type="radio" name="wish" className={styles.radio} checked={wish === segment.wish} onChange={() => onWish(segment.wish)} />
          {segment.label}
        </label>
      ))}
    </fieldset>
    {wish === 'schedule' && momentName !== null && (
      <div className={styles.moment}>
        {error !== undefined && <FieldError id={`${fieldId(momentName)}-error`}>{error}</FieldError>}
        <div className={styles.pair}>
          <TextField
            label="Date"
            name="publishDate"
            id={fieldId(momentName)}
            type="date"
            value={moment.date}
            onChange={({ target }) => onMoment({ ...moment, date: target.value })}
          />
          <TextField label="Time" name="publishTime" type="time" value={moment.time} onChange={({ target }) => onMoment({ ...moment, time: target.value })} />
        </div>
        <p className={styles.note}>Lagos time. It goes out by itself.</p>
      </div>
    )}
  </Panel>
);
