import type { ApiError } from '@site/shared/contracts/api-error';
import type { Result } from '@site/shared/domain/result';
import type { HostServices } from '@site/shared/remote/host-services';
import { Button } from '@site/shared/ui/button';
import { downloadIcon } from '@site/shared/ui/icon-shapes';
import { useState } from 'react';
import { getApiErrorMessage } from '../forms/api-error-message.ts';
import { downloadText } from './csv.ts';

interface ExportButtonProps<Row> {
  readonly services: HostServices;
  readonly load: () => Promise<Result<readonly Row[], ApiError>>;
  readonly fileName: string;
  readonly toCsv: (rows: readonly Row[]) => string;
}

/** Loads rows and downloads them as a CSV file. */
export const ExportButton = <Row,>({ services, load, fileName, toCsv }: ExportButtonProps<Row>) => {
  const [isBusy, setIsBusy] = useState(false);
  const exportRows = async (): Promise<void> => {
    setIsBusy(true);
    const rows = await load();
    setIsBusy(false);
    if (rows.ok) downloadText(toCsv(rows.value), fileName, 'text/csv;charset=utf-8');
    else services.notify.error(getApiErrorMessage(rows.error));
  };
  return (
    <Button variant="secondary" size="small" icon={downloadIcon} busy={isBusy} onClick={() => void exportRows()}>
      Export CSV
    </Button>
  );
};
