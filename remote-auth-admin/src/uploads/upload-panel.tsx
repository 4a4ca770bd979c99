import type { Album } from '@site/shared/contracts/gallery';
import type { FieldErrors } from '@site/shared/domain/content-kind';
import { toLagosDay } from '@site/shared/domain/dates';
import { checkPhotoConsent, NO_CONSENT, type PhotoConsent } from '@site/shared/domain/photo-consent';
import { Button, ButtonRow } from '@site/shared/ui/button';
import { CheckboxField, SelectField, TextField } from '@site/shared/ui/field';
import { Icon } from '@site/shared/ui/icon';
import { checkIcon, imageIcon, upIcon, warnIcon } from '@site/shared/ui/icon-shapes';
import { VisuallyHidden } from '@site/shared/ui/visually-hidden';
import { useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand/react';
import type { StoreApi } from 'zustand/vanilla';
import { ConsentFields, MINORS_LABEL } from '../forms/photo-consent-fields.tsx';
import styles from './upload-panel.module.css';
import { type UploadRow, uploadSummary } from './upload-row.ts';
import { isInFlight, type Uploads } from './upload-store.ts';

interface UploadLineProps {
  readonly row: UploadRow;
  readonly onChange: Uploads['change'];
  readonly onCancel: Uploads['cancel'];
  readonly onRetry: Uploads['retry'];
  readonly onRemove: Uploads['remove'];
}

const ALT_HINT = 'What it shows, for people who cannot see it';

const Texts = ({ row, onChange }: Pick<UploadLineProps, 'row' | 'onChange'>) => (
  <fieldset className={styles.texts} aria-label={row.file.name}>
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
      label={MINORS_LABEL}
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
          <span className={styles.percentage}>
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
    case 'rejected':
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

/** One chosen file: its preview, its texts until the upload starts, its progress, and its actions. */
const UploadLine = ({ row, onChange, onCancel, onRetry, onRemove }: UploadLineProps) => {
  const { id, state, file } = row;
  const ofFile = <VisuallyHidden> {file.name}</VisuallyHidden>;
  return (
    <li className={styles.line}>
      <div className={styles.preview}>{row.preview === '' ? <Icon shape={imageIcon} /> : <img src={row.preview} alt="" className={styles.image} />}</div>
      <div className={styles.middle}>
        <p className={styles.name}>{file.name}</p>
        {state === 'ready' && <Texts row={row} onChange={onChange} />}
        <Status row={row} />
      </div>
      {state !== 'done' && (
        <div className={styles.actions}>
          {isInFlight(row) && (
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
          {!isInFlight(row) && (
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

interface UploadPanelProps {
  readonly uploads: StoreApi<Uploads>;
  readonly albums: readonly Album[];
  /** The current album; '' for none. */
  readonly albumId: string;
  readonly mayPublish: boolean;
}

/** The chosen files with their texts, the settings of the upload, and the progress of each. */
export const UploadPanel = ({ uploads, albums, albumId, mayPublish }: UploadPanelProps) => {
  const { rows, start, retry, clear, ...row } = useStore(uploads);
  const [chosenAlbum, setChosenAlbum] = useState(albumId);
  /** Null until the editor decides. */
  const [publishes, setPublishes] = useState<boolean | null>(null);
  const [consent, setConsent] = useState<PhotoConsent>({ ...NO_CONSENT, showsMinors: true });
  const [consentErrors, setConsentErrors] = useState<FieldErrors>({});
  const heading = useRef<HTMLHeadingElement>(null);
  const consentField = useRef<HTMLInputElement>(null);

  const ready = rows.filter(({ state }) => state === 'ready');
  const failed = rows.filter(({ state }) => state === 'failed' || state === 'cancelled');
  const needsConsent = ready.some(({ showsMinors }) => showsMinors);
  const undescribed = ready.filter(({ alt }) => alt.trim() === '').length;
  const isPublished = mayPublish && (publishes ?? undescribed === 0);
  const isBusy = rows.some(isInFlight);

  // Takes the focus after files were chosen by keyboard or dropped.
  useEffect(() => heading.current?.focus(), []);

  const upload = () => {
    const missing = needsConsent ? checkPhotoConsent(consent, toLagosDay(new Date())) : {};
    setConsentErrors(missing);
    if (Object.keys(missing).length > 0) consentField.current?.focus();
    else start({ albumId: albums.some(({ _id }) => _id === chosenAlbum) ? chosenAlbum : '', isPublished, consent });
  };

  const retryAll = () => {
    for (const { id } of failed) retry(id);
  };

  return (
    <section className={styles.panel} aria-labelledby="uploads-title">
      <div className={styles.head}>
        <h2 ref={heading} id="uploads-title" tabIndex={-1} className={styles.title}>
          Upload images
        </h2>
        <p role="status">{uploadSummary(rows)}</p>
      </div>
      <ul className={styles.rows} aria-label="Chosen images">
        {rows.map((each) => (
          <UploadLine key={each.id} row={each} onChange={row.change} onCancel={row.cancel} onRetry={retry} onRemove={row.remove} />
        ))}
      </ul>
      {ready.length > 0 && (
        <div className={styles.settings}>
          <SelectField
            label="Album"
            name="uploadAlbum"
            emptyLabel="No album"
            options={albums.map(({ _id, name }) => ({ value: _id, label: name }))}
            value={chosenAlbum}
            onChange={({ target }) => setChosenAlbum(target.value)}
          />
          {mayPublish && (
            <CheckboxField
              label="Show them on the site at once"
              name="uploadPublished"
              checked={isPublished}
              onChange={({ target }) => setPublishes(target.checked)}
            />
          )}
          {!mayPublish && <p className={styles.note}>An editor looks at them before they are shown on the site.</p>}
          {needsConsent && <ConsentFields ref={consentField} value={consent} errors={consentErrors} onChange={setConsent} />}
          {undescribed > 0 && (
            <p className={styles.note}>
              {undescribed === 1 ? '1 image has no alt text yet' : `${undescribed} images have no alt text yet`}: people who cannot see the images rely on it.
              {isPublished ? ' What has none is not shown on the site until you add it.' : ' It can be added later, too.'}
            </p>
          )}
        </div>
      )}
      <ButtonRow>
        {ready.length > 0 && (
          <Button icon={upIcon} onClick={upload}>
            {ready.length === 1 ? 'Upload 1 image' : `Upload ${ready.length} images`}
          </Button>
        )}
        {failed.length > 1 && !isBusy && (
          <Button variant="secondary" onClick={retryAll}>
            Try all again
          </Button>
        )}
        {!isBusy && (
          <Button variant={ready.length > 0 ? 'quiet' : 'secondary'} onClick={clear}>
            {ready.length > 0 ? 'Cancel' : 'Close'}
            <VisuallyHidden> the upload</VisuallyHidden>
          </Button>
        )}
      </ButtonRow>
    </section>
  );
};
