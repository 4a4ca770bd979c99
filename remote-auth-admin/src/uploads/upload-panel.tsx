import type { Album } from '@site/shared/contracts/gallery';
import { Button, ButtonRow } from '@site/shared/ui/button';
import { CheckboxField, SelectField } from '@site/shared/ui/field';
import { upIcon } from '@site/shared/ui/icon-shapes';
import { VisuallyHidden } from '@site/shared/ui/visually-hidden';
import { useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand/react';
import type { StoreApi } from 'zustand/vanilla';
import { UploadLine } from './upload-line.tsx';
import styles from './upload-panel.module.css';
import { uploadSummary } from './upload-row.ts';
import { isUnderWay, type Uploads } from './upload-store.ts';

export interface UploadPanelProps {
  readonly uploads: StoreApi<Uploads>;
  readonly albums: readonly Album[];
  /** The album whose pictures are on the screen; '' for none. */
  readonly albumId: string;
  readonly mayPublish: boolean;
}

const CONSENT_MISSING = 'Tick this, or take out the pictures that show people under 18';

/** The chosen files with what is asked about them, and how far each has come. */
export const UploadPanel = ({ uploads, albums, albumId, mayPublish }: UploadPanelProps) => {
  const { rows, start, retry, clear, ...row } = useStore(uploads);
  const [chosenAlbum, setChosenAlbum] = useState(albumId);
  const [isPublished, setIsPublished] = useState(mayPublish);
  const [hasConsent, setHasConsent] = useState(false);
  const [isConsentMissing, setIsConsentMissing] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const consent = useRef<HTMLInputElement>(null);

  const ready = rows.filter(({ state }) => state === 'ready');
  const failed = rows.filter(({ state }) => state === 'failed' || state === 'cancelled');
  const needsConsent = ready.some(({ showsMinors }) => showsMinors);
  const undescribed = ready.filter(({ alt }) => alt.trim() === '').length;
  const isBusy = rows.some(isUnderWay);

  // Whoever chose files by keyboard, or dropped them, goes on here.
  useEffect(() => heading.current?.focus(), []);

  const upload = () => {
    const isRefused = needsConsent && !hasConsent;
    setIsConsentMissing(isRefused);
    if (isRefused) consent.current?.focus();
    else start({ albumId: albums.some(({ _id }) => _id === chosenAlbum) ? chosenAlbum : '', isPublished });
  };

  const retryAll = () => {
    for (const { id } of failed) retry(id);
  };

  return (
    <section className={styles.panel} aria-labelledby="uploads-title">
      <div className={styles.head}>
        <h2 ref={heading} id="uploads-title" tabIndex={-1} className={styles.title}>
          Upload pictures
        </h2>
        <p role="status">{uploadSummary(rows)}</p>
      </div>
      <ul className={styles.rows} aria-label="Chosen pictures">
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
              onChange={({ target }) => setIsPublished(target.checked)}
            />
          )}
          {!mayPublish && <p className={styles.note}>An editor looks at them before they are shown on the site.</p>}
          {needsConsent && (
            <CheckboxField
              ref={consent}
              label="For everyone under 18 who can be recognised, a parent or guardian has agreed in writing"
              name="uploadConsent"
              checked={hasConsent}
              error={isConsentMissing && !hasConsent ? CONSENT_MISSING : undefined}
              onChange={({ target }) => setHasConsent(target.checked)}
            />
          )}
          {undescribed > 0 && (
            <p className={styles.note}>
              {undescribed === 1 ? '1 picture has no alt text yet' : `${undescribed} pictures have no alt text yet`}: who cannot see pictures does not learn
              what is on them. It can be added later, too.
            </p>
          )}
        </div>
      )}
      <ButtonRow>
        {ready.length > 0 && (
          <Button icon={upIcon} onClick={upload}>
            {ready.length === 1 ? 'Upload 1 picture' : `Upload ${ready.length} pictures`}
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
