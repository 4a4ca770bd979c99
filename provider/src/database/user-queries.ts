import type { Kysely, Selectable, Transaction } from 'kysely';
import { NotFoundError } from '../domain/errors.ts';
import type { Tables } from './schema.ts';

export type UserRow = Selectable<Tables['users']>;

/** `email` in lower case. */
export const findUserByEmail = (db: Kysely<Tables>, email: string): Promise<UserRow | undefined> =>
  db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst();

export const findUser = (db: Kysely<Tables>, id: string): Promise<UserRow | undefined> =>
  db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();

export const hasUsers = async (db: Kysely<Tables>): Promise<boolean> => (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined;

/** The current row, locked until the transaction ends: no other one can change it. */
export const lockUser = async (transaction: Transaction<Tables>, id: string): Promise<UserRow> => {
  const user = await transaction
    .updateTable('users')
    .set((expression) => ({ role: expression.ref('role') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
  if (user === undefined) throw new NotFoundError('User');
  return user;
};
