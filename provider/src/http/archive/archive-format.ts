import { TRANSFER_KINDS, type TransferKind } from '@site/shared/contracts/transfer';
import { KINDS, mapKinds, SLUG_KINDS } from '@site/shared/domain/kinds';
import { PUBLICATION_STATUSES } from '@site/shared/domain/publication-status';
import * as v from 'valibot';

/** Format of an export's ZIP; see docs/contracts/content-archive.md. */
export const ARCHIVE_FORMAT = 'site-content';
export const ARCHIVE_VERSION = 2;

export const MANIFEST = 'manifest.json';

/** Folder of each kind. Each file is named after the id of its content. */
export const FOLDERS: Readonly<Record<TransferKind, string>> = {
  ...mapKinds((name) => KINDS[name].path),
  media: 'media',
  album: 'albums',
  image: 'images',
  redirect: 'redirects',
};

const idSchema = v.pipe(v.string(), v.regex(/^[A-Za-z0-9-]{1,60}$/));
const timestampSchema = v.pipe(v.string(), v.isoTimestamp());
const fileSchema = v.object({ bytes: v.pipe(v.number(), v.integer(), v.minValue(0)), sha256: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)) });

const formatSchema = v.object({ format: v.literal(ARCHIVE_FORMAT), version: v.pipe(v.number(), v.integer()) });

/** Parses the format and version first, because another version may define everything else differently. */
export const parseFormat = (value: unknown) => v.safeParse(formatSchema, value);

/** Manifest, which lists every other file of the ZIP. It is written last. */
export const manifestSchema = v.object({
  ...formatSchema.entries,
  /** URL of the site; '' if it is not configured. */
  site: v.string(),
  createdAt: timestampSchema,
  counts: v.object({ ...v.entriesFromList(TRANSFER_KINDS, v.number()) }),
  files: v.record(v.pipe(v.string(), v.maxLength(100)), fileSchema),
});
export type ArchiveManifest = v.InferOutput<typeof manifestSchema>;

const focal = v.nullable(v.pipe(v.number(), v.minValue(0), v.maxValue(1)));

/** An image of the library; its `file` is in the same folder. */
export const mediaSchema = v.object({
  id: idSchema,
  file: v.pipe(v.string(), v.regex(/^media\/[A-Za-z0-9-]{1,60}\.(jpg|webp|png|avif)$/)),
  /** Version in the image URLs of texts. */
  version: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1_000_000)),
  alt: v.pipe(v.string(), v.maxLength(300)),
  decorative: v.boolean(),
  focalX: focal,
  focalY: focal,
  isInText: v.boolean(),
  /** Whether the image was uploaded to the library and stays there. Earlier releases did not write it. */
  isInLibrary: v.optional(v.boolean(), false),
  /** The name of the person who gave consent is personal data, so it is not exported. */
  showsMinors: v.nullable(v.boolean()),
  createdAt: timestampSchema,
});
export type ArchiveMedia = v.InferOutput<typeof mediaSchema>;

export const albumSchema = v.object({ id: idSchema, name: v.string(), position: v.pipe(v.number(), v.integer()), createdAt: timestampSchema });
export type ArchiveAlbum = v.InferOutput<typeof albumSchema>;

/** A document, or an image of the gallery. */
export const documentSchema = v.object({
  id: idSchema,
  /** Fields of the kind, by their names in the contract. */
  fields: v.record(v.string(), v.union([v.string(), v.number(), v.boolean(), v.null(), v.array(v.string())])),
  image: v.nullable(idSchema),
  imageAlt: v.string(),
  status: v.picklist(PUBLICATION_STATUSES),
  publishAt: v.nullable(timestampSchema),
  unpublishAt: v.nullable(timestampSchema),
  /** For events, since version 2: the same id for all events of a series, '' for an event that is not repeated. */
  series: v.optional(v.union([v.literal(''), idSchema])),
  /** For events, since version 2: what staff have set, whatever the clock says; null if the clock decides. */
  isUpcoming: v.optional(v.nullable(v.boolean())),
  /** Position set by staff: of programs, and of images within their album. */
  position: v.optional(v.pipe(v.number(), v.integer())),
  createdAt: timestampSchema,
});
export type ArchiveDocument = v.InferOutput<typeof documentSchema>;

export const redirectSchema = v.object({ kind: v.picklist(SLUG_KINDS), slug: v.pipe(v.string(), v.regex(/^[a-z0-9-]{1,80}$/)), documentId: idSchema });
export type ArchiveRedirect = v.InferOutput<typeof redirectSchema>;
