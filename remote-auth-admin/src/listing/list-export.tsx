import { success } from '@site/shared/domain/result';
import type { HostServices } from '@site/shared/remote/host-services';
import type { ReactNode } from 'react';
import { toCsv } from './csv.ts';
import { ExportButton } from './export-button.tsx';
import type { ListSource } from './list-source.ts';
import type { ListView } from './list-view.ts';

interface ListExport<Row> {
  readonly fileName: string;
  /** The header of each column, and its text. */
  readonly columns: readonly (readonly [name: string, getText: (row: Row) => string])[];
}

/** "Export CSV" of a list: the selected rows, or all that the search and the filter show, in the order of the list. */
export const listExport =
  <Row,>(services: HostServices, source: Pick<ListSource<Row>, 'loadAll'>, { fileName, columns }: ListExport<Row>) =>
  (view: ListView, selected: readonly Row[]): ReactNode => (
    <ExportButton
      services={services}
      load={async () => (selected.length > 0 ? success(selected) : source.loadAll(view))}
      fileName={fileName}
      toCsv={(rows) => toCsv([columns.map(([name]) => name), ...rows.map((row) => columns.map(([, getText]) => getText(row)))])}
    />
  );
