import type { Endpoint } from '@site/shared/contracts/endpoint';
import type { deletedSchema } from '@site/shared/contracts/fields';
import type * as v from 'valibot';
import { restore, softDelete, type TrashState, type TrashTable } from '../database/trash-queries.ts';
import { NotFoundError } from '../domain/errors.ts';
import type { Staff } from '../domain/permissions.ts';
import { requireStaff } from '../domain/permissions.ts';
import type { Mount } from './mount-endpoint.ts';
import type { Services } from './services.ts';

export interface TrashKind<Row extends { readonly id: string }, Answer extends v.GenericSchema> {
  readonly table: TrashTable;
  /** In refusals: "Post not found." */
  readonly name: string;
  readonly remove: Endpoint<typeof deletedSchema>;
  readonly restore: Endpoint<Answer>;
  find(id: string, place: TrashState): Promise<Row | undefined>;
  /** Throws when this member of staff may not delete the row; the same rule holds for bringing it back. */
  checkAllowed?(staff: Staff, row: Row): void;
  answer(row: Row): v.InferInput<Answer>;
}

/** Deleting into the trash, and restoring from it. Both are changes of content, except for applications, which no page shows. */
export const mountTrash = <Row extends { readonly id: string }, Answer extends v.GenericSchema>(
  mount: Mount,
  { db, revision, now }: Services,
  { table, name, remove, restore: restoreEndpoint, find, checkAllowed, answer }: TrashKind<Row, Answer>,
): void => {
  const write: typeof revision.write = table === 'applications' ? (work) => db.transaction().execute(work) : revision.write;

  const findFor = async (staff: Staff, id: string | undefined, place: TrashState): Promise<Row | undefined> => {
    const row = await find(id ?? '', place);
    if (row !== undefined) checkAllowed?.(staff, row);
    return row;
  };

  mount(remove, async ({ params, staff }) => {
    const row = await findFor(requireStaff(staff), params.id, 'active');
    if (row === undefined || !(await write((transaction) => softDelete(transaction, table, row.id, now().toISOString())))) throw new NotFoundError(name);
    return { _id: row.id };
  });

  mount(restoreEndpoint, async ({ params, staff: caller }) => {
    const staff = requireStaff(caller);
    const trashed = await findFor(staff, params.id, 'trashed');
    if (trashed !== undefined) await write((transaction) => restore(transaction, table, trashed.id));
    // Asked for twice, it is already there.
    const row = await findFor(staff, params.id, 'active');
    if (row === undefined) throw new NotFoundError(name);
    return answer(row);
  });
};
