import type { PhotoConsent } from '@site/shared/domain/photo-consent';
import { recordPhotoConsent } from '../database/consent-queries.ts';
import { setImageAlt } from '../database/library-queries.ts';
import type { UPLOADED_IN } from '../database/library-tables.ts';
import type { Staff } from '../domain/permissions.ts';
import type { UploadedFile } from './accept-upload.ts';
import { type ContentServices, planImageChange, writeWithImage } from './change-image.ts';

interface NewImage {
  readonly file: UploadedFile;
  readonly place: (typeof UPLOADED_IN)['text' | 'library'];
  readonly alt: string;
  readonly isDecorative: boolean;
  readonly consent: PhotoConsent;
  readonly by: Staff;
  /** Of the key with which it was sent. */
  readonly uploadHash?: string | null;
}

/** Stores an image that no document has yet. Returns its id. */
export const addImage = async (services: ContentServices, image: NewImage): Promise<string> => {
  const { file, place, alt, isDecorative, consent, by, uploadHash = null } = image;
  const change = await planImageChange(services, { currentId: null, file, focalX: undefined, focalY: undefined });
  const id = change.imageId ?? '';
  await writeWithImage(
    services,
    change,
    async (transaction) => {
      await transaction
        .updateTable('pictures')
        .set({ is_in_text: place, is_decorative: isDecorative ? 1 : 0, uploaded_by: by.id, upload_hash: uploadHash })
        .where('id', '=', id)
        .execute();
      await setImageAlt(transaction, id, alt);
      await recordPhotoConsent(transaction, id, { consent, by: by.name, at: services.now() });
    },
    // No document shows it yet.
    'internal',
  );
  return id;
};
