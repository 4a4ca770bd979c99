import { createExport, type ExportSummary, TRANSFER_KINDS } from '@site/shared/contracts/transfer';
import { Button } from '@site/shared/ui/button';
import { downloadIcon } from '@site/shared/ui/icon-shapes';
import { FormError } from '../forms/form-error.tsx';
import { useMutation } from '../forms/use-mutation.ts';
import { StaffPanel } from '../layout/staff-panel.tsx';
import type { ScreenProps } from '../session/staff-screen.tsx';
import styles from './transfer-page.module.css';
import { formatBytes, KIND_NAMES } from './transfer-text.ts';

/** Lets the browser download the file, which may be too large for the page's memory. */
const download = (path: string): void => {
  const link = document.createElement('a');
  link.href = path;
  link.download = '';
  link.click();
};

export const ExportPanel = ({ services, summary: { counts, bytes } }: ScreenProps & { readonly summary: ExportSummary }) => {
  const { pending, error, run } = useMutation();
  const start = () =>
    run(
      'export',
      () => services.http.call(createExport, {}),
      ({ path }) => {
        download(path);
        services.notify.success('Download started');
      },
    );
  return (
    <StaffPanel title="Export">
      <p>All content in one ZIP file, including drafts: texts as JSON and original photos, about {formatBytes(bytes)}.</p>
      <dl className={styles.counts}>
        {TRANSFER_KINDS.map((kind) => (
          <div key={kind} className={styles.count}>
            <dt className={styles.muted}>{KIND_NAMES[kind]}</dt>
            <dd className={styles.number}>{counts[kind].toLocaleString('en-US')}</dd>
          </div>
        ))}
      </dl>
      <p className={styles.muted}>
        Not included: accounts, applications, the activity log, earlier versions, the trash, and photo consent records. This is not a backup.
      </p>
      <FormError>{error}</FormError>
      <div>
        <Button icon={downloadIcon} busy={pending !== ''} onClick={() => void start()}>
          Export
        </Button>
      </div>
    </StaffPanel>
  );
};
