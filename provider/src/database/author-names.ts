import type { Kysely } from 'kysely';
import { getSearchColumns } from './derived-columns.ts';
import type { Revision } from './revision.ts';
import type { Tables } from './schema.ts';

type Db = Kysely<Tables>;

/** The name of the account that wrote a post; '' when there is none any more. */
export const findAuthorName = async (db: Db, userId: string | null): Promise<string> => {
  if (userId === null) return '';
  const user = await db.selectFrom('users').select('name').where('id', '=', userId).executeTakeFirst();
  return user?.name ?? '';
};

const selectPostsOf = (db: Db, userId: string, name: string) =>
  db
    .selectFrom('posts')
    .select(['id', 'title', 'excerpt', 'category', 'tags', 'content', 'updated_at'])
    .where('author_id', '=', userId)
    .where('author_name', '=', name);

/** The posts of an account follow its name; another name that somebody has entered stays. They keep their versions, so that nobody's open editor conflicts. */
export const renameAuthor = async (
  { db, revision }: { readonly db: Db; readonly revision: Revision },
  userId: string,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> => {
  if (from === to || (await selectPostsOf(db, userId, from).limit(1).executeTakeFirst()) === undefined) return;
  await revision.write(async (transaction) => {
    for (const row of await selectPostsOf(transaction, userId, from).execute()) {
      const columns = { author_name: to };
      await transaction
        .updateTable('posts')
        .set({ ...columns, ...getSearchColumns('posts', { ...row, ...columns }) })
        .where('id', '=', row.id)
        .execute();
    }
  }, 'addition');
};
