import type { Album } from '@site/shared/contracts/gallery';
import type { FieldErrors } from '@site/shared/domain/content-kind';
import { toLagosDay } from '@site/shared/domain/dates';
import { checkPhotoConsent } from '@site/shared/domain/photo-consent';
import { Button, ButtonRow } from '@site/shared/ui/button';
import { classNames } from '@site/shared/ui/class-names';
import { Icon } from '@site/shared/ui/icon';
import { checkIcon, pauseIcon, playIcon, upIcon } from '@site/shared/ui/icon-shapes';
import { VisuallyHidden } from '@site/shared/ui/visually-hidden';
import { useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand/react';
import type { StoreApi } from 'zustand/vanilla';
import { ConfirmDialog } from '../forms/confirm-dialog.tsx';
import { UploadLine } from './upload-line.tsx';
import styles from './upload-panel.module.css';
import type { Uploads } from './upload-queue.ts';
import { formatUploadCount, getUploadNotice, isInFlight, isRetryable, isUnsent, type UploadRow, uploadSummary } from './upload-row.ts';
import { toTarget, UploadSettingsFields } from './upload-settings.tsx';

/** Collapses the finished uploads into one line, which can be expanded. */
const FinishedUploads = ({ rows }: { readonly rows: readonly UploadRow[] }) => (
  <details className={styles.arrived}>
    <summary className={styles.arrivedCount}>
      <span className={styles.arrivedText}>
        <Icon shape={checkIcon} /> {formatUploadCount(rows.length)} uploaded
      </span>
    </summary>
    <ul className={styles.arrivedNames}>
      {rows.map(({ id, title, file }) => (
        <li key={id}>{title || file.name}</li>
      ))}
    </ul>
  </details>
);

interface UploadPanelProps {
  readonly uploads: StoreApi<Uploads>;
  readonly albums: readonly Album[];
  readonly mayPublish: boolean;
}

/** Lists the chosen files with their texts and progress, and the upload settings. The summary, settings and buttons stay in view even with many files. */
export const UploadPanel = ({ uploads, albums, mayPublish }: UploadPanelProps) => {
  const state = useStore(uploads);
  const { rows, settings } = state;
  const [isOpen, setIsOpen] = useState(false);
  const [isDiscarding, setIsDiscarding] = useState(false);
  const [consentErrors, setConsentErrors] = useState<FieldErrors>({});
  const heading = useRef<HTMLHeadingElement>(null);
  const consentField = useRef<HTMLInputElement>(null);

  const ready = rows.filter((row) => row.state === 'ready');
  const finishedRows = rows.filter((row) => row.state === 'done');
  const retryableCount = rows.filter(isRetryable).length;
  const isBusy = rows.some(isInFlight);
  const notice = getUploadNotice(state);

  // Move focus to the panel, which opens when files are chosen or dropped.
  useEffect(() => heading.current?.focus(), []);
  // Focus the consent field if it has an error. `upload` has already opened the settings.
  useEffect(() => {
    if (Object.keys(consentErrors).length > 0) consentField.current?.focus();
  }, [consentErrors]);

  const upload = () => {
    const missing = ready.some(({ showsMinors }) => showsMinors) ? checkPhotoConsent(settings.consent, toLagosDay(new Date())) : {};
    setConsentErrors(missing);
    if (Object.keys(missing).length > 0) setIsOpen(true);
    else state.start(toTarget(settings, ready, albums, mayPublish));
  };
  const close = () => (rows.some(isUnsent) ? setIsDiscarding(true) : state.clear());

  return (
    <section className={styles.panel} aria-labelledby="uploads-title">
      <div className={styles.head}>
        <div className={styles.summary}>
          <h2 ref={heading} id="uploads-title" tabIndex={-1} className={styles.title}>
            Upload photos
          </h2>
          <p>{uploadSummary(rows)}</p>
        </div>
        <ButtonRow>
          {isBusy && (
            <Button variant="secondary" size="small" icon={settings.isPaused ? playIcon : pauseIcon} onClick={settings.isPaused ? state.resume : state.pause}>
              {settings.isPaused ? 'Resume' : 'Pause'}
              <VisuallyHidden> the upload</VisuallyHidden>
            </Button>
          )}
          {retryableCount > 1 && (
            <Button variant="secondary" size="small" onClick={state.retryAll}>
              Retry all
            </Button>
          )}
          {(!isBusy || settings.isPaused || state.obstacle !== null) && (
            <Button variant="quiet" size="small" onClick={close}>
              {rows.some(isUnsent) ? 'Cancel' : 'Close'}
              <VisuallyHidden> the upload</VisuallyHidden>
            </Button>
          )}
        </ButtonRow>
        <p role="status" className={styles.notice}>
          {notice}
        </p>
      </div>
      {finishedRows.length > 0 && <FinishedUploads rows={finishedRows} />}
      {finishedRows.length < rows.length && (
        <ul className={styles.rows} aria-label="Chosen photos">
          {rows
            .filter((row) => row.state !== 'done')
            .map((row) => (
              <UploadLine
                key={row.id}
                row={row}
                hasTitle={settings.place === 'gallery'}
                onChange={state.change}
                onCancel={state.cancel}
                onRetry={state.retry}
                onRemove={state.remove}
              />
            ))}
        </ul>
      )}
      {ready.length > 0 && (
        <div className={styles.foot}>
          <div id="upload-settings" className={classNames(styles.settings, isOpen && styles.open)}>
            <UploadSettingsFields
              settings={settings}
              ready={ready}
              albums={albums}
              mayPublish={mayPublish}
              consentErrors={consentErrors}
              consentField={consentField}
              onChange={state.configure}
              onShowsMinorsChange={(showsMinors) => {
                for (const { id } of ready) state.change(id, { showsMinors });
              }}
            />
          </div>
          <div className={styles.start}>
            <Button variant="secondary" expanded={isOpen} controls="upload-settings" className={styles.toggle} onClick={() => setIsOpen(!isOpen)}>
              Settings
            </Button>
            <Button icon={upIcon} onClick={upload}>
              Upload {formatUploadCount(ready.length)}
            </Button>
          </div>
        </div>
      )}
      {isDiscarding && (
        <ConfirmDialog
          title="Discard the photos?"
          confirmLabel="Discard"
          onConfirm={() => {
            setIsDiscarding(false);
            state.clear();
          }}
          onClose={() => setIsDiscarding(false)}
        >
          <p>{formatUploadCount(rows.filter(isUnsent).length)} not uploaded yet. They and their texts will be deleted from this device.</p>
        </ConfirmDialog>
      )}
    </section>
  );
};
