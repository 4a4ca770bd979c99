import { Button } from '@site/shared/ui/button';
import { CheckboxField, TextField } from '@site/shared/ui/field';
import { Icon } from '@site/shared/ui/icon';
import { imageIcon, warnIcon } from '@site/shared/ui/icon-shapes';
import { VisuallyHidden } from '@site/shared/ui/visually-hidden';
import { memo } from 'react';
import { MINORS_LABEL } from '../forms/photo-consent-fields.tsx';
import styles from './upload-line.module.css';
import type { Uploads } from './upload-queue.ts';
import { isInFlight, isRetryable, type UploadRow } from './upload-row.ts';

interface UploadLineProps {
  readonly row: UploadRow;
  /** Whether the image has a title. Images that go only to the media library have none. */
  readonly hasTitle: boolean;
  readonly onChange: Uploads['change'];
  readonly onCancel: Uploads['cancel'];
  readonly onRetry: Uploads['retry'];
  readonly onRemove: Uploads['remove'];
}

const ALT_HINT = 'Describe the photo for people who cannot see it';

const TextFields = ({ row, hasTitle, onChange }: Pick<UploadLineProps, 'row' | 'hasTitle' | 'onChange'>) => (
  <fieldset className={styles.texts} aria-label={row.file.name}>
    {hasTitle && (
      <TextField
        label="Title"
        name={`title-${row.id}`}
        maxLength={120}
        value={row.title}
        optional
        onChange={({ target }) => onChange(row.id, { title: target.value })}
      />
    )}
    <TextField
      label="Alt text"
      name={`alt-${row.id}`}
      maxLength={300}
      value={row.alt}
      placeholder={ALT_HINT}
      onChange={({ target }) => onChange(row.id, { alt: target.value })}
    />
    <CheckboxField
      label={MINORS_LABEL}
      name={`minors-${row.id}`}
      checked={row.showsMinors}
      onChange={({ target }) => onChange(row.id, { showsMinors: target.checked })}
    />
  </fieldset>
);

const Problem = ({ text }: { readonly text: string }) => (
  <p className={styles.problem}>
    <Icon shape={warnIcon} />
    <span>{text}</span>
  </p>
);

const Status = ({ row }: { readonly row: UploadRow }) => {
  switch (row.state) {
    case 'done':
      return null;
    case 'ready':
      return row.problem === '' ? null : <Problem text={row.problem} />;
    case 'waiting':
    case 'sending':
      return row.problem !== '' ? (
        <Problem text={row.problem} />
      ) : (
        <div className={styles.sending}>
          <progress className={styles.progress} aria-label={`Upload of ${row.file.name}`} max={1} value={row.progress} />
          <span className={styles.percentage}>
            {row.state === 'waiting' ? 'Waiting' : row.progress === 1 ? 'Being checked' : `${Math.round(row.progress * 100)}%`}
          </span>
        </div>
      );
    case 'cancelled':
      return <p className={styles.cancelled}>Cancelled</p>;
    case 'rejected':
    case 'failed':
      return <Problem text={row.problem} />;
    default:
      return row.state satisfies never;
  }
};

/**
 * A chosen file with its preview, texts, progress and actions. Texts can be changed until the upload starts. Memoised, so that with hundreds of files only the
 * changed lines re-render.
 */
export const UploadLine = memo(({ row, hasTitle, onChange, onCancel, onRetry, onRemove }: UploadLineProps) => {
  const { id, file } = row;
  const hiddenFileName = <VisuallyHidden> {file.name}</VisuallyHidden>;
  return (
    <li className={styles.line}>
      <div className={styles.preview}>{row.preview === '' ? <Icon shape={imageIcon} /> : <img src={row.preview} alt="" className={styles.image} />}</div>
      <div className={styles.middle}>
        <p className={styles.name}>{file.name}</p>
        {row.state === 'ready' && <TextFields row={row} hasTitle={hasTitle} onChange={onChange} />}
        <Status row={row} />
      </div>
      <div className={styles.actions}>
        {isInFlight(row) && (
          <Button variant="secondary" size="small" onClick={() => onCancel(id)}>
            Cancel
            {hiddenFileName}
          </Button>
        )}
        {isRetryable(row) && (
          <Button variant="secondary" size="small" onClick={() => onRetry(id)}>
            Try again
            {hiddenFileName}
          </Button>
        )}
        {!isInFlight(row) && (
          <Button variant="quiet" size="small" onClick={() => onRemove(id)}>
            Remove
            {hiddenFileName}
          </Button>
        )}
      </div>
    </li>
  );
});
