import { Button } from '@site/shared/ui/button';
import { CheckboxField, TextField } from '@site/shared/ui/field';
import { Icon } from '@site/shared/ui/icon';
import { checkIcon, imageIcon, warnIcon } from '@site/shared/ui/icon-shapes';
import { VisuallyHidden } from '@site/shared/ui/visually-hidden';
import styles from './upload-line.module.css';
import type { UploadRow } from './upload-row.ts';
import { isUnderWay, type Uploads } from './upload-store.ts';

export interface UploadLineProps {
  readonly row: UploadRow;
  readonly onChange: Uploads['change'];
  readonly onCancel: Uploads['cancel'];
  readonly onRetry: Uploads['retry'];
  readonly onRemove: Uploads['remove'];
}

const ALT_HINT = 'What it shows, for people who cannot see it';

const Words = ({ row, onChange }: Pick<UploadLineProps, 'row' | 'onChange'>) => (
  <fieldset className={styles.words} aria-label={row.file.name}>
    <TextField
      label="Title"
      name={`title-${row.id}`}
      maxLength={120}
      value={row.title}
      optional
      onChange={({ target }) => onChange(row.id, { title: target.value })}
    />
    <TextField
      label="Alt text"
      name={`alt-${row.id}`}
      maxLength={300}
      value={row.alt}
      placeholder={ALT_HINT}
      onChange={({ target }) => onChange(row.id, { alt: target.value })}
    />
    <CheckboxField
      label="Shows people under 18 who can be recognised"
      name={`minors-${row.id}`}
      checked={row.showsMinors}
      onChange={({ target }) => onChange(row.id, { showsMinors: target.checked })}
    />
  </fieldset>
);

const Status = ({ row }: { readonly row: UploadRow }) => {
  switch (row.state) {
    case 'ready':
      return null;
    case 'waiting':
    case 'sending':
      return (
        <div className={styles.sending}>
          <progress className={styles.progress} aria-label={`Upload of ${row.file.name}`} max={1} value={row.progress} />
          <span className={styles.share}>
            {row.state === 'waiting' ? 'Waiting' : row.progress === 1 ? 'Being checked' : `${Math.round(row.progress * 100)} %`}
          </span>
        </div>
      );
    case 'done':
      return (
        <p className={styles.done}>
          <Icon shape={checkIcon} /> Uploaded
        </p>
      );
    case 'cancelled':
      return <p className={styles.cancelled}>Cancelled</p>;
    case 'refused':
    case 'failed':
      return (
        <p className={styles.problem}>
          <Icon shape={warnIcon} />
          <span>{row.problem}</span>
        </p>
      );
    default:
      return row.state satisfies never;
  }
};

/** One chosen file: its picture, its words while it waits for the start, how far it has come, and what can be done about it. */
export const UploadLine = ({ row, onChange, onCancel, onRetry, onRemove }: UploadLineProps) => {
  const { id, state, file } = row;
  const ofFile = <VisuallyHidden> {file.name}</VisuallyHidden>;
  return (
    <li className={styles.line}>
      <div className={styles.preview}>{row.preview === '' ? <Icon shape={imageIcon} /> : <img src={row.preview} alt="" className={styles.picture} />}</div>
      <div className={styles.middle}>
        <p className={styles.name}>{file.name}</p>
        {state === 'ready' && <Words row={row} onChange={onChange} />}
        <Status row={row} />
      </div>
      {state !== 'done' && (
        <div className={styles.actions}>
          {isUnderWay(row) && (
            <Button variant="secondary" size="small" onClick={() => onCancel(id)}>
              Cancel
              {ofFile}
            </Button>
          )}
          {(state === 'failed' || state === 'cancelled') && (
            <Button variant="secondary" size="small" onClick={() => onRetry(id)}>
              Try again
              {ofFile}
            </Button>
          )}
          {!isUnderWay(row) && (
            <Button variant="quiet" size="small" onClick={() => onRemove(id)}>
              Remove
              {ofFile}
            </Button>
          )}
        </div>
      )}
    </li>
  );
};
