import type { Kysely, Selectable } from 'kysely';
import type { Tables } from './schema.ts';

export type UserRow = Selectable<Tables['users']>;

/** `email` in lower case. */
export const findUserByEmail = (db: Kysely<Tables>, email: string): Promise<UserRow | undefined> =>
  db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst();

export const findUser = (db: Kysely<Tables>, id: string): Promise<UserRow | undefined> =>
  db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();

export const hasUsers = async (db: Kysely<Tables>): Promise<boolean> => (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined;
