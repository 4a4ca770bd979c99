import { createHash } from 'node:crypto';
import { TRANSFER_KINDS, type TransferKind } from '@site/shared/contracts/transfer';
import { fromBufferPromise } from 'yauzl';
import { type Options, ZipFile } from 'yazl';
import { toPartName } from '../http/archive/archive-format.ts';

export const readZip = async (zip: Buffer): Promise<ReadonlyMap<string, Buffer>> => {
  const openedZip = await fromBufferPromise(zip, { lazyEntries: true });
  const files = new Map<string, Buffer>();
  for await (const entry of openedZip.eachEntry()) files.set(entry.fileName, Buffer.concat(await (await openedZip.openReadStreamPromise(entry)).toArray()));
  return files;
};

export const writeZip = async (files: ReadonlyMap<string, Buffer>, options: Partial<Options> = {}): Promise<Buffer> => {
  const zip = new ZipFile();
  for (const [name, bytes] of files) zip.addBuffer(bytes, name, options);
  zip.end();
  const chunks: Buffer[] = [];
  for await (const part of zip.outputStream) chunks.push(Buffer.from(part));
  return Buffer.concat(chunks);
};

const toEntry = (bytes: Buffer) => ({ bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') });

const MANIFEST = { format: 'site-content', site: '', createdAt: '2026-11-20T09:00:00.000Z' };
const ZERO_COUNTS = { media: 0, album: 0, image: 0, post: 0, event: 0, program: 0, redirect: 0 };

/** Adds a version 1 manifest that lists all files of an export. `change` overrides fields of the manifest. */
export const withManifest = (files: ReadonlyMap<string, Buffer>, change: object = {}): ReadonlyMap<string, Buffer> => {
  const manifestFiles = Object.fromEntries([...files].map(([name, bytes]) => [name, toEntry(bytes)]));
  return new Map([...files, ['manifest.json', Buffer.from(JSON.stringify({ ...MANIFEST, version: 1, counts: ZERO_COUNTS, files: manifestFiles, ...change }))]]);
};

export const toLines = (rows: readonly unknown[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('');

type Parts = Readonly<Partial<Record<TransferKind, readonly string[]>>>;

/** Creates the files of a version 3 export: parts with the given texts, images, and a manifest. `change` overrides fields of the manifest. */
export const withParts = (texts: Parts, images: ReadonlyMap<string, Buffer> = new Map(), change: object = {}): Map<string, Buffer> => {
  const files = new Map(images);
  const parts: Partial<Record<string, object[]>> = {};
  const counts: Record<string, number> = { ...ZERO_COUNTS };
  for (const kind of TRANSFER_KINDS)
    for (const [index, text] of (texts[kind] ?? []).entries()) {
      const bytes = Buffer.from(text);
      const rows = text.trimEnd().split('\n').length;
      files.set(toPartName(kind, index), bytes);
      counts[kind] = (counts[kind] ?? 0) + rows;
      parts[kind] = [...(parts[kind] ?? []), { rows, ...toEntry(bytes) }];
    }
  return files.set('manifest.json', Buffer.from(JSON.stringify({ ...MANIFEST, version: 3, counts, parts, ...change })));
};

export const toMediaRow = (id: string, file: Buffer, extra: object = {}) => ({
  id,
  file: `media/${id}.jpg`,
  ...toEntry(file),
  version: 1,
  alt: '',
  decorative: false,
  focalX: null,
  focalY: null,
  isInText: false,
  showsMinors: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  ...extra,
});

export const toDocumentRow = (id: string, fields: object, extra: object = {}) => ({
  id,
  fields,
  image: null,
  imageAlt: '',
  status: 'published',
  publishAt: null,
  unpublishAt: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  ...extra,
});

export const patchZip = (zip: Buffer, from: string, to: string): Buffer => Buffer.from(zip.toString('latin1').replaceAll(from, to), 'latin1');
