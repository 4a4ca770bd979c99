import { type ImportedItem, importContent } from '@site/shared/contracts/transfer';
import { Button, ButtonRow } from '@site/shared/ui/button';
import { Icon } from '@site/shared/ui/icon';
import { upIcon } from '@site/shared/ui/icon-shapes';
import { useCallback, useRef, useState } from 'react';
import { FormError } from '../forms/form-error.tsx';
import { useUnsavedGuard } from '../forms/use-unsaved-guard.tsx';
import { StaffPanel } from '../layout/staff-panel.tsx';
import type { ScreenProps } from '../session/staff-screen.tsx';
import { ImportReport } from './import-report.tsx';
import styles from './transfer-page.module.css';
import { countOutcome, formatBytes, getImportError } from './transfer-text.ts';

const LEAVE_WARNING = { title: 'Leave while the import runs?', text: 'You will not see the results of the import.' };

type Status = 'draft' | 'kept';
type Run = 'check' | 'apply';

const STATUSES: readonly { readonly status: Status; readonly label: string; readonly hint: string }[] = [
  { status: 'draft', label: 'As drafts', hint: 'Nothing is published, and content that is already public here is not changed.' },
  { status: 'kept', label: 'Keep the status from the file', hint: 'Content that was public on the other site will be public here immediately.' },
];

interface Report {
  readonly run: Run;
  readonly items: readonly ImportedItem[];
}

interface ActiveRun {
  readonly run: Run;
  /** Progress, 0 to 1. */
  readonly progress: number;
}

const describeActiveRun = ({ run, progress }: ActiveRun): string => {
  if (progress < 1) return `Sending the file: ${Math.round(progress * 100)}%`;
  return run === 'check' ? 'Checking the file' : 'Importing the content';
};

const ActiveRunStatus = ({ activeRun, onCancel }: { readonly activeRun: ActiveRun; readonly onCancel: () => void }) => (
  <div className={styles.sending}>
    <progress className={styles.progress} aria-label="Import" {...(activeRun.progress < 1 ? { max: 1, value: activeRun.progress } : {})} />
    <p role="status">{describeActiveRun(activeRun)}</p>
    <Button variant="secondary" size="small" onClick={onCancel}>
      {activeRun.run === 'apply' && activeRun.progress === 1 ? 'Stop' : 'Cancel'}
    </Button>
  </div>
);

/** Lets the user choose a ZIP, shows what an import would do, and runs the import. */
export const ImportPanel = ({ services, onImported }: ScreenProps & { readonly onImported: () => void }) => {
  const [file, setFile] = useState<File | null>(null);
  const [status, setStatus] = useState<Status>('draft');
  const [activeRun, setActiveRun] = useState<ActiveRun | null>(null);
  const [report, setReport] = useState<Report | null>(null);
  const [error, setError] = useState('');
  const request = useRef<AbortController | null>(null);
  const isImporting = activeRun?.run === 'apply';
  const leaveDialog = useUnsavedGuard(
    useCallback(() => isImporting, [isImporting]),
    LEAVE_WARNING,
  );

  const clearReport = (): void => {
    setReport(null);
    setError('');
  };
  const start = async (run: Run): Promise<void> => {
    if (file === null) {
      setError('Choose an exported ZIP.');
      return;
    }
    const controller = new AbortController();
    request.current = controller;
    setError('');
    setActiveRun({ run, progress: 0 });
    const body = new FormData();
    body.set('file', file);
    const result = await services.http.call(importContent, {
      query: { run, status },
      body,
      signal: controller.signal,
      silent: true,
      onUploadProgress: (progress) => setActiveRun({ run, progress }),
    });
    setActiveRun(null);
    if (controller.signal.aborted) {
      setError(run === 'apply' ? 'Stopped. Items imported so far are kept; you can import the same file again.' : '');
    } else if (result.ok) setReport({ run, items: result.value });
    else setError(getImportError(result.error, run === 'apply'));
    if (run === 'apply') onImported();
  };

  const isChecked = report?.run === 'check';
  const canImport = isChecked && countOutcome(report.items, 'new') + countOutcome(report.items, 'changed') > 0;
  return (
    <StaffPanel title="Import">
      <p>An exported ZIP from this site or another one. You can review the changes before anything is imported.</p>
      <div className={styles.choice}>
        <label className={styles.fileButton}>
          <Icon shape={upIcon} />
          {file === null ? 'Choose a ZIP' : 'Choose another ZIP'}
          <input
            type="file"
            name="file"
            accept=".zip,application/zip"
            className={styles.fileInput}
            disabled={activeRun !== null}
            onChange={({ target }) => {
              const [chosen] = target.files ?? [];
              if (chosen === undefined) return;
              setFile(chosen);
              clearReport();
            }}
          />
        </label>
        <p className={styles.fileName}>{file === null ? 'No file chosen' : `${file.name}, ${formatBytes(file.size)}`}</p>
      </div>
      <fieldset className={styles.statuses} disabled={activeRun !== null}>
        <legend className={styles.legend}>Status of imported content</legend>
        {STATUSES.map((option) => (
          <label key={option.status} className={styles.status}>
            <input
              type="radio"
              name="status"
              checked={status === option.status}
              onChange={() => {
                setStatus(option.status);
                clearReport();
              }}
            />
            <span>
              {option.label}
              <span className={styles.hint}>{option.hint}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <FormError>{error}</FormError>
      {activeRun !== null && <ActiveRunStatus activeRun={activeRun} onCancel={() => request.current?.abort()} />}
      {report !== null && activeRun === null && <ImportReport services={services} items={report.items} isDone={report.run === 'apply'} />}
      {activeRun === null && (
        <ButtonRow>
          {report === null && <Button onClick={() => void start('check')}>Check the file</Button>}
          {canImport && <Button onClick={() => void start('apply')}>{status === 'draft' ? 'Import as drafts' : 'Import with status'}</Button>}
          {report !== null && (
            <Button variant="secondary" onClick={() => void start('check')}>
              Check again
            </Button>
          )}
        </ButtonRow>
      )}
      {isImporting && <p className={styles.muted}>Keep this screen open until the import is finished.</p>}
      {leaveDialog}
    </StaffPanel>
  );
};
