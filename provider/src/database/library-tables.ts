import type { Generated } from 'kysely';

/** Which texts show an image; see `text-images.ts`. */
export interface TextImageTable {
  image_id: string;
  kind: 'post' | 'event' | 'program';
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
  /** The alternative text without case and diacritics; null until it is known. */
  alt_key: Generated<string | null>;
}
