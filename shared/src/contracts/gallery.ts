import * as v from 'valibot';
import { contentKind, formSchema, textField } from '../domain/content-kind.ts';
import { flagField } from '../domain/form-fields.ts';
import { maxCharacters } from '../domain/text-length.ts';
import { endpoint } from './endpoint.ts';
import { decorativeFlag, deletedSchema, imageColor, optionalText, timestamp } from './fields.ts';
import { listQuerySchema, paginated } from './pagination.ts';

/** One image (DATA-04). `url` is absolute or below `/img`; `alt` describes the image; `width` and `height` are in pixels, 0 if unknown. */
export const galleryImageSchema = v.object({
  _id: v.string(),
  title: optionalText,
  url: optionalText,
  alt: optionalText,
  width: v.nullish(v.number(), 0),
  height: v.nullish(v.number(), 0),
  /** URL of an image with title and date for link previews, 1200 x 630 pixels; absent for images that are not public, and from other servers. */
  shareImage: v.optional(v.string()),
  createdAt: timestamp,
  updatedAt: v.optional(v.nullable(v.string())),
  album: v.nullish(v.object({ _id: v.string() }), null),
  published: v.nullish(v.boolean(), true),
  /** Focal point, 0 to 1; null lets the image server decide. */
  focalX: v.optional(v.nullable(v.number())),
  focalY: v.optional(v.nullable(v.number())),
  color: imageColor,
  decorative: decorativeFlag,
  /** Consent, sent to staff only: whether people under 18 are recognisable (null if not recorded), who agreed to publication, and on which day. */
  consent: v.optional(v.object({ showsMinors: v.nullable(v.boolean()), consentBy: v.string(), consentOn: v.string() })),
  /** Account that uploaded the image; sent to staff only. */
  authorId: v.optional(v.nullable(v.string())),
  isSample: v.nullish(v.boolean(), false),
});
export interface GalleryImage extends v.InferOutput<typeof galleryImageSchema> {}

/** Album. `count` (all images) and `cover` (URL of the first image, '' if there is none) are sent to staff only. */
export const albumSchema = v.object({ _id: v.string(), name: optionalText, count: v.optional(v.number()), cover: v.optional(v.string()) });
export type Album = v.InferOutput<typeof albumSchema>;

const idField = v.optional(v.pipe(v.string(), maxCharacters(60)));

/** Query of an image list. With `at` (an id), the page begins with that image if it is in the list. */
export const imageQuerySchema = v.object({ ...listQuerySchema.entries, at: idField });

/**
 * `album` (an id, or `none` for images without an album) selects images, in album order. `missing=alt` selects images without alternative text,
 * `sample=true` selects samples. The counts are `all`, and within the selected album `album`, `missingAlt`, `draft` and `sample`.
 */
export const allImagesQuerySchema = v.object({
  ...imageQuerySchema.entries,
  album: idField,
  missing: v.optional(v.picklist(['alt'], 'must be alt')),
  sample: v.optional(v.picklist(['true'], 'must be true')),
});

/** Lists published images only, newest first ("All Photos", X-16). */
export const listPublishedImages = endpoint({
  method: 'GET',
  path: '/gallery/published',
  access: 'public',
  envelope: 'data',
  query: imageQuerySchema,
  response: v.array(galleryImageSchema),
});
export const listPublishedImagesPage = paginated(listPublishedImages);
export const listAlbums = endpoint({ method: 'GET', path: '/gallery/albums', access: 'public', envelope: 'data', response: v.array(albumSchema) });
export const listAlbumImages = endpoint({
  method: 'GET',
  path: '/gallery/albums/:id/images',
  access: 'public',
  envelope: 'data',
  query: imageQuerySchema,
  response: v.array(galleryImageSchema),
});
export const listAlbumImagesPage = paginated(listAlbumImages);

/** Gallery images as a kind of content (DATA-04). */
export const galleryImageKind = contentKind({
  name: 'image',
  fields: {
    title: textField({ label: 'Title', maxLength: 120 }),
    album: textField({ label: 'Album', maxLength: 60 }),
    published: { label: 'Published', schema: flagField },
  },
  image: { name: 'image', label: 'Photo', altField: 'alt', search: 'summary', removeField: null, altRequired: 'never' },
  publishAtField: null,
});

/** Image form (NS-05). The file field is `image`; `album` is an id, or '' for none. */
export const galleryImageFormSchema = formSchema(galleryImageKind);
export type GalleryImageForm = v.InferOutput<typeof galleryImageFormSchema>;

/** Album form. Names are unique, ignoring case. */
export const albumFormSchema = v.object({
  name: v.pipe(v.string('Enter a name'), v.trim(), v.nonEmpty('Enter a name'), maxCharacters(80, 'Use 80 characters or fewer')),
});

const imageIdsField = (maximum: number) =>
  v.pipe(v.array(v.pipe(v.string(), maxCharacters(60))), v.minLength(1, 'Choose one photo or more'), v.maxLength(maximum, `Choose ${maximum} photos or fewer`));

/** Restores an album with its images; 409 while another album has the same name. */
export const restoreAlbum = endpoint({ method: 'POST', path: '/gallery/albums/:id/restore', access: 'editor', envelope: 'data', response: albumSchema });
/** Sorts an album's images in this order. Unlisted images follow in their previous order; images added later come first. */
export const orderAlbumImages = endpoint({
  method: 'POST',
  path: '/gallery/albums/:id/order',
  access: 'editor',
  envelope: 'data',
  body: v.object({ imageIds: imageIdsField(2000) }),
  response: albumSchema,
});
/** Puts the listed albums first, in this order; returns all albums. */
export const orderAlbums = endpoint({
  method: 'POST',
  path: '/gallery/albums/order',
  access: 'editor',
  envelope: 'data',
  body: v.object({ albumIds: v.pipe(v.array(v.pipe(v.string(), maxCharacters(60))), v.minLength(1), v.maxLength(500)) }),
  response: v.array(albumSchema),
});
/** Moves all listed images or none (API-15); `albumId: null` removes them from their albums. */
export const moveToAlbumSchema = v.object({
  imageIds: imageIdsField(500),
  albumId: v.nullable(v.pipe(v.string(), maxCharacters(60))),
});

/** Lists published images for visitors and all images for staff. Screens that need all images send `status=all`, which returns 401 without a session. */
export const listImages = endpoint({
  method: 'GET',
  path: '/gallery',
  access: 'public',
  envelope: 'data',
  query: allImagesQuerySchema,
  response: v.array(galleryImageSchema),
});
export const listImagesPage = paginated(listImages);
export const getImage = endpoint({ method: 'GET', path: '/gallery/:id', access: 'public', envelope: 'data', response: galleryImageSchema });
export const createImage = endpoint({
  method: 'POST',
  path: '/gallery',
  access: 'staff',
  envelope: 'data',
  body: galleryImageFormSchema,
  bodyType: 'multipart',
  file: { name: galleryImageKind.image.name, type: 'image/*' },
  acceptedHeaders: ['Idempotency-Key'],
  response: galleryImageSchema,
  status: 201,
});
export const updateImage = endpoint({
  method: 'PUT',
  path: '/gallery/:id',
  access: 'staff',
  envelope: 'data',
  body: galleryImageFormSchema,
  bodyType: 'multipart',
  file: { name: galleryImageKind.image.name, type: 'image/*' },
  acceptedHeaders: ['If-Match'],
  response: galleryImageSchema,
});
/** Moves the image to the trash for 30 days. */
export const deleteImage = endpoint({ method: 'DELETE', path: '/gallery/:id', access: 'staff', envelope: 'data', response: deletedSchema });
/** Restores an image, to its album if that still exists. Requires the same permission as deleting. */
export const restoreImage = endpoint({ method: 'POST', path: '/gallery/:id/restore', access: 'staff', envelope: 'data', response: galleryImageSchema });
export const getAlbum = endpoint({ method: 'GET', path: '/gallery/albums/:id', access: 'public', envelope: 'data', response: albumSchema });
export const createAlbum = endpoint({
  method: 'POST',
  path: '/gallery/albums',
  access: 'editor',
  envelope: 'data',
  bodyType: 'multipart',
  body: albumFormSchema,
  response: albumSchema,
  status: 201,
});
export const updateAlbum = endpoint({
  method: 'PUT',
  path: '/gallery/albums/:id',
  access: 'editor',
  envelope: 'data',
  bodyType: 'multipart',
  body: albumFormSchema,
  response: albumSchema,
});
/** Moves the album to the trash for 30 days. Its images remain, without an album. */
export const deleteAlbum = endpoint({ method: 'DELETE', path: '/gallery/albums/:id', access: 'editor', envelope: 'data', response: deletedSchema });
export const moveToAlbum = endpoint({
  method: 'POST',
  path: '/gallery/move-to-album',
  access: 'editor',
  envelope: 'data',
  body: moveToAlbumSchema,
  response: v.array(galleryImageSchema),
});
