import type { Readable } from 'node:stream';
import { getErrorMessage } from '@site/shared/domain/error-code';
import { Entry, openPromise, type ZipFile } from 'yauzl';
import { DomainError, ValidationError } from '../../domain/errors.ts';
import { ARCHIVE_LIMITS, ENTRY_NAME, FOLDER_NAME, MANIFEST, PART_NAME } from './archive-format.ts';

const MIB = 1024 * 1024;
/** Maximum compression ratio. Text compresses to about a tenth of its size; a file that compresses this much is probably a ZIP bomb. */
const MAX_COMPRESSION_RATIO = 500;
/** Unpacked size above which the maximum ratio applies to the whole ZIP. A single document may be that repetitive, but a whole export is not. */
const RATIO_CHECK_MIN_BYTES = 64 * MIB;
const SYMBOLIC_LINK_TYPE = 0o120000;
const FILE_TYPE_MASK = 0o170000;

/** Creates the error that rejects the whole ZIP or one of its files. */
export const reject = (message: string): ValidationError => new ValidationError({ file: message }, message);

export const DAMAGED_ZIP_MESSAGE = 'This ZIP is damaged or incomplete. Please export it again.';
const NOT_A_ZIP_MESSAGE = 'This is not a ZIP file, or it is incomplete.';

const toReaderError = (reason: unknown): unknown => {
  if (reason instanceof DomainError) return reason;
  const message = getErrorMessage(reason);
  if (/invalid relative path|absolute path|invalid characters in fileName/.test(message))
    return reject('A file name in this ZIP points outside its folder, so the ZIP was rejected.');
  if (/end of central directory|not a zip|Invalid comment length|too small/i.test(message)) return reject(NOT_A_ZIP_MESSAGE);
  return reject(DAMAGED_ZIP_MESSAGE);
};

const getLimit = (name: string): number => {
  if (name === MANIFEST) return ARCHIVE_LIMITS.manifestBytes;
  // The last row of a part may exceed the part's size limit.
  if (PART_NAME.test(name)) return ARCHIVE_LIMITS.partBytes + ARCHIVE_LIMITS.rowBytes;
  return name.endsWith('.json') ? ARCHIVE_LIMITS.rowBytes : ARCHIVE_LIMITS.imageBytes;
};

const checkSize = (name: string, bytes: number): void => {
  if (name !== MANIFEST && !ENTRY_NAME.test(name)) throw reject(`“${name.slice(0, 100)}” does not belong in an export.`);
  if (bytes > getLimit(name)) throw reject(`“${name}” is too large.`);
};

const checkEntry = (entry: Entry): void => {
  const { fileName: name, compressedSize, uncompressedSize, externalFileAttributes, compressionMethod } = entry;
  if (((externalFileAttributes >>> 16) & FILE_TYPE_MASK) === SYMBOLIC_LINK_TYPE) throw reject(`“${name}” is a link. An export has none.`);
  if (entry.isEncrypted()) throw reject('This ZIP needs a password. Remove it first.');
  if (compressionMethod !== 0 && compressionMethod !== 8) throw reject(`“${name}” uses an unsupported compression method.`);
  checkSize(name, uncompressedSize);
  if (!PART_NAME.test(name) && uncompressedSize > MIB && uncompressedSize > compressedSize * MAX_COMPRESSION_RATIO)
    throw reject(`“${name}” unpacks to far more than it should.`);
};

/** Keeps only the data needed to open an entry, because a ZIP may have hundreds of thousands of entries. */
const toMinimalEntry = ({ compressionMethod, generalPurposeBitFlag, compressedSize, uncompressedSize, relativeOffsetOfLocalHeader }: Entry): Entry =>
  Object.assign(new Entry(), { compressionMethod, generalPurposeBitFlag, compressedSize, uncompressedSize, relativeOffsetOfLocalHeader });

export interface ZipOptions {
  readonly maxBytes: number;
  /** Sizes of files that are missing from this ZIP but will be part of the complete export. */
  readonly absentFiles?: ReadonlyMap<string, number>;
}

const readEntries = async (zip: ZipFile, { maxBytes, absentFiles = new Map() }: ZipOptions): Promise<ReadonlyMap<string, Entry>> => {
  if (zip.entryCount + absentFiles.size > ARCHIVE_LIMITS.entries)
    throw reject(`This ZIP has more than ${ARCHIVE_LIMITS.entries.toLocaleString('en-US')} files.`);
  for (const [name, bytes] of absentFiles) checkSize(name, bytes);
  const entries = new Map<string, Entry>();
  let [packed, unpacked] = [0, 0];
  for await (const entry of zip.eachEntry()) {
    // Other programs add folder entries when they repack an export.
    if (FOLDER_NAME.test(entry.fileName) && entry.uncompressedSize === 0) continue;
    checkEntry(entry);
    if (entries.has(entry.fileName)) throw reject(`“${entry.fileName}” is in this ZIP twice.`);
    packed += entry.compressedSize;
    unpacked += entry.uncompressedSize;
    if (unpacked > maxBytes) throw reject('This ZIP unpacks to more than an import may have.');
    entries.set(entry.fileName, toMinimalEntry(entry));
  }
  if (unpacked > RATIO_CHECK_MIN_BYTES && unpacked > packed * MAX_COMPRESSION_RATIO) throw reject('This ZIP unpacks to far more than it should.');
  return entries;
};

/** Opens an untrusted ZIP. Checks all names and sizes before reading any content, and unpacks nothing to disk. */
export const openZip = async (file: string, options: ZipOptions) => {
  let zip: ZipFile | undefined;
  try {
    zip = await openPromise(file, { lazyEntries: true, autoClose: false, strictFileNames: true });
    const openedZip = zip;
    const entries = await readEntries(openedZip, options);
    return {
      names: (): Iterable<string> => entries.keys(),
      count: entries.size + (options.absentFiles?.size ?? 0),
      getBytes: (name: string): number | undefined => entries.get(name)?.uncompressedSize ?? options.absentFiles?.get(name),
      read: async (name: string): Promise<Buffer> => {
        const entry = entries.get(name);
        if (entry === undefined) throw reject(`“${name.slice(0, 100)}” is missing from this ZIP.`);
        const chunks: Buffer[] = [];
        let bytes = 0;
        try {
          const stream: Readable = await openedZip.openReadStreamPromise(entry);
          // The ZIP reader compares the unpacked size with the declared size.
          for await (const part of stream) {
            bytes += part.length;
            if (bytes > getLimit(name)) throw reject(`“${name}” is too large.`);
            chunks.push(part);
          }
        } catch (reason) {
          throw toReaderError(reason);
        }
        return Buffer.concat(chunks, bytes);
      },
      close: (): void => openedZip.close(),
    };
  } catch (reason) {
    zip?.close();
    throw toReaderError(reason);
  }
};

export type Zip = Awaited<ReturnType<typeof openZip>>;
