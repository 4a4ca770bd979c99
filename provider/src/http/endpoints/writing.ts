import { suggestSlug, uploadTextPicture } from '@site/shared/contracts/writing';
import { findStoredImage } from '../../database/image-queries.ts';
import { ValidationError } from '../../domain/errors.ts';
import { findFreeSlug, toSlug } from '../../domain/slugs.ts';
import { planImageChange, writeWithImage } from '../../images/change-image.ts';
import type { Mount } from '../mount-endpoint.ts';
import type { Services } from '../services.ts';

/** What the editors ask for while something is being written. */
export const mountWriting = (mount: Mount, services: Services): void => {
  const { db, imageUrls } = services;

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
    if (file === undefined) throw new ValidationError({ image: 'Choose an image' });
    const change = await planImageChange(services, { currentId: null, file, isRemoved: false, focalX: undefined, focalY: undefined });
    const id = change.imageId ?? '';
    await writeWithImage(services, change, (transaction) => transaction.updateTable('pictures').set({ is_in_text: 1 }).where('id', '=', id).execute());
    const picture = await findStoredImage(db, id);
    if (picture === undefined) throw new Error('A new picture has a row.');
    return { url: imageUrls.getUrl(picture, true), width: picture.width, height: picture.height };
  });
};
