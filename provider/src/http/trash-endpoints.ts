import type { Endpoint } from '@site/shared/contracts/endpoint';
import type { deletedSchema } from '@site/shared/contracts/fields';
import type * as v from 'valibot';
import { type ContentTransaction, changeDocument } from '../content/write-document.ts';
import type { WrittenColumns } from '../database/content-store.ts';
import type { DocumentKind } from '../database/document-kinds.ts';
import type { Database } from '../database/schema/tables.ts';
import { getRestoredColumns, getTrashedColumns, type TrashState, type TrashTable, writeRow } from '../database/trash-queries.ts';
import { NotFoundError } from '../domain/errors.ts';
import { type Ownership, requireWriteAccess, type Staff } from '../domain/permissions.ts';
import type { Mount } from './mount-endpoint.ts';
import { requireFound } from './require-found.ts';
import type { Services } from './services.ts';

interface TrashResource<Row, Response extends v.GenericSchema> {
  readonly table: TrashTable;
  readonly label: string;
  readonly endpoints: { readonly remove: Endpoint<typeof deletedSchema>; readonly restore: Endpoint<Response> };
  /** Undefined for albums and applications, which are not documents. */
  readonly documentKind?: DocumentKind;
  find(db: Database, id: string, state?: TrashState): Promise<Row | undefined>;
  /** Returns the ownership that determines who may delete and restore the row. If absent, everyone with access to the endpoint may do so. */
  getOwnership?(row: Row): Ownership;
  toResponse(row: Row, staff: Staff | null): v.InferInput<Response>;
}

/**
 * Mounts soft deletion and restoring. Both change public content, except for applications, which no page shows. A document that may no longer be public becomes
 * a draft when restored.
 */
export const mountTrash = <Row extends { readonly id: string }, Response extends v.GenericSchema>(
  mount: Mount,
  { db, revision, now }: Services,
  { table, label, endpoints, documentKind, find, getOwnership, toResponse }: TrashResource<Row, Response>,
): void => {
  /** Returns false if another user has already moved the row. */
  const move = async (staff: Staff, { id }: Row, from: TrashState): Promise<boolean> => {
    const getColumns = async (transaction: Database): Promise<WrittenColumns | undefined> => {
      const row = await find(transaction, id, from);
      if (row === undefined) return undefined;
      return from === 'active' ? getTrashedColumns(table, { ...row }, now().toISOString()) : getRestoredColumns(transaction, table, id);
    };
    const write = async (transaction: Database, recordEffect: ContentTransaction['recordEffect']): Promise<boolean> => {
      const columns = await getColumns(transaction);
      if (columns === undefined) return false;
      if (documentKind === undefined) await writeRow(transaction, table, id, columns);
      else
        await changeDocument({ db: transaction, recordEffect }, documentKind, id, {
          columns,
          by: staff.id,
          at: now(),
          whenRefused: 'make draft',
          version: 'when refused',
        });
      return true;
    };
    return table === 'applications' ? db.transaction().execute((transaction) => write(transaction, () => undefined)) : revision.write(write);
  };

  const findWritableRow = async (staff: Staff, id: string | undefined, state: TrashState): Promise<Row | undefined> => {
    const row = await find(db, id ?? '', state);
    const ownership = row === undefined ? undefined : getOwnership?.(row);
    if (ownership !== undefined) requireWriteAccess(staff, ownership, ownership.status);
    return row;
  };

  mount(endpoints.remove, async ({ params, staff }) => {
    const row = await findWritableRow(staff, params.id, 'active');
    if (row === undefined || !(await move(staff, row, 'active'))) throw new NotFoundError(label);
    return { _id: row.id };
  });

  mount(endpoints.restore, async ({ params, staff }) => {
    const trashedRow = await findWritableRow(staff, params.id, 'trashed');
    if (trashedRow !== undefined) await move(staff, trashedRow, 'trashed');
    // The request may be a retry, in which case the row is already restored.
    const row = requireFound(await findWritableRow(staff, params.id, 'active'), label);
    return toResponse(row, staff);
  });
};
