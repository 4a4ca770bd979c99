import * as v from 'valibot';
import { dayField, flagField, focalField, trimmed } from '../domain/form-fields.ts';
import { KIND_NAMES } from '../domain/kinds.ts';
import { photoConsentEntries } from '../domain/photo-consent.ts';
import { endpoint } from './endpoint.ts';
import { deletedSchema, imageColor } from './fields.ts';
import { listQuerySchema, paginated, sortQuery } from './pagination.ts';

/** Something that shows an image: the image of a document, one in its text, or the portrait of its author. */
const imageUseSchema = v.object({
  kind: v.picklist(KIND_NAMES),
  _id: v.string(),
  title: v.string(),
  as: v.picklist(['image', 'text', 'author']),
  isPublic: v.boolean(),
  isTrashed: v.boolean(),
});
export type ImageUse = v.InferOutput<typeof imageUseSchema>;

/** An image of the library: stored once, whatever shows it. */
const libraryImageSchema = v.object({
  _id: v.string(),
  /** For screens of staff: of an image that is not public it has a key. */
  url: v.string(),
  /** For texts, without a key. */
  address: v.string(),
  /** Raised by each new file and focal point. */
  version: v.number(),
  /** Another text after each change of its file, focal point, description or consent; absent from earlier releases. */
  edition: v.optional(v.string(), ''),
  width: v.number(),
  height: v.number(),
  bytes: v.number(),
  /** What a document is offered that chooses it. */
  alt: v.string(),
  /** It adds nothing to the texts around it: nobody has to describe it. */
  decorative: v.boolean(),
  focalX: v.nullable(v.number()),
  focalY: v.nullable(v.number()),
  color: imageColor,
  createdAt: v.string(),
  /** It was uploaded here, and stays although nothing shows it; absent from earlier releases. */
  stays: v.optional(v.boolean(), false),
  consent: v.object({ showsMinors: v.nullable(v.boolean()), consentBy: v.string(), consentOn: v.string() }),
  /** The first 20. */
  uses: v.array(imageUseSchema),
  useCount: v.number(),
  /** Whether the caller may change it: contributors may where only drafts of their own show it, and what they have uploaded while nothing does. */
  mayChange: v.boolean(),
});
export type LibraryImage = v.InferOutput<typeof libraryImageSchema>;

const { limit, offset, cursor, q, counts } = listQuerySchema.entries;

/**
 * `q`: words of alternative texts, and of the titles of what shows the image. `missing=alt`: images that nobody has described or called decorative. `use=none`: shown by
 * nothing. `album`: an id, or `none` for images of the gallery without one. `since`, `until`: days in Lagos on which they were added. `counts` are `all`, `missingAlt`
 * and `unused`. Newest first without a `sort`; `alt` sorts by the alternative text of the image, with those that have none last in both directions, `bytes` by the size of the file.
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
    album: v.optional(v.pipe(v.string(), v.maxLength(60))),
    since: v.optional(dayField),
    until: v.optional(dayField),
    sort: sortQuery('createdAt', 'bytes', 'alt'),
  }),
  response: v.array(libraryImageSchema),
});
export const listLibraryImagesPage = paginated(listLibraryImages);

/** An image, by the id in its address. */
export const getLibraryImage = endpoint({ method: 'GET', path: '/media/:id', access: 'staff', envelope: 'data', response: libraryImageSchema });

/**
 * Adds an image that nothing shows yet, sent as the file `image`; it stays until somebody deletes it. With the header `Idempotency-Key` it is stored once, however often
 * it is sent.
 */
export const createLibraryImage = endpoint({
  method: 'POST',
  path: '/media',
  access: 'staff',
  envelope: 'data',
  body: v.object({ alt: v.optional(trimmed(300)), decorative: v.optional(flagField), ...photoConsentEntries }),
  bodyType: 'multipart',
  response: libraryImageSchema,
  status: 201,
});

/**
 * Changes an image wherever it is shown: a new `image` file under the same address, the focal point (both '' for automatic), the consent, and the alternative text, which
 * uses follow that had the one before or none. 409 if its `version` or its `edition` is another one meanwhile.
 */
export const updateLibraryImage = endpoint({
  method: 'PUT',
  path: '/media/:id',
  access: 'staff',
  envelope: 'data',
  body: v.object({
    version: v.optional(v.pipe(v.string(), v.regex(/^\d{1,9}$/, 'must be a whole number'), v.transform(Number))),
    edition: v.optional(v.pipe(v.string(), v.maxLength(60))),
    alt: v.optional(trimmed(300)),
    decorative: v.optional(flagField),
    focalX: v.optional(focalField),
    focalY: v.optional(focalField),
    ...photoConsentEntries,
  }),
  bodyType: 'multipart',
  response: libraryImageSchema,
});

/** Moves an image that nothing shows to the trash, for 30 days; 409 while something shows it, the trash included. Contributors delete their own. */
export const deleteLibraryImage = endpoint({ method: 'DELETE', path: '/media/:id', access: 'staff', envelope: 'data', response: deletedSchema });
/** Requires the same permission as deleting. */
export const restoreLibraryImage = endpoint({ method: 'POST', path: '/media/:id/restore', access: 'staff', envelope: 'data', response: libraryImageSchema });
