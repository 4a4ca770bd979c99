import type { GalleryImage } from '@site/shared/contracts/gallery';
import { galleryImageFormSchema } from '@site/shared/contracts/gallery';
import type { FieldErrors } from '@site/shared/domain/content-kind';
import { failure, type Result, success } from '@site/shared/domain/result';
import type { ImageChoice } from '../forms/image-choice.ts';
import { parseForm } from '../forms/parse-form.ts';

/** The form to send for an image, checked by the provider's own schema; or the first message of each field. */
export const imageFormData = (form: HTMLFormElement, { file, focal }: ImageChoice, image: GalleryImage, mayPublish: boolean): Result<FormData, FieldErrors> => {
  const entered = new FormData(form);
  // A box without a tick sends nothing, and what is absent stays as it is.
  if (mayPublish) entered.set('published', String(entered.has('published')));
  if (image.updatedAt) entered.set('updatedAt', image.updatedAt);
  // A file input without a choice sends an empty file.
  if (file === null) entered.delete('image');
  else entered.set('image', file);
  if (focal !== null) {
    entered.set('focalX', String(focal.x));
    entered.set('focalY', String(focal.y));
  }

  const texts = [...entered].filter(([, value]) => typeof value === 'string');
  const parsed = parseForm(galleryImageFormSchema, Object.fromEntries(texts));
  return parsed.ok ? success(entered) : failure(parsed.error);
};
