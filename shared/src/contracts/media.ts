import * as v from 'valibot';
import { dayField, flagField, focalField, trimmed } from '../domain/form-fields.ts';
import { KIND_NAMES } from '../domain/kinds.ts';
import { photoConsentEntries } from '../domain/photo-consent.ts';
import { maxCharacters } from '../domain/text-length.ts';
import { endpoint } from './endpoint.ts';
import { deletedSchema, imageColor } from './fields.ts';
import { listQuerySchema, paginated, sortQuery } from './pagination.ts';

/** One use of an image: as a document's image, within a document's text, or as an author's portrait. */
const imageUseSchema = v.object({
  kind: v.picklist(KIND_NAMES),
  _id: v.string(),
  title: v.string(),
  as: v.picklist(['image', 'text', 'author']),
  isPublic: v.boolean(),
  isTrashed: v.boolean(),
});
export type ImageUse = v.InferOutput<typeof imageUseSchema>;

/** Image of the media library. It is stored once, however many documents use it. */
const libraryImageSchema = v.object({
  _id: v.string(),
  /** URL for staff screens; it includes an access key if the image is not public. */
  url: v.string(),
  /** URL for use in texts, without a key. */
  address: v.string(),
  /** Counter that increases whenever the image's file or focal point changes. */
  version: v.number(),
  /** Opaque value that changes with the file, focal point, description or consent; not sent by earlier releases. */
  edition: v.optional(v.string(), ''),
  width: v.number(),
  height: v.number(),
  bytes: v.number(),
  /** Alternative text offered to a document that selects the image. */
  alt: v.string(),
  /** Whether the image is decorative and needs no description. */
  decorative: v.boolean(),
  focalX: v.nullable(v.number()),
  focalY: v.nullable(v.number()),
  color: imageColor,
  createdAt: v.string(),
  /** Whether the image was uploaded to the library, and is therefore kept even if unused; not sent by earlier releases. */
  stays: v.optional(v.boolean(), false),
  consent: v.object({ showsMinors: v.nullable(v.boolean()), consentBy: v.string(), consentOn: v.string() }),
  /** First 20 uses. */
  uses: v.array(imageUseSchema),
  useCount: v.number(),
  /** Whether the caller may change the image. Contributors may if only their own drafts use it, or if they uploaded it and nothing uses it. */
  mayChange: v.boolean(),
});
export type LibraryImage = v.InferOutput<typeof libraryImageSchema>;

const { limit, offset, cursor, q, counts } = listQuerySchema.entries;

/**
 * Lists images of the media library, newest first unless `sort` is given. `q`: words in alternative texts and in titles of documents that use the image.
 * `missing=alt`: images that have no description and are not marked as decorative. `use=none`: unused images. `album`: an id, or `none` for gallery images
 * without an album. `since`, `until`: days in Lagos on which images were added. The counts are `all`, `missingAlt` and `unused`. `sort=alt` sorts by the
 * alternative text of the image; images without one come last in both directions. `sort=bytes` sorts by file size.
 */
export const listLibraryImages = endpoint({
  method: 'GET',
  path: '/media',
  access: 'staff',
  envelope: 'data',
  query: v.object({
    limit,
    offset,
    cursor,
    q,
    counts,
    missing: v.optional(v.picklist(['alt'], 'must be alt')),
    use: v.optional(v.picklist(['none'], 'must be none')),
    album: v.optional(v.pipe(v.string(), maxCharacters(60))),
    since: v.optional(dayField),
    until: v.optional(dayField),
    sort: sortQuery('createdAt', 'bytes', 'alt'),
  }),
  response: v.array(libraryImageSchema),
});
export const listLibraryImagesPage = paginated(listLibraryImages);

/** Returns an image by the id in its URL. */
export const getLibraryImage = endpoint({ method: 'GET', path: '/media/:id', access: 'staff', envelope: 'data', response: libraryImageSchema });

/**
 * Adds an unused image, sent as the file `image`; it is kept until a member of staff deletes it. With the header `Idempotency-Key`, repeated requests store it
 * only once.
 */
export const createLibraryImage = endpoint({
  method: 'POST',
  path: '/media',
  access: 'staff',
  envelope: 'data',
  body: v.object({ alt: v.optional(trimmed(300)), decorative: v.optional(flagField), ...photoConsentEntries }),
  bodyType: 'multipart',
  file: { name: 'image', type: 'image/*', isRequired: true },
  acceptedHeaders: ['Idempotency-Key'],
  response: libraryImageSchema,
  status: 201,
});

/**
 * Changes an image everywhere it is used: a new `image` file under the same URL, the focal point (both '' for automatic), the consent, and the alternative
 * text. Uses with the previous alternative text, or without one, get the new text. 409 if `version` or `edition` has changed in the meantime.
 */
export const updateLibraryImage = endpoint({
  method: 'PUT',
  path: '/media/:id',
  access: 'staff',
  envelope: 'data',
  body: v.object({
    version: v.optional(v.pipe(v.string(), v.regex(/^\d{1,9}$/, 'must be a whole number'), v.transform(Number))),
    edition: v.optional(v.pipe(v.string(), maxCharacters(60))),
    alt: v.optional(trimmed(300)),
    decorative: v.optional(flagField),
    focalX: v.optional(focalField),
    focalY: v.optional(focalField),
    ...photoConsentEntries,
  }),
  bodyType: 'multipart',
  file: { name: 'image', type: 'image/*' },
  response: libraryImageSchema,
});

/** Moves an unused image to the trash for 30 days; 409 while anything uses it, including items in the trash. Contributors may delete their own images. */
export const deleteLibraryImage = endpoint({ method: 'DELETE', path: '/media/:id', access: 'staff', envelope: 'data', response: deletedSchema });
/** Restores the image. Requires the same permission as deleting it. */
export const restoreLibraryImage = endpoint({ method: 'POST', path: '/media/:id/restore', access: 'staff', envelope: 'data', response: libraryImageSchema });
