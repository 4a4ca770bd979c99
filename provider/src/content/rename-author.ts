import { DOCUMENT_KINDS } from '../database/document-kinds.ts';
import type { Revision } from '../database/revision.ts';
import type { Database } from '../database/schema/tables.ts';
import { changeDocument } from './write-document.ts';

/** Changes the author's name in all posts by an account, except where another name was entered by hand. `by` is the id of the account that makes the change. */
export const renameAuthor = async (
  { db, revision, now }: { readonly db: Database; readonly revision: Revision; readonly now: () => Date },
  userId: string,
  { from, to, by }: { readonly from: string; readonly to: string; readonly by: string },
): Promise<void> => {
  const selectPosts = (connection: Database) => connection.selectFrom('posts').select('id').where('author_id', '=', userId).where('author_name', '=', from);
  if (from === to || (await selectPosts(db).limit(1).executeTakeFirst()) === undefined) return;
  const at = now();
  await revision.write(async (transaction, recordEffect) => {
    for (const { id } of await selectPosts(transaction).execute())
      await changeDocument({ db: transaction, recordEffect }, DOCUMENT_KINDS.post, id, {
        columns: { author_name: to },
        by,
        at,
        whenRefused: 'make draft',
        version: 'none',
      });
  });
};
