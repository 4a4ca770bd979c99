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

/** The image and its file; undefined when it has been deleted meanwhile, or its file is missing. */
const readImage = async ({ db, stores }: ExportServices, id: string): Promise<{ readonly image: StoredImage; readonly bytes: Buffer } | undefined> => {
  // Another file may take its place between the row and the file.
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

/** What is still there of one id. */
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
 * All content as one ZIP. One file after another is read when the client has received those before: memory does not grow with the content. Each document is as it was at one
 * moment; what is deleted meanwhile is left out.
 */
export const writeArchive = (services: ExportServices, kinds: ImportRun['kinds']): Readable => {
  const zip = new ZipFile();
  const output = Readable.from(zip.outputStream, { objectMode: false });
  const mtime = services.now();
  const files: ArchiveManifest['files'] = {};
  const counts = Object.fromEntries(TRANSFER_KINDS.map((kind) => [kind, 0])) as ArchiveManifest['counts'];

  const write = async (name: string, bytes: Buffer, compress: boolean): Promise<void> => {
    if (output.destroyed) throw new Error('The client has left.');
    // The ZIP remembers every stream to its end: one that has been read has let go of its bytes.
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
          // The images are compressed already.
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
  // A client that leaves is no failure, and a ZIP that ends early has no directory: nobody takes it for a whole one.
  writeAll().catch((reason: unknown) => {
    if (!output.destroyed) services.log.error({ err: reason }, 'an export failed');
    output.destroy();
  });
  return output;
};
