import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { ExportSummary, TransferKind } from '@site/shared/contracts/transfer';
import { TRANSFER_KINDS } from '@site/shared/contracts/transfer';
import { ZipFile } from 'yazl';
import { toPhotoConsent } from '../../database/consent-queries.ts';
import { UPLOADED_IN } from '../../database/content-tables.ts';
import { findStoredImage, type StoredImage } from '../../database/image-queries.ts';
import { findRedirectRow, findTransferRow, listTransferIds, sumMediaBytes } from '../../database/transfer-queries.ts';
import { getStorageKey } from '../../images/image-server.ts';
import type { Services } from '../services.ts';
import { toArchiveDocument } from './archive-documents.ts';
import {
  ARCHIVE_FORMAT,
  ARCHIVE_VERSION,
  type ArchiveAlbum,
  type ArchiveManifest,
  type ArchiveMedia,
  type ArchiveRedirect,
  FOLDERS,
  MANIFEST,
} from './archive-format.ts';
import type { ImportRun } from './import-run.ts';

type ExportServices = Pick<Services, 'db' | 'stores' | 'now' | 'siteUrl' | 'log'>;

interface ArchiveFile {
  readonly name: string;
  readonly bytes: Buffer;
}

const toJson = (value: object): Buffer => Buffer.from(`${JSON.stringify(value, null, 2)}\n`);

/** Reads an image and its file; undefined if the image was deleted in the meantime or its file is missing. */
const readImage = async ({ db, stores }: ExportServices, id: string): Promise<{ readonly image: StoredImage; readonly bytes: Buffer } | undefined> => {
  // The file may be replaced after its row was read, so a second attempt reads both again.
  for (let attempt = 1; attempt <= 2; attempt += 1) {
    const image = await findStoredImage(db, id);
    const bytes = image === undefined ? null : await stores.originals.get(getStorageKey(image));
    if (image !== undefined && bytes !== null) return { image, bytes };
  }
  return undefined;
};

const readMedia = async (services: ExportServices, id: string): Promise<readonly ArchiveFile[]> => {
  const found = await readImage(services, id);
  if (found === undefined) {
    services.log.warn({ image: id }, 'an export lacks an image: its file is missing');
    return [];
  }
  const { image, bytes } = found;
  const file = `${FOLDERS.media}/${id}.${image.format}`;
  const media: ArchiveMedia = {
    id,
    file,
    version: image.version,
    alt: image.default_alt,
    decorative: image.is_decorative === 1,
    focalX: image.focal_x,
    focalY: image.focal_y,
    isInText: image.is_in_text === UPLOADED_IN.text,
    isInLibrary: image.is_in_text === UPLOADED_IN.library,
    showsMinors: toPhotoConsent(image).showsMinors,
    createdAt: image.created_at,
  };
  return [
    { name: `${FOLDERS.media}/${id}.json`, bytes: toJson(media) },
    { name: file, bytes },
  ];
};

/** Returns the files for one id; none if it has been deleted. */
const readFiles = async (services: ExportServices, kinds: ImportRun['kinds'], kind: TransferKind, id: string): Promise<readonly ArchiveFile[]> => {
  const { db } = services;
  const toFile = (value: object): ArchiveFile => ({ name: `${FOLDERS[kind]}/${id}.json`, bytes: toJson(value) });
  if (kind === 'media') return readMedia(services, id);
  if (kind === 'redirect') {
    const row = await findRedirectRow(db, id);
    return row === undefined ? [] : [toFile({ kind: row.kind, slug: row.slug, documentId: row.document_id } satisfies ArchiveRedirect)];
  }
  const row = await findTransferRow(db, kind, id);
  if (row === undefined) return [];
  if (kind !== 'album') return [toFile(toArchiveDocument(kinds[kind], row))];
  const album: ArchiveAlbum = { id, name: String(row.name), position: Number(row.position), createdAt: String(row.created_at) };
  return [toFile(album)];
};

export const summarise = async ({ db }: Pick<Services, 'db'>): Promise<ExportSummary> => {
  const counts = Object.fromEntries(await Promise.all(TRANSFER_KINDS.map(async (kind) => [kind, (await listTransferIds(db, kind)).length])));
  return { counts, bytes: await sumMediaBytes(db) };
};

/**
 * Writes all content to one ZIP. Each file is read after the client has received those before it, so memory does not grow with the content. Each document is exported as it was at
 * one moment, and documents that are deleted in the meantime are left out.
 */
export const writeArchive = (services: ExportServices, kinds: ImportRun['kinds']): Readable => {
  const zip = new ZipFile();
  const output = Readable.from(zip.outputStream, { objectMode: false });
  const mtime = services.now();
  const files: ArchiveManifest['files'] = {};
  const counts = Object.fromEntries(TRANSFER_KINDS.map((kind) => [kind, 0])) as ArchiveManifest['counts'];

  const write = async (name: string, bytes: Buffer, compress: boolean): Promise<void> => {
    if (output.destroyed) throw new Error('The client has left.');
    // The ZIP keeps every stream until its end, but a stream that has been read no longer holds its bytes.
    const input = new Readable({ read: () => undefined });
    input.push(bytes);
    input.push(null);
    const stop = (): void => void input.destroy();
    output.once('close', stop);
    zip.addReadStream(input, name, { size: bytes.length, compress, mtime });
    await finished(input);
    output.off('close', stop);
  };

  const writeAll = async (): Promise<void> => {
    for (const kind of TRANSFER_KINDS)
      for (const id of await listTransferIds(services.db, kind)) {
        const found = await readFiles(services, kinds, kind, id);
        for (const { name, bytes } of found) {
          // Images are compressed already.
          await write(name, bytes, name.endsWith('.json'));
          files[name] = { bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
        }
        if (found.length > 0) counts[kind] += 1;
      }
    const manifest: ArchiveManifest = {
      format: ARCHIVE_FORMAT,
      version: ARCHIVE_VERSION,
      site: services.siteUrl ?? '',
      createdAt: mtime.toISOString(),
      counts,
      files,
    };
    await write(MANIFEST, toJson(manifest), true);
    zip.end();
  };
  // A client that disconnects is not a failure. A ZIP that ends early has no directory, so it cannot be mistaken for a complete one.
  writeAll().catch((reason: unknown) => {
    if (!output.destroyed) services.log.error({ err: reason }, 'an export failed');
    output.destroy();
  });
  return output;
};
