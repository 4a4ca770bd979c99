import { createHash } from 'node:crypto';
import { TRANSFER_KINDS, type TransferKind } from '@site/shared/contracts/transfer';
import * as v from 'valibot';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { DomainError, ValidationError } from '../../domain/errors.ts';
import { ARCHIVE_VERSION, type ArchiveManifest, FOLDERS, MANIFEST, manifestSchema, parseFormat } from './archive-format.ts';

/** An export has two entries for each image and one for each document. */
const MAX_ENTRIES = 60_000;
const MIB = 1024 * 1024;
const MAX_BYTES = { manifest: 32 * MIB, json: 2 * MIB, media: 20 * MIB } as const;
/** A manifest has a line for each file. It is parsed in one piece, so a longer one is not read. */
const MANIFEST_BYTES = { base: 16 * 1024, ofFile: 400 } as const;
/** Text compresses to a tenth of its size. A file that compresses to a five-hundredth is made to fill memory. */
const MAX_RATIO = 500;
const NAME = new RegExp(`^(${Object.values(FOLDERS).join('|')})/[A-Za-z0-9-]{1,100}\\.(json|jpg|webp|png|avif)$`);
const FOLDER_NAME = new RegExp(`^(${Object.values(FOLDERS).join('|')})/$`);
const SYMBOLIC_LINK = 0o120000;
const FILE_TYPE = 0o170000;

/** Creates the error that rejects the whole ZIP. */
const reject = (message: string): ValidationError => new ValidationError({ file: message }, message);

const DAMAGED = 'This ZIP is damaged or incomplete. Please export it again.';
const NOT_A_ZIP = 'This is not a ZIP file, or it is incomplete.';

const getLimit = (name: string): number => (name === MANIFEST ? MAX_BYTES.manifest : name.endsWith('.json') ? MAX_BYTES.json : MAX_BYTES.media);

const checkEntry = (entry: Entry): void => {
  const { fileName: name, compressedSize, uncompressedSize, externalFileAttributes, compressionMethod } = entry;
  if (((externalFileAttributes >>> 16) & FILE_TYPE) === SYMBOLIC_LINK) throw reject(`“${name}” is a link. An export has none.`);
  if (entry.isEncrypted()) throw reject('This ZIP needs a password. Remove it first.');
  if (compressionMethod !== 0 && compressionMethod !== 8) throw reject(`“${name}” is compressed in a way that is not known here.`);
  if (name !== MANIFEST && !NAME.test(name)) throw reject(`“${name.slice(0, 100)}” does not belong into an export.`);
  if (uncompressedSize > getLimit(name)) throw reject(`“${name}” is too large.`);
  if (uncompressedSize > MIB && uncompressedSize > compressedSize * MAX_RATIO) throw reject(`“${name}” unpacks to far more than it should.`);
};

const readEntries = async (zip: ZipFile, maxBytes: number): Promise<ReadonlyMap<string, Entry>> => {
  if (zip.entryCount > MAX_ENTRIES) throw reject(`This ZIP has more than ${MAX_ENTRIES.toLocaleString('en-US')} files.`);
  const entries = new Map<string, Entry>();
  let bytes = 0;
  for await (const entry of zip.eachEntry()) {
    // Other programs add entries for folders when they pack the files again.
    if (FOLDER_NAME.test(entry.fileName) && entry.uncompressedSize === 0) continue;
    checkEntry(entry);
    if (entries.has(entry.fileName)) throw reject(`“${entry.fileName}” is in this ZIP twice.`);
    bytes += entry.uncompressedSize;
    if (bytes > maxBytes) throw reject('This ZIP unpacks to more than an import may have.');
    entries.set(entry.fileName, entry);
  }
  return entries;
};

const readEntry = async (zip: ZipFile, entry: Entry): Promise<Buffer> => {
  const parts: Buffer[] = [];
  let bytes = 0;
  // The ZIP reader compares the unpacked size with the declared size.
  for await (const part of await zip.openReadStreamPromise(entry)) {
    bytes += part.length;
    if (bytes > getLimit(entry.fileName)) throw reject(`“${entry.fileName}” is too large.`);
    parts.push(part);
  }
  return Buffer.concat(parts, bytes);
};

const parseJson = (bytes: Buffer): unknown => {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
};

const readManifest = async (zip: ZipFile, entries: ReadonlyMap<string, Entry>): Promise<ArchiveManifest> => {
  const entry = entries.get(MANIFEST);
  if (entry === undefined) throw reject('This ZIP is not an export of a site: it has no manifest.json.');
  if (entry.uncompressedSize > MANIFEST_BYTES.base + MANIFEST_BYTES.ofFile * entries.size)
    throw reject('The manifest.json of this ZIP names more files than the ZIP has.');
  const value = parseJson(await readEntry(zip, entry));
  const format = parseFormat(value);
  if (!format.success) throw reject('This ZIP is not an export of a site: its manifest.json is of something else.');
  const { version } = format.output;
  if (version < 1 || version > ARCHIVE_VERSION)
    throw reject(`This ZIP has version ${version} of the format, and this site reads versions up to ${ARCHIVE_VERSION}. Update this site first.`);
  const manifest = v.safeParse(manifestSchema, value, { abortEarly: true });
  if (!manifest.success) throw reject('The manifest.json of this ZIP is damaged.');
  return manifest.output;
};

const checkNames = (manifest: ArchiveManifest, entries: ReadonlyMap<string, Entry>): void => {
  const unnamed = [...entries.keys()].find((name) => name !== MANIFEST && !Object.hasOwn(manifest.files, name));
  if (unnamed !== undefined) throw reject(`“${unnamed}” is in this ZIP, and its manifest does not name it.`);
  for (const [name, { bytes }] of Object.entries(manifest.files)) {
    const entry = entries.get(name);
    if (entry === undefined) throw reject(`“${name.slice(0, 100)}” is missing from this ZIP.`);
    if (entry.uncompressedSize !== bytes) throw reject(DAMAGED);
  }
};

const toReaderError = (reason: unknown): unknown => {
  if (reason instanceof DomainError || !(reason instanceof Error)) return reason;
  if (/invalid relative path|absolute path|invalid characters in fileName/.test(reason.message))
    return reject('A name in this ZIP leads out of its folder. Such a ZIP is not imported.');
  if (/end of central directory|not a zip|Invalid comment length|too small/i.test(reason.message)) return reject(NOT_A_ZIP);
  return reject(DAMAGED);
};

/** Opens a ZIP of unknown origin. The whole structure is checked before any content is used, and nothing is unpacked to disk. */
export const openArchive = async (file: string, maxBytes: number) => {
  let zip: ZipFile | undefined;
  try {
    zip = await openPromise(file, { lazyEntries: true, autoClose: false, strictFileNames: true });
    const opened = zip;
    const entries = await readEntries(opened, maxBytes);
    const manifest = await readManifest(opened, entries);
    checkNames(manifest, entries);
    const names = [...entries.keys()].filter((name) => name !== MANIFEST && name.endsWith('.json')).sort();
    const byKind = new Map(TRANSFER_KINDS.map((kind) => [kind, names.filter((name) => name.startsWith(`${FOLDERS[kind]}/`))]));
    return {
      manifest,
      /** The names of the JSON files of a kind. */
      list: (kind: TransferKind): readonly string[] => byKind.get(kind) ?? [],
      has: (name: string): boolean => entries.has(name),
      /** Reads a file; throws if it does not match the manifest. */
      read: async (name: string): Promise<Buffer> => {
        const entry = entries.get(name);
        if (entry === undefined) throw reject(`“${name}” is missing from this ZIP.`);
        const bytes = await readEntry(opened, entry).catch((reason: unknown) => {
          throw toReaderError(reason);
        });
        if (createHash('sha256').update(bytes).digest('hex') !== manifest.files[name]?.sha256)
          throw reject('This file is damaged: it is not the one that was exported.');
        return bytes;
      },
      close: (): void => opened.close(),
    };
  } catch (reason) {
    zip?.close();
    throw toReaderError(reason);
  }
};

/** An opened export ZIP, read one file at a time. */
export type Archive = Awaited<ReturnType<typeof openArchive>>;
