import { setImmediate } from 'node:timers/promises';
import { TRANSFER_KINDS, type TransferKind } from '@site/shared/contracts/transfer';
import * as v from 'valibot';
import { ValidationError } from '../../domain/errors.ts';
import { hash } from '../../domain/ids.ts';
import {
  ARCHIVE_LIMITS,
  ARCHIVE_VERSION,
  type ArchiveManifest,
  type ArchiveMedia,
  type FileManifest,
  FOLDERS,
  fileManifestSchema,
  LAST_FILE_FORMAT_VERSION,
  MANIFEST,
  manifestSchema,
  mediaSchema,
  parseFormat,
  toPartName,
  toRowFile,
} from './archive-format.ts';
import { DAMAGED_ZIP_MESSAGE, openZip, reject, type Zip, type ZipOptions } from './read-zip.ts';

/** Maximum manifest size. A version 2 manifest has a line for each file and is parsed in memory. */
const MANIFEST_BYTES = { base: 16 * 1024, perFile: 400 } as const;
const NEWLINE = 0x0a;
/** Number of rows to parse before letting other requests run. */
const ROWS_PER_BATCH = 100;

const DAMAGED_FILE_MESSAGE = 'This file is damaged: it differs from the exported file.';

export interface ArchiveRow {
  /** Folder and id, unique in the ZIP. */
  readonly file: string;
  /** Returns the row's value, which is not validated yet. Throws if it cannot be read. */
  read(): Promise<unknown>;
}

const parseJson = (bytes: Buffer): unknown => {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
};

const parseManifest = <Schema extends v.GenericSchema>(schema: Schema, value: unknown): v.InferOutput<Schema> => {
  const manifest = v.safeParse(schema, value, { abortEarly: true });
  if (!manifest.success) throw reject('The manifest.json of this ZIP is damaged.');
  return manifest.output;
};

const readManifest = async (zip: Zip): Promise<unknown> => {
  const bytes = zip.getBytes(MANIFEST);
  if (bytes === undefined) throw reject('This ZIP is not an export of a site: it has no manifest.json.');
  if (bytes > MANIFEST_BYTES.base + MANIFEST_BYTES.perFile * zip.count) throw reject('The manifest.json of this ZIP names more files than the ZIP has.');
  return parseJson(await zip.read(MANIFEST));
};

const readVersion = (manifest: unknown): number => {
  const format = parseFormat(manifest);
  if (!format.success) throw reject('This ZIP is not an export of a site: its manifest.json is of something else.');
  const { version } = format.output;
  if (version < 1 || version > ARCHIVE_VERSION)
    throw reject(`This ZIP has version ${version} of the format, and this site reads versions up to ${ARCHIVE_VERSION}. Update this site first.`);
  return version;
};

const checkFile = (zip: Zip, name: string, bytes: number): void => {
  const actualBytes = zip.getBytes(name);
  if (actualBytes === undefined) throw reject(`“${name.slice(0, 100)}” is missing from this ZIP.`);
  if (actualBytes !== bytes) throw reject(DAMAGED_ZIP_MESSAGE);
};

const checkNoUnlistedEntries = (zip: Zip, isListed: (name: string) => boolean): void => {
  for (const name of zip.names()) if (name !== MANIFEST && !isListed(name)) throw reject(`“${name}” is in this ZIP, but its manifest does not list it.`);
};

async function* readPart(zip: Zip, name: string, sha256: string): AsyncGenerator<unknown> {
  const bytes = await zip.read(name);
  if (hash(bytes) !== sha256) throw reject(DAMAGED_ZIP_MESSAGE);
  if (bytes.at(-1) !== NEWLINE) throw reject(`The last line of “${name}” is cut off.`);
  let row = 0;
  for (let start = 0, end = bytes.indexOf(NEWLINE); end !== -1; start = end + 1, end = bytes.indexOf(NEWLINE, start)) {
    row += 1;
    if (row % ROWS_PER_BATCH === 0) await setImmediate();
    const value = end - start > ARCHIVE_LIMITS.rowBytes ? undefined : parseJson(bytes.subarray(start, end));
    if (value === undefined) throw reject(`Line ${row} of “${name}” is not JSON, or too long.`);
    yield value;
  }
}

const mediaFileSchema = v.pick(mediaSchema, ['file', 'bytes']);

/** Reads every row once before any row is used, so that nothing from a damaged ZIP is imported. Keeps only the names of the rows. */
const openParts = async (zip: Zip, { parts, counts }: ArchiveManifest) => {
  const countRows = (kind: TransferKind): number => parts[kind].reduce((sum, { rows }) => sum + rows, 0);
  if (TRANSFER_KINDS.some((kind) => counts[kind] !== countRows(kind))) throw reject(DAMAGED_ZIP_MESSAGE);
  if (TRANSFER_KINDS.reduce((sum, kind) => sum + counts[kind], 0) > ARCHIVE_LIMITS.rows)
    throw reject(`This ZIP has more than ${ARCHIVE_LIMITS.rows.toLocaleString('en-US')} rows.`);
  const files = new Set<string>();
  const namedFiles = new Set<string>();
  const getRowFileName = (kind: TransferKind, value: unknown, part: string): string => {
    const file = toRowFile(kind, value);
    if (file === undefined) throw reject(`“${part}” has a row without a valid id.`);
    return file;
  };
  const readRows = async function* (kind: TransferKind): AsyncGenerator<{ readonly file: string; readonly value: unknown }> {
    for (const [index, part] of parts[kind].entries()) {
      const name = toPartName(kind, index);
      checkFile(zip, name, part.bytes);
      namedFiles.add(name);
      let rows = 0;
      for await (const value of readPart(zip, name, part.sha256)) {
        rows += 1;
        yield { file: getRowFileName(kind, value, name), value };
      }
      if (rows !== part.rows) throw reject(DAMAGED_ZIP_MESSAGE);
    }
  };
  for (const kind of TRANSFER_KINDS)
    for await (const { file, value } of readRows(kind)) {
      if (files.has(file)) throw reject(`“${file}” is in this ZIP twice.`);
      files.add(file);
      if (kind !== 'media' || !v.is(mediaFileSchema, value)) continue;
      checkFile(zip, value.file, value.bytes);
      namedFiles.add(value.file);
    }
  checkNoUnlistedEntries(zip, (name) => namedFiles.has(name));
  return {
    rows: async function* (kind: TransferKind): AsyncGenerator<ArchiveRow> {
      for await (const { file, value } of readRows(kind)) yield { file, read: async () => value };
    },
    has: (file: string): boolean => files.has(file),
  };
};

const fileFieldSchema = v.object({ file: v.string() });

const openFiles = (zip: Zip, { files }: FileManifest) => {
  checkNoUnlistedEntries(zip, (name) => Object.hasOwn(files, name));
  for (const [name, { bytes }] of Object.entries(files)) checkFile(zip, name, bytes);
  const names = [...zip.names()].filter((name) => name !== MANIFEST && name.endsWith('.json')).sort();
  const read = async (kind: TransferKind, name: string): Promise<unknown> => {
    const bytes = await zip.read(name);
    if (hash(bytes) !== files[name]?.sha256) throw reject(DAMAGED_FILE_MESSAGE);
    const value = parseJson(bytes);
    if (value === undefined) throw new ValidationError({ file: 'This file is not JSON' });
    // The report and the import must refer to the same document.
    if (toRowFile(kind, value) !== name) throw new ValidationError({ id: 'The id does not match the file name' });
    if (kind !== 'media' || !v.is(fileFieldSchema, value)) return value;
    const image = files[value.file];
    if (image === undefined) throw new ValidationError({ file: `“${value.file.slice(0, 100)}” is missing from this ZIP` });
    return { ...value, ...image };
  };
  return {
    rows: async function* (kind: TransferKind): AsyncGenerator<ArchiveRow> {
      for (const file of names) if (file.startsWith(`${FOLDERS[kind]}/`)) yield { file, read: () => read(kind, file) };
    },
    has: (file: string): boolean => Object.hasOwn(files, file),
  };
};

/** Opens an untrusted ZIP. Checks the whole structure before using any content. */
export const openArchive = async (file: string, options: ZipOptions) => {
  const zip = await openZip(file, options);
  try {
    const manifest = await readManifest(zip);
    const isFileFormat = readVersion(manifest) <= LAST_FILE_FORMAT_VERSION;
    const content = isFileFormat ? openFiles(zip, parseManifest(fileManifestSchema, manifest)) : await openParts(zip, parseManifest(manifestSchema, manifest));
    return {
      ...content,
      /** Reads an image file. Throws if the file differs from the one that was exported. */
      readImage: async ({ file: name, sha256 }: Pick<ArchiveMedia, 'file' | 'sha256'>): Promise<Buffer> => {
        const bytes = await zip.read(name);
        if (hash(bytes) !== sha256) throw reject(DAMAGED_FILE_MESSAGE);
        return bytes;
      },
      close: zip.close,
    };
  } catch (reason) {
    zip.close();
    throw reason;
  }
};

/** An open export ZIP. Parts and images are read one at a time. */
export type Archive = Awaited<ReturnType<typeof openArchive>>;
