import type { GalleryImage } from '@site/shared/contracts/gallery';
import { galleryImageFormSchema } from '@site/shared/contracts/gallery';
import { failure, type Result, success } from '@site/shared/domain/result';
import { type FieldErrors, parseForm } from '../forms/parse-form.ts';

/** What the picture's form sends, judged by the provider's own schema; or the first message of each field. */
export const imageFormData = (form: HTMLFormElement, image: GalleryImage, mayPublish: boolean): Result<FormData, FieldErrors> => {
  const entered = new FormData(form);
  // A box without a tick sends nothing, and what is absent stays as it is.
  if (mayPublish) entered.set('published', String(entered.has('published')));
  if (image.updatedAt) entered.set('updatedAt', image.updatedAt);
  const file = entered.get('image');
  // A file field without a choice sends an empty file.
  if (file instanceof File && file.size === 0) entered.delete('image');

  const texts = [...entered].filter(([, value]) => typeof value === 'string');
  const parsed = parseForm(galleryImageFormSchema, Object.fromEntries(texts));
  return parsed.ok ? success(entered) : failure(parsed.error);
};
