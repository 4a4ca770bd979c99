import { suggestSlug, uploadTextPicture } from '@site/shared/contracts/writing';
import { findFreeSlug, toSlug } from '../../content/slugs.ts';
import type { Mount } from '../../http/mount-endpoint.ts';
import { invalid } from '../../http/refusal.ts';
import { planPictureChange, writeWithPicture } from '../../images/change-picture.ts';
import { findPicture } from '../../repositories/pictures.ts';
import type { Services } from '../../services.ts';

/** What the editors ask for while something is being written. */
export const mountWriting = (mount: Mount, services: Services): void => {
  const { db, addresses } = services;

  mount(suggestSlug, async ({ query }) => {
    const isTaken = async (slug: string): Promise<boolean> => {
      const rows = db.selectFrom(query.type).select('id').where('slug', '=', slug);
      return (await rows.where('id', '!=', query.except ?? '').executeTakeFirst()) !== undefined;
    };
    const slug = toSlug(query.text);
    const suggestion = await findFreeSlug(slug, isTaken);
    return { slug, isFree: suggestion === slug, suggestion };
  });

  mount(uploadTextPicture, async ({ files }) => {
    const file = files.find(({ field }) => field === 'image') ?? files[0];
    if (file === undefined) throw invalid({ image: 'Choose a picture' });
    const change = await planPictureChange(services, { currentId: null, file, isRemoved: false, focalX: undefined, focalY: undefined });
    const id = change.pictureId ?? '';
    await writeWithPicture(services, change, (transaction) => transaction.updateTable('pictures').set({ is_in_text: 1 }).where('id', '=', id).execute());
    const picture = await findPicture(db, id);
    if (picture === undefined) throw new Error('A new picture has a row.');
    return { url: addresses.address(picture, true), width: picture.width, height: picture.height };
  });
};
