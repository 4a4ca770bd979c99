import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import type { ExportSummary, TransferKind } from '@site/shared/contracts/transfer';
import { TRANSFER_KINDS } from '@site/shared/contracts/transfer';
import { KIND_NAMES, mapKinds } from '@site/shared/domain/kinds';
import * as v from 'valibot';
import { ZipFile } from 'yazl';
import { toPhotoConsent } from '../../database/consent-queries.ts';
import { findStoredImage, type StoredImage } from '../../database/image-queries.ts';
import { UPLOAD_LOCATIONS } from '../../database/schema/content.ts';
import { countTransferRows, listRedirects, readTransferImages, readTransferRows, sumMediaBytes } from '../../database/transfer-queries.ts';
import { ConflictError, ValidationError } from '../../domain/errors.ts';
import { hash } from '../../domain/ids.ts';
import { getStorageKey } from '../../images/image-server.ts';
import type { Services } from '../services.ts';
import { toArchiveDocument } from './archive-documents.ts';
import {
  ARCHIVE_FORMAT,
  ARCHIVE_LIMITS,
  ARCHIVE_VERSION,
  type ArchiveAlbum,
  type ArchiveManifest,
  type ArchiveMedia,
  FOLDERS,
  MANIFEST,
  ROW_SCHEMAS,
  readTitle,
  toPartName,
  toRowFile,
} from './archive-format.ts';
import type { ImportRun } from './import-run.ts';
import { openArchive } from './read-archive.ts';
import { PRIVATE_FILE_OPTIONS, prepareFile } from './receive-archive.ts';

type ExportServices = Pick<Services, 'db' | 'stores' | 'now' | 'siteUrl' | 'log'>;
type Parts = ArchiveManifest['parts'][TransferKind];

const createKindRecord = <Value>(create: () => Value): Record<TransferKind, Value> => ({
  ...mapKinds(create),
  media: create(),
  album: create(),
  redirect: create(),
});

/** Reads an image and its file. Returns undefined if the image has been deleted or its file is missing. */
const readImage = async (
  { db, stores }: ExportServices,
  listedImage: StoredImage,
): Promise<{ readonly image: StoredImage; readonly bytes: Buffer } | undefined> => {
  const read = async (image: StoredImage | undefined) => {
    const bytes = image === undefined ? null : await stores.originals.get(getStorageKey(image));
    return image === undefined || bytes === null ? undefined : { image, bytes };
  };
  // The file may have been replaced after the row was read, so retry with the current row.
  return (await read(listedImage)) ?? (await read(await findStoredImage(db, listedImage.id)));
};

const toFileName = ({ id, format }: StoredImage): string => `${FOLDERS.media}/${id}.${format}`;

const toArchiveMedia = (image: StoredImage, bytes: number, sha256: string): ArchiveMedia => ({
  id: image.id,
  file: toFileName(image),
  bytes,
  sha256,
  version: image.version,
  alt: image.default_alt,
  decorative: image.is_decorative === 1,
  focalX: image.focal_x,
  focalY: image.focal_y,
  isInText: image.is_in_text === UPLOAD_LOCATIONS.text,
  isInLibrary: image.is_in_text === UPLOAD_LOCATIONS.library,
  showsMinors: toPhotoConsent(image).showsMinors,
  createdAt: image.created_at,
});

const createExportError = (reason: string): ConflictError => new ConflictError(`No site could import this export, so it is not offered. ${reason}`);

/** Serialises a row to a line. Throws for a row that no import would accept. */
const toLine = (kind: TransferKind, row: object): Buffer => {
  const schema: v.GenericSchema = ROW_SCHEMAS[kind];
  const { issues } = v.safeParse(schema, row, { abortEarly: true });
  const line = Buffer.from(`${JSON.stringify(row)}\n`);
  if (issues === undefined && line.length <= ARCHIVE_LIMITS.rowBytes) return line;
  const file = toRowFile(kind, row) ?? FOLDERS[kind];
  const field = issues === undefined ? 'length' : v.getDotPath(issues[0]);
  throw createExportError(`The ${field} of “${readTitle(row, file)}” (${file}) is not valid.`);
};

export const summarise = async ({ db }: Pick<Services, 'db'>): Promise<ExportSummary> => {
  const counts = Object.fromEntries(await Promise.all(TRANSFER_KINDS.map(async (kind) => [kind, await countTransferRows(db, kind)])));
  return { counts, bytes: await sumMediaBytes(db) };
};

/**
 * Passes a stream to the ZIP without keeping a reference to the stream. The ZIP keeps the returned function until the end, which would otherwise prevent the
 * stream from being freed.
 */
const createStreamProvider = (input: Readable) => {
  let stream: Readable | undefined = input;
  return (pump: (reason: unknown, stream: Readable) => void): void => {
    if (stream !== undefined) pump(null, stream);
    stream = undefined;
  };
};

/**
 * Writes all content to one ZIP. Reads each part and image only after the client has received the preceding ones, so memory use does not grow with the content.
 * Images come last, after the documents that show them. With `unreadImages`, no image is read; the map records their sizes instead.
 */
export const writeArchive = (services: ExportServices, kinds: ImportRun['kinds'], unreadImages?: Map<string, number>): Readable => {
  const { db, log, siteUrl } = services;
  const zip = new ZipFile();
  const output = Readable.from(zip.outputStream, { objectMode: false });
  // The consumer of `output` receives the error. Without these listeners, an error before the consumer starts reading would end the process.
  for (const stream of [zip.outputStream, output]) stream.on('error', () => undefined);
  const mtime = services.now();
  const counts = createKindRecord(() => 0);
  const parts = createKindRecord((): Parts => []);
  let lines: Buffer[] = [];
  let lineBytes = 0;

  const write = async (name: string, bytes: Buffer, compress: boolean): Promise<void> => {
    if (output.destroyed) throw new Error('The client disconnected.');
    const input = new Readable({ read: () => undefined });
    input.push(bytes);
    input.push(null);
    const stop = (): void => void input.destroy();
    output.once('close', stop);
    zip.addReadStreamLazy(name, { size: bytes.length, compress, mtime }, createStreamProvider(input));
    await finished(input);
    output.off('close', stop);
  };

  const endPart = async (kind: TransferKind): Promise<void> => {
    if (lines.length === 0) return;
    const bytes = Buffer.concat(lines, lineBytes);
    const rows = lines.length;
    lines = [];
    lineBytes = 0;
    const name = toPartName(kind, parts[kind].length);
    parts[kind].push({ rows, bytes: bytes.length, sha256: hash(bytes) });
    counts[kind] += rows;
    await write(name, bytes, true);
  };

  const addRow = async (kind: TransferKind, row: object): Promise<void> => {
    const line = toLine(kind, row);
    lines.push(line);
    lineBytes += line.length;
    if (lines.length === ARCHIVE_LIMITS.partRows || lineBytes >= ARCHIVE_LIMITS.partBytes) await endPart(kind);
  };

  const addImage = async (listedImage: StoredImage): Promise<void> => {
    if (unreadImages !== undefined) {
      unreadImages.set(toFileName(listedImage), listedImage.bytes);
      return addRow('media', toArchiveMedia(listedImage, listedImage.bytes, hash(Buffer.alloc(0))));
    }
    const storedFile = await readImage(services, listedImage);
    if (storedFile === undefined) return log.warn({ image: listedImage.id }, 'an image was not exported: its file is missing');
    const { image, bytes } = storedFile;
    await write(toFileName(image), bytes, false);
    await addRow('media', toArchiveMedia(image, bytes.length, hash(bytes)));
  };

  const writeAll = async (): Promise<void> => {
    const albums = new Set<string>();
    for await (const { id, name, position, created_at: createdAt } of readTransferRows(db, 'album')) {
      albums.add(id);
      await addRow('album', { id, name: String(name), position: Number(position), createdAt: String(createdAt) } satisfies ArchiveAlbum);
    }
    await endPart('album');
    for (const kind of KIND_NAMES) {
      for await (const row of readTransferRows(db, kind)) await addRow(kind, toArchiveDocument(kinds[kind], row, albums));
      await endPart(kind);
    }
    for (const row of await listRedirects(db)) await addRow('redirect', row);
    await endPart('redirect');
    for await (const image of readTransferImages(db)) await addImage(image);
    await endPart('media');
    const manifest: ArchiveManifest = { format: ARCHIVE_FORMAT, version: ARCHIVE_VERSION, site: siteUrl ?? '', createdAt: mtime.toISOString(), counts, parts };
    await write(MANIFEST, Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`), true);
    zip.end();
  };
  // A disconnected client is not a failure. A truncated ZIP has no directory, so it cannot be mistaken for a complete one.
  writeAll().catch((reason: unknown) => {
    if (!output.destroyed) log.error({ err: reason }, 'an export failed');
    // Also end `output` with the reason, even while it is waiting for data.
    if (zip.outputStream instanceof Readable) zip.outputStream.destroy(reason instanceof Error ? reason : undefined);
  });
  return output;
};

/**
 * Writes an export without its images and reads it back as an import would. Throws a ConflictError with the reason if no site could import it. The file is
 * not kept, because any provider may serve the download.
 */
export const checkExport = async (services: ExportServices, kinds: ImportRun['kinds'], folder: string): Promise<void> => {
  const file = await prepareFile(folder);
  const unreadImages = new Map<string, number>();
  try {
    await pipeline(writeArchive(services, kinds, unreadImages), createWriteStream(file, PRIVATE_FILE_OPTIONS));
    const archive = await openArchive(file, { maxBytes: Number.POSITIVE_INFINITY, absentFiles: unreadImages });
    archive.close();
  } catch (reason) {
    throw reason instanceof ValidationError ? createExportError(reason.message) : reason;
  } finally {
    await rm(file, { force: true });
  }
};
