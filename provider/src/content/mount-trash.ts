import type { Endpoint } from '@site/shared/contracts/endpoint';
import type { deletedSchema } from '@site/shared/contracts/fields';
import type * as v from 'valibot';
import type { Staff } from '../auth/staff.ts';
import type { Mount } from '../http/mount-endpoint.ts';
import { notFound } from '../http/refusal.ts';
import type { Services } from '../services.ts';
import { type Place, type TrashTable, takeBack, throwAway } from './trash.ts';
import { requireStaff } from './write-rules.ts';

export interface TrashKind<Row extends { readonly id: string }, Answer extends v.GenericSchema> {
  readonly table: TrashTable;
  /** In refusals: "Post not found." */
  readonly name: string;
  readonly remove: Endpoint<typeof deletedSchema>;
  readonly restore: Endpoint<Answer>;
  find(id: string, place: Place): Promise<Row | undefined>;
  /** Throws when this member of staff may not delete the row; the same rule holds for bringing it back. */
  checkMay?(staff: Staff, row: Row): void;
  answer(row: Row): v.InferInput<Answer>;
}

/** Deleting into the trash, and restoring from it. Both are changes of content, except for applications, which no page shows. */
export const mountTrash = <Row extends { readonly id: string }, Answer extends v.GenericSchema>(
  mount: Mount,
  { db, revision, now }: Services,
  { table, name, remove, restore, find, checkMay, answer }: TrashKind<Row, Answer>,
): void => {
  const write: typeof revision.write = table === 'applications' ? (work) => db.transaction().execute(work) : revision.write;

  const findFor = async (staff: Staff, id: string | undefined, place: Place): Promise<Row | undefined> => {
    const row = await find(id ?? '', place);
    if (row !== undefined) checkMay?.(staff, row);
    return row;
  };

  mount(remove, async ({ params, staff }) => {
    const row = await findFor(requireStaff(staff), params.id, 'kept');
    if (row === undefined || !(await write((transaction) => throwAway(transaction, table, row.id, now().toISOString())))) throw notFound(name);
    return { _id: row.id };
  });

  mount(restore, async ({ params, staff: caller }) => {
    const staff = requireStaff(caller);
    const trashed = await findFor(staff, params.id, 'trash');
    if (trashed !== undefined) await write((transaction) => takeBack(transaction, table, trashed.id));
    // Asked for twice, it is already there.
    const row = await findFor(staff, params.id, 'kept');
    if (row === undefined) throw notFound(name);
    return answer(row);
  });
};
