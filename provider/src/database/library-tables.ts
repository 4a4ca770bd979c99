import type { VersionKind } from '@site/shared/domain/kinds';
import type { Generated } from 'kysely';

/** Where an image was uploaded. What was uploaded into the library stays there although nothing shows it. */
export const UPLOADED_IN = { document: 0, text: 1, library: 2 } as const;

/** Which texts show an image; see `text-images.ts`. */
export interface TextImageTable {
  image_id: string;
  kind: VersionKind;
  document_id: string;
  has_alt: 0 | 1;
}

/** Texts that have changed since `text_images` was written; triggers maintain it. */
export interface TextImageQueueTable {
  kind: TextImageTable['kind'];
  document_id: string;
}

/** What the library of images knows about one. */
export interface LibraryColumns {
  /** What a document is offered that chooses the image. */
  default_alt: Generated<string>;
  /** It adds nothing to the texts around it, and needs no alternative text. */
  is_decorative: Generated<0 | 1>;
  /** The former file of an image, for versions that show it; no document can choose it. */
  is_copy: Generated<0 | 1>;
  /** The image that a copy comes from: both are one photo, for consent, withdrawal and erasure. Its own id if that is not known; null until the scheduler has looked, and for other images. */
  origin_id: Generated<string | null>;
  /** The alternative text without case and diacritics; null until it is known. */
  alt_key: Generated<string | null>;
  /** The place of `UPLOADED_IN`; the name is of a time without uploads into the library. */
  is_in_text: Generated<(typeof UPLOADED_IN)[keyof typeof UPLOADED_IN]>;
  /** The account that uploaded it into the library. */
  uploaded_by: Generated<string | null>;
  /** Of the key with which it was sent: sent again, it is stored once. */
  upload_hash: Generated<string | null>;
  /** When it was put into the trash; without effect while something shows it. */
  trashed_at: Generated<string | null>;
}
