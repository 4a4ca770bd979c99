import type { Endpoint } from '@site/shared/contracts/endpoint';
import type { deletedSchema } from '@site/shared/contracts/fields';
import type { Kysely, Transaction } from 'kysely';
import type * as v from 'valibot';
import type { Tables } from '../database/schema.ts';
import { restore, softDelete, type TrashState, type TrashTable } from '../database/trash-queries.ts';
import { NotFoundError } from '../domain/errors.ts';
import { checkMayWrite, type Ownership, requireStaff, type Staff } from '../domain/permissions.ts';
import type { Mount } from './mount-endpoint.ts';
import type { Services } from './services.ts';

interface TrashResource<Row, Response extends v.GenericSchema> {
  readonly table: TrashTable;
  /** In messages: "Post not found." */
  readonly label: string;
  readonly endpoints: { readonly remove: Endpoint<typeof deletedSchema>; readonly restore: Endpoint<Response> };
  find(db: Kysely<Tables>, id: string, state?: TrashState): Promise<Row | undefined>;
  /** Decides who may delete and restore the row; by default, everyone who may call the endpoint. */
  getOwnership?(row: Row): Ownership;
  toResponse(row: Row, staff: Staff | null): v.InferInput<Response>;
}

/** Soft deletion and restoring. Both change public content, except for applications, which no page shows. */
export const mountTrash = <Row extends { readonly id: string }, Response extends v.GenericSchema>(
  mount: Mount,
  { db, revision, now }: Services,
  { table, label, endpoints, find, getOwnership, toResponse }: TrashResource<Row, Response>,
): void => {
  /** Albums have no status: visitors see them all. */
  const write = <T>(row: Row, work: (transaction: Transaction<Tables>) => Promise<T>): Promise<T> => {
    if (table === 'applications') return db.transaction().execute(work);
    const status = getOwnership?.(row).status ?? 'published';
    return revision.write(work, status === 'published' || status === 'scheduled' ? 'withdrawal' : 'internal');
  };

  const findFor = async (staff: Staff, id: string | undefined, state: TrashState): Promise<Row | undefined> => {
    const row = await find(db, id ?? '', state);
    const ownership = row === undefined ? undefined : getOwnership?.(row);
    if (ownership !== undefined) checkMayWrite(staff, ownership, ownership.status);
    return row;
  };

  mount(endpoints.remove, async ({ params, staff }) => {
    const row = await findFor(requireStaff(staff), params.id, 'active');
    const isDeleted = row !== undefined && (await write(row, (transaction) => softDelete(transaction, table, row.id, now().toISOString())));
    if (!isDeleted) throw new NotFoundError(label);
    return { _id: row.id };
  });

  mount(endpoints.restore, async ({ params, staff: caller }) => {
    const staff = requireStaff(caller);
    const trashed = await findFor(staff, params.id, 'trashed');
    if (trashed !== undefined) await write(trashed, (transaction) => restore(transaction, table, trashed.id));
    // A repeated request: the row is already restored.
    const row = await findFor(staff, params.id, 'active');
    if (row === undefined) throw new NotFoundError(label);
    return toResponse(row, staff);
  });
};
