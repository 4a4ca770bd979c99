import type { ApiError } from '@site/shared/contracts/api-error';
import type { ExportSummary } from '@site/shared/contracts/transfer';
import type { Result } from '@site/shared/domain/result';
import { useLoaderData, useRevalidator } from '@site/shared/router';
import { PageFailure } from '@site/shared/ui/page-failure';
import { getApiErrorMessage } from '../forms/api-error-message.ts';
import { ScreenHeader } from '../layout/screen-header.tsx';
import type { ScreenProps } from '../session/staff-screen.tsx';
import { ExportPanel } from './export-panel.tsx';
import { ImportPanel } from './import-panel.tsx';
import styles from './transfer-page.module.css';

/** Exports and imports content and images as one ZIP, for administrators (STAFF-22). */
export const TransferPage = ({ services }: ScreenProps) => {
  const summary = useLoaderData<Result<ExportSummary, ApiError>>();
  const { revalidate, state } = useRevalidator();
  return (
    <div className={styles.page}>
      <ScreenHeader title="Import and export" lead="Export or import content and photos." />
      {summary.ok ? (
        <div className={styles.parts}>
          <ExportPanel services={services} summary={summary.value} />
          <ImportPanel services={services} onImported={() => void revalidate()} />
        </div>
      ) : (
        <PageFailure
          title="The list of export contents could not be loaded"
          message={getApiErrorMessage(summary.error)}
          onRetry={() => void revalidate()}
          retrying={state === 'loading'}
        />
      )}
    </div>
  );
};
