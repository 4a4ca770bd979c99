import { listCategories, listTopics, suggestSlug, uploadTextImage, withdrawImage } from '@site/shared/contracts/writing';
import { KINDS, SLUG_KINDS } from '@site/shared/domain/kinds';
import { NO_CONSENT } from '@site/shared/domain/photo-consent';
import { toSlug } from '@site/shared/domain/slug';
import { chooseFreeSlug } from '../../database/content-store.ts';
import { findStoredImage } from '../../database/image-queries.ts';
import { UPLOAD_LOCATIONS } from '../../database/schema/content.ts';
import { countTopics } from '../../database/topics.ts';
import { NotFoundError, ValidationError } from '../../domain/errors.ts';
import { isUploadId } from '../../domain/ids.ts';
import { addImage } from '../../images/change-image.ts';
import { withdrawImage as removeWithdrawn } from '../../images/withdraw-images.ts';
import type { Mount } from '../mount-endpoint.ts';
import { mergeConsent } from '../parse-form.ts';
import type { Services } from '../services.ts';

export const mountWriting = (mount: Mount, services: Services): void => {
  const { db, imageUrls } = services;

  mount(suggestSlug, async ({ query }) => {
    const kind = SLUG_KINDS.find((name) => KINDS[name].path === query.type);
    if (kind === undefined) throw new NotFoundError('Kind');
    const suggestion = await chooseFreeSlug(db, kind, query.text, query.except);
    const slug = toSlug(query.text);
    return { slug, isFree: suggestion === slug, suggestion };
  });

  mount(listCategories, async ({ query }) => {
    const rows = await db
      .selectFrom(query.type)
      .select('category')
      .distinct()
      .where('deleted_at', 'is', null)
      .where('category', '!=', '')
      .orderBy('category')
      .execute();
    return rows.map(({ category }) => category);
  });

  mount(listTopics, async ({ query }) => countTopics(db, query.type));

  mount(uploadTextImage, async ({ files, body, staff }) => {
    const file = files.find(({ field }) => field === 'image') ?? files[0];
    if (file === undefined) throw new ValidationError({ image: 'Choose a photo' });
    await services.uploadLimit.use(staff.id);
    const id = await addImage(services, {
      file,
      uploadedIn: UPLOAD_LOCATIONS.text,
      alt: body.alt ?? '',
      isDecorative: body.decorative === true,
      consent: mergeConsent(body, NO_CONSENT),
      by: staff,
    });
    const image = await findStoredImage(db, id);
    if (image === undefined) throw new Error('A new image has a row.');
    return { url: imageUrls.getUrl(image, true), width: image.width, height: image.height };
  });

  mount(
    withdrawImage,
    async ({ params }) => {
      const { id } = params;
      if (!isUploadId(id) || !(await removeWithdrawn(services, id))) throw new NotFoundError('Photo');
      return { _id: id };
    },
    { audit: { category: 'change', action: 'image.withdraw' } },
  );
};
