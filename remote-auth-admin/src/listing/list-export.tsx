import type { ApiError } from '@site/shared/contracts/api-error';
import { type Result, success } from '@site/shared/domain/result';
import type { HostServices } from '@site/shared/remote/host-services';
import type { ReactNode } from 'react';
import { toCsv } from './csv.ts';
import { ExportButton } from './export-button.tsx';

export interface ListExport<Row> {
  readonly fileName: string;
  /** Header of each column, and its text for a row. */
  readonly columns: readonly (readonly [name: string, getText: (row: Row) => string])[];
}

/** Renders "Export CSV" below a list. Exports the selected rows or, if none is selected, all rows that match the search and the filter. */
export const listExport =
  <Row, View>(
    services: HostServices,
    source: { readonly loadAll: (view: View) => Promise<Result<readonly Row[], ApiError>> },
    { fileName, columns }: ListExport<Row>,
  ) =>
  (view: View, selected: readonly Row[]): ReactNode => (
    <ExportButton
      services={services}
      load={async () => (selected.length > 0 ? success(selected) : source.loadAll(view))}
      fileName={fileName}
      toCsv={(rows) => toCsv([columns.map(([name]) => name), ...rows.map((row) => columns.map(([, getText]) => getText(row)))])}
    />
  );
