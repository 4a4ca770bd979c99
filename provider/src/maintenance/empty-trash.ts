import { TRASH_DAYS } from '@site/shared/contracts/trash';
import { sql } from 'kysely';
import { TRASH_TABLES, type TrashTable } from '../content/trash.ts';
import { removePictureFiles } from '../images/change-picture.ts';
import type { Services } from '../services.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

const hasPicture = (table: TrashTable): boolean => table !== 'albums' && table !== 'applications';

/** Removes for good what has been in the trash for 30 days, with its pictures. No page shows it, so it is no change of content. Returns how many rows went. */
export const emptyTrash = async ({ db, stores, now }: Pick<Services, 'db' | 'stores' | 'now'>): Promise<number> => {
  const before = new Date(now().getTime() - TRASH_DAYS * DAY_MS).toISOString();
  let count = 0;
  for (const table of TRASH_TABLES) {
    const picture = hasPicture(table) ? sql`picture_id` : sql`null`;
    const { rows } = await sql<{ id: string; picture_id: string | null }>`
      select id, ${picture} as picture_id from ${sql.table(table)} where deleted_at <= ${before}`.execute(db);
    for (const { id, picture_id: pictureId } of rows) {
      await db.transaction().execute(async (transaction) => {
        await sql`delete from ${sql.table(table)} where id = ${id} and deleted_at is not null`.execute(transaction);
        if (pictureId !== null) await transaction.deleteFrom('pictures').where('id', '=', pictureId).execute();
      });
      if (pictureId !== null) await removePictureFiles({ stores }, pictureId);
      count += 1;
    }
  }
  return count;
};
