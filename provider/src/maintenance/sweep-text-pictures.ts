import { removePictureFiles } from '../images/change-picture.ts';
import type { Services } from '../services.ts';

/** A text that names the picture may not be saved yet. */
const SPARED_MS = 7 * 24 * 60 * 60 * 1000;

/** Removes pictures of texts that no text names any more, those in the trash included. Returns how many went. */
export const sweepTextPictures = async ({ db, stores, now }: Pick<Services, 'db' | 'stores' | 'now'>): Promise<number> => {
  const before = new Date(now().getTime() - SPARED_MS).toISOString();
  const pictures = await db.selectFrom('pictures').select('id').where('is_in_text', '=', 1).where('created_at', '<', before).execute();
  let count = 0;
  for (const { id } of pictures) {
    const named = await db
      .selectFrom('posts')
      .select('id')
      .where('content', 'like', `%${id}%`)
      .unionAll(db.selectFrom('programs').select('id').where('content', 'like', `%${id}%`))
      .limit(1)
      .executeTakeFirst();
    if (named !== undefined) continue;
    await db.deleteFrom('pictures').where('id', '=', id).execute();
    await removePictureFiles({ stores }, id);
    count += 1;
  }
  return count;
};
