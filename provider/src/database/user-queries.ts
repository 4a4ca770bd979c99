import type { Selectable, Transaction } from 'kysely';
import { NotFoundError } from '../domain/errors.ts';
import type { Database, Tables } from './schema/tables.ts';

export type UserRow = Selectable<Tables['users']>;

/** Finds a user. `email` must be in lower case. */
export const findUserByEmail = (db: Database, email: string): Promise<UserRow | undefined> =>
  db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst();

export const findUser = (db: Database, id: string): Promise<UserRow | undefined> => db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();

export const hasUsers = async (db: Database): Promise<boolean> => (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined;

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

export const findAuthorName = async (db: Database, userId: string | null): Promise<string> => {
  if (userId === null) return '';
  const user = await db.selectFrom('users').select('name').where('id', '=', userId).executeTakeFirst();
  return user?.name ?? '';
};
