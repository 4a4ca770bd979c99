import { TRANSFER_KINDS, type TransferKind } from '@site/shared/contracts/transfer';
import { KINDS, mapKinds, SLUG_KINDS } from '@site/shared/domain/kinds';
import { LIMITS } from '@site/shared/domain/limits';
import { PUBLICATION_STATUSES } from '@site/shared/domain/publication-status';
import { SLUG_LIMIT } from '@site/shared/domain/slug';
import { cutText, maxCharacters } from '@site/shared/domain/text-length';
import * as v from 'valibot';
import { ValidationError } from '../../domain/errors.ts';

/** Format of an exported ZIP; see docs/contracts/content-archive.md. */
export const ARCHIVE_FORMAT = 'site-content';
export const ARCHIVE_VERSION = 3;
/** Last format version with one file per row and a manifest that lists all files. */
export const LAST_FILE_FORMAT_VERSION = 2;

const MIB = 1024 * 1024;

/** Limits of a ZIP. Exports stay within them, and imports reject anything above them. */
export const ARCHIVE_LIMITS = {
  /** Maximum row count and size of a part. Each part is held in memory while it is written or read. */
  partRows: 5_000,
  partBytes: 16 * MIB,
  /** More than twice the size of the longest text: 200,000 characters of up to four bytes each. */
  rowBytes: 2 * MIB,
  imageBytes: 20 * MIB,
  /** A version 2 manifest has a line for each file. */
  manifestBytes: 32 * MIB,
  /** Enough for four times as many images as a large site has. Versions 1 and 2 need two entries per image. */
  entries: 400_000,
  rows: 1_000_000,
} as const;

export const MANIFEST = 'manifest.json';

/** Folder for each kind, with its rows split into parts. The `media` folder also contains the image files. */
export const FOLDERS: Readonly<Record<TransferKind, string>> = {
  ...mapKinds((name) => KINDS[name].path),
  media: 'media',
  album: 'albums',
  image: 'images',
  redirect: 'redirects',
};

const ID_PATTERN = '[A-Za-z0-9-]{1,60}';
const SLUG_PATTERN = `[a-z0-9-]{1,${SLUG_LIMIT}}`;
const FOLDER_PATTERN = `(?:${Object.values(FOLDERS).join('|')})`;
/** A row file is named after the row's id or, for a redirect, after its kind and slug. */
const ROW_PATH_PATTERN = `${FOLDER_PATTERN}/(?:${ID_PATTERN}|(?:${SLUG_KINDS.join('|')})-${SLUG_PATTERN})`;
const ROW_FILE_PATTERN = `${ROW_PATH_PATTERN}\\.json`;
const PART_PATTERN = `${FOLDER_PATTERN}/\\d{6}\\.ndjson`;
const IMAGE_FILE_PATTERN = `media/${ID_PATTERN}\\.(?:jpg|webp|png|avif)`;
const createExactPattern = (pattern: string): RegExp => new RegExp(`^(?:${pattern})$`);

const ROW_FILE_NAME = createExactPattern(ROW_FILE_PATTERN);
export const PART_NAME = createExactPattern(PART_PATTERN);
export const ENTRY_NAME = createExactPattern(`${PART_PATTERN}|${ROW_FILE_PATTERN}|${IMAGE_FILE_PATTERN}`);
export const FOLDER_NAME = createExactPattern(`${FOLDER_PATTERN}/`);

export const toPartName = (kind: TransferKind, index: number): string => `${FOLDERS[kind]}/${String(index + 1).padStart(6, '0')}.ndjson`;

const nameSchema = v.fallback(v.string(), '');
const namesSchema = v.fallback(v.object({ id: nameSchema, kind: nameSchema, slug: nameSchema }), { id: '', kind: '', slug: '' });

/** Returns the name that identifies a row in reports. Up to version 2, it is also the row's file name. Returns undefined if the id is missing or invalid. */
export const toRowFile = (kind: TransferKind, value: unknown): string | undefined => {
  const names = v.parse(namesSchema, value);
  const file = `${FOLDERS[kind]}/${kind === 'redirect' ? `${names.kind}-${names.slug}` : names.id}.json`;
  return ROW_FILE_NAME.test(file) ? file : undefined;
};

const idSchema = v.pipe(v.string(), v.regex(createExactPattern(ID_PATTERN)));
const timestampSchema = v.pipe(v.string(), v.isoTimestamp());
const countSchema = v.pipe(v.number(), v.integer(), v.minValue(0));
const sha256Schema = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/));
const fileSchema = v.object({ bytes: countSchema, sha256: sha256Schema });

const formatSchema = v.object({ format: v.literal(ARCHIVE_FORMAT), version: v.pipe(v.number(), v.integer()) });

/** Parses only the format and version, because everything else may be defined differently in another version. */
export const parseFormat = (value: unknown) => v.safeParse(formatSchema, value);

const manifestEntries = {
  ...formatSchema.entries,
  site: v.string(),
  createdAt: timestampSchema,
  counts: v.object(v.entriesFromList(TRANSFER_KINDS, v.optional(countSchema, 0))),
};

const partSchema = v.object({ ...fileSchema.entries, rows: v.pipe(countSchema, v.minValue(1), v.maxValue(ARCHIVE_LIMITS.partRows)) });

/** The manifest, which lists the parts of each kind in order. It is the last entry of the ZIP. */
export const manifestSchema = v.object({ ...manifestEntries, parts: v.object(v.entriesFromList(TRANSFER_KINDS, v.optional(v.array(partSchema), []))) });
export type ArchiveManifest = v.InferOutput<typeof manifestSchema>;

export const fileManifestSchema = v.object({ ...manifestEntries, files: v.record(v.string(), fileSchema) });
export type FileManifest = v.InferOutput<typeof fileManifestSchema>;

/** Largest absolute value of a position. Position columns have 32 bits, and new rows are added after the last position. */
const MAX_POSITION = 1_000_000_000;
const positionSchema = v.pipe(v.number(), v.integer(), v.minValue(-MAX_POSITION), v.maxValue(MAX_POSITION));

/** A string that is stored unchanged. No database engine stores NUL. */
const storedTextSchema = v.pipe(
  v.string(),
  maxCharacters(LIMITS.textCharacters),
  v.check((text) => !text.includes('\0')),
);

const focalSchema = v.nullable(v.pipe(v.number(), v.minValue(0), v.maxValue(1)));

/** An image from the library, with the name, length and hash of its file. */
export const mediaSchema = v.object({
  id: idSchema,
  file: v.pipe(v.string(), v.regex(createExactPattern(IMAGE_FILE_PATTERN))),
  bytes: v.pipe(countSchema, v.maxValue(ARCHIVE_LIMITS.imageBytes)),
  sha256: sha256Schema,
  version: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1_000_000)),
  /** Images in texts may have longer alternative texts than forms accept. */
  alt: storedTextSchema,
  decorative: v.boolean(),
  focalX: focalSchema,
  focalY: focalSchema,
  isInText: v.boolean(),
  /** Whether the image was uploaded to the library and stays there even if unused. ZIPs from earlier releases lack this field. */
  isInLibrary: v.optional(v.boolean(), false),
  /** The name of the person who gave consent is personal data, so it is not exported. */
  showsMinors: v.nullable(v.boolean()),
  createdAt: timestampSchema,
});
export type ArchiveMedia = v.InferOutput<typeof mediaSchema>;

export const albumSchema = v.object({ id: idSchema, name: v.string(), position: positionSchema, createdAt: timestampSchema });
export type ArchiveAlbum = v.InferOutput<typeof albumSchema>;

export const documentSchema = v.object({
  id: idSchema,
  fields: v.record(v.string(), v.union([v.string(), v.number(), v.boolean(), v.null(), v.array(v.string())])),
  image: v.nullable(idSchema),
  imageAlt: v.string(),
  status: v.picklist(PUBLICATION_STATUSES),
  publishAt: v.nullable(timestampSchema),
  unpublishAt: v.nullable(timestampSchema),
  /** For events, since version 2: the same id for all events of a series, or '' for an event that is not repeated. */
  series: v.optional(v.union([v.literal(''), idSchema])),
  /** For events, since version 2: the override set by staff, or null if the current time decides. */
  isUpcoming: v.optional(v.nullable(v.boolean())),
  /** Position set by staff, for programs and for images within their album. */
  position: v.optional(positionSchema),
  createdAt: timestampSchema,
});
export type ArchiveDocument = v.InferOutput<typeof documentSchema>;

export const redirectSchema = v.object({
  kind: v.picklist(SLUG_KINDS),
  slug: v.pipe(v.string(), v.regex(createExactPattern(SLUG_PATTERN))),
  documentId: idSchema,
});

export const ROW_SCHEMAS: Readonly<Record<TransferKind, v.GenericSchema>> = {
  ...mapKinds(() => documentSchema),
  media: mediaSchema,
  album: albumSchema,
  redirect: redirectSchema,
};

/** Parses a row. Throws a ValidationError that names the first invalid field. */
export const parseRow = <Schema extends v.GenericSchema>(schema: Schema, value: unknown): v.InferOutput<Schema> => {
  const result = v.safeParse(schema, value);
  if (result.success) return result.output;
  const [issue] = result.issues;
  throw new ValidationError({ [v.getDotPath(issue) ?? 'file']: 'Missing or invalid field' });
};

const titleSchema = v.fallback(v.string(), '');
const titlesSchema = v.fallback(
  v.object({
    fields: v.fallback(v.object({ title: titleSchema }), { title: '' }),
    name: titleSchema,
    alt: titleSchema,
    imageAlt: titleSchema,
    slug: titleSchema,
  }),
  { fields: { title: '' }, name: '', alt: '', imageAlt: '', slug: '' },
);

/** Returns the title of a row for reports, even if the rest of the row is invalid. */
export const readTitle = (value: unknown, file: string): string => {
  const { fields, name, alt, imageAlt, slug } = v.parse(titlesSchema, value);
  return cutText(fields.title || name || alt || imageAlt || slug || file, 200);
};
