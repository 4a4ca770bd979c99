import * as v from 'valibot';
import { endpoint } from './endpoint.ts';
import { moment, text } from './fields.ts';
import { listQuerySchema, pageOf } from './list-query.ts';

/** One photo (DATA-04). `url` is absolute or below `/img`; `alt` says what it shows; `width` and `height` in pixels, 0 when unknown. */
export const galleryImageSchema = v.object({
  _id: v.string(),
  title: text,
  url: text,
  alt: text,
  width: v.nullish(v.number(), 0),
  height: v.nullish(v.number(), 0),
  createdAt: moment,
  updatedAt: v.optional(v.nullable(v.string())),
  album: v.nullish(v.object({ _id: v.string() }), null),
  published: v.nullish(v.boolean(), true),
  /** Where the subject stands, 0 to 1; null lets the cropper decide. */
  focalX: v.optional(v.nullable(v.number())),
  focalY: v.optional(v.nullable(v.number())),
  isSample: v.nullish(v.boolean(), false),
});
export type GalleryImage = v.InferOutput<typeof galleryImageSchema>;

/** `count` (all images) and `cover` (address of the first one, '' without) come with the list of a signed-in member of staff. */
export const albumSchema = v.object({ _id: v.string(), name: text, count: v.optional(v.number()), cover: v.optional(v.string()) });
export type Album = v.InferOutput<typeof albumSchema>;

/** `at` (an id): the part begins with that image, if it is in the list. */
export const imageQuerySchema = v.object({ ...listQuerySchema.entries, at: v.optional(v.pipe(v.string(), v.maxLength(60))) });

/** "All Photos": published images only, newest first. */
export const listPublishedImages = endpoint({
  method: 'GET',
  path: '/gallery/published',
  access: 'public',
  envelope: 'data',
  query: imageQuerySchema,
  answer: v.array(galleryImageSchema),
});
export const pagePublishedImages = pageOf(listPublishedImages);
export const listAlbums = endpoint({ method: 'GET', path: '/gallery/albums', access: 'public', envelope: 'data', answer: v.array(albumSchema) });
export const listAlbumImages = endpoint({
  method: 'GET',
  path: '/gallery/albums/:id/images',
  access: 'public',
  envelope: 'data',
  query: imageQuerySchema,
  answer: v.array(galleryImageSchema),
});
export const pageAlbumImages = pageOf(listAlbumImages);
