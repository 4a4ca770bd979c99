import * as v from 'valibot';
import { contentKind, formSchema, textField } from '../domain/content-kind.ts';
import { flagField } from '../domain/form-fields.ts';
import { endpoint } from './endpoint.ts';
import { deletedSchema, optionalText, timestamp } from './fields.ts';
import { listQuerySchema, paginated } from './pagination.ts';

/** One photo (DATA-04). `url` is absolute or below `/img`; `alt` says what it shows; `width` and `height` in pixels, 0 when unknown. */
export const galleryImageSchema = v.object({
  _id: v.string(),
  title: optionalText,
  url: optionalText,
  alt: optionalText,
  width: v.nullish(v.number(), 0),
  height: v.nullish(v.number(), 0),
  createdAt: timestamp,
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
export const albumSchema = v.object({ _id: v.string(), name: optionalText, count: v.optional(v.number()), cover: v.optional(v.string()) });
export type Album = v.InferOutput<typeof albumSchema>;

const idField = v.optional(v.pipe(v.string(), v.maxLength(60)));

/** `at` (an id): the part begins with that image, if it is in the list. */
export const imageQuerySchema = v.object({ ...listQuerySchema.entries, at: idField });

/**
 * `album` (an id, or `none` for images without an album) selects images, in the order of their album; `missing=alt` those without alternative text;
 * `sample=true` samples. `counts` are `all`, and within the selected album `album`, `missingAlt`, `draft` and `sample`.
 */
export const allImagesQuerySchema = v.object({
  ...imageQuerySchema.entries,
  album: idField,
  missing: v.optional(v.picklist(['alt'], 'must be alt')),
  sample: v.optional(v.picklist(['true'], 'must be true')),
});

/** "All Photos": published images only, newest first. */
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

/** An image of the gallery (DATA-04). */
export const galleryImageKind = contentKind({
  name: 'image',
  label: 'Image',
  fields: {
    title: textField({ label: 'Title', maxLength: 120 }),
    album: textField({ label: 'Album', maxLength: 60 }),
    published: { label: 'Published', schema: flagField },
  },
  image: { name: 'image', label: 'Image', altField: 'alt', removeField: null, altRequired: 'never' },
  publishAtField: null,
  hasSlug: false,
  minimumRole: 'contributor',
});

/** Fields of the image form (NS-05). The file goes as `image`; `album` is an id, or '' for none. */
export const galleryImageFormSchema = formSchema(galleryImageKind);
export type GalleryImageForm = v.InferOutput<typeof galleryImageFormSchema>;

/** Names are unique, whatever their case. */
export const albumFormSchema = v.object({
  name: v.pipe(v.string('Enter a name'), v.trim(), v.nonEmpty('Enter a name'), v.maxLength(80, 'Use 80 characters or fewer')),
});

const imageIdsField = (most: number) =>
  v.pipe(v.array(v.pipe(v.string(), v.maxLength(60))), v.minLength(1, 'Choose one image or more'), v.maxLength(most, `Choose ${most} images or fewer`));

/** Back from the trash, with its images; refused (409) while another album has its name. */
export const restoreAlbum = endpoint({ method: 'POST', path: '/gallery/albums/:id/restore', access: 'editor', envelope: 'data', response: albumSchema });
/** The named images come in this order; those of the album that are not named keep their order behind them, new ones before all. */
export const orderAlbumImages = endpoint({
  method: 'POST',
  path: '/gallery/albums/:id/order',
  access: 'editor',
  envelope: 'data',
  body: v.object({ imageIds: imageIdsField(2000) }),
  response: albumSchema,
});
/** The named albums come first, in this order; answers all of them. */
export const orderAlbums = endpoint({
  method: 'POST',
  path: '/gallery/albums/order',
  access: 'editor',
  envelope: 'data',
  body: v.object({ albumIds: v.pipe(v.array(v.pipe(v.string(), v.maxLength(60))), v.minLength(1), v.maxLength(500)) }),
  response: v.array(albumSchema),
});
/** All of them move, or none (API-15); `albumId` null takes them out of their albums. */
export const moveToAlbumSchema = v.object({
  imageIds: imageIdsField(500),
  albumId: v.nullable(v.pipe(v.string(), v.maxLength(60))),
});

/** Everyone gets the published images, staff all of them; a screen that must see all sends `status=all` and is refused without a session. */
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
  response: galleryImageSchema,
});
/** Into the trash, for 30 days. */
export const deleteImage = endpoint({ method: 'DELETE', path: '/gallery/:id', access: 'staff', envelope: 'data', response: deletedSchema });
/** Back from the trash, by whom may delete; into its album, if that still stands. */
export const restoreImage = endpoint({ method: 'POST', path: '/gallery/:id/restore', access: 'staff', envelope: 'data', response: galleryImageSchema });
export const getAlbum = endpoint({ method: 'GET', path: '/gallery/albums/:id', access: 'public', envelope: 'data', response: albumSchema });
export const createAlbum = endpoint({
  method: 'POST',
  path: '/gallery/albums',
  access: 'editor',
  envelope: 'data',
  body: albumFormSchema,
  response: albumSchema,
  status: 201,
});
export const updateAlbum = endpoint({
  method: 'PUT',
  path: '/gallery/albums/:id',
  access: 'editor',
  envelope: 'data',
  body: albumFormSchema,
  response: albumSchema,
});
/** Into the trash, for 30 days; its images stay, without an album. */
export const deleteAlbum = endpoint({ method: 'DELETE', path: '/gallery/albums/:id', access: 'editor', envelope: 'data', response: deletedSchema });
export const moveToAlbum = endpoint({
  method: 'POST',
  path: '/gallery/move-to-album',
  access: 'editor',
  envelope: 'data',
  body: moveToAlbumSchema,
  response: v.array(galleryImageSchema),
});
