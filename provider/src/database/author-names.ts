import type { Kysely } from 'kysely';
import type { Tables } from './schema.ts';

type Db = Kysely<Tables>;

/** The name of the account that wrote a post; '' when there is none any more. */
export const findAuthorName = async (db: Db, userId: string | null): Promise<string> => {
  if (userId === null) return '';
  const user = await db.selectFrom('users').select('name').where('id', '=', userId).executeTakeFirst();
  return user?.name ?? '';
};
