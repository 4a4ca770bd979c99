import { createHash } from 'node:crypto';
import { fromBufferPromise } from 'yauzl';
import { type Options, ZipFile } from 'yazl';

/** Returns the files of a ZIP by name. */
export const readZip = async (zip: Buffer): Promise<ReadonlyMap<string, Buffer>> => {
  const opened = await fromBufferPromise(zip, { lazyEntries: true });
  const files = new Map<string, Buffer>();
  for await (const entry of opened.eachEntry()) files.set(entry.fileName, Buffer.concat(await (await opened.openReadStreamPromise(entry)).toArray()));
  return files;
};

export const writeZip = async (files: ReadonlyMap<string, Buffer>, options: Partial<Options> = {}): Promise<Buffer> => {
  const zip = new ZipFile();
  for (const [name, bytes] of files) zip.addBuffer(bytes, name, options);
  zip.end();
  const parts: Buffer[] = [];
  for await (const part of zip.outputStream) parts.push(Buffer.from(part));
  return Buffer.concat(parts);
};

/** Adds a manifest to the files of an export. The manifest names all files, unless `change` overwrites parts of it. */
export const withManifest = (files: ReadonlyMap<string, Buffer>, change: object = {}): ReadonlyMap<string, Buffer> => {
  const named = [...files].map(([name, bytes]) => [name, { bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }]);
  const counts = { media: 0, album: 0, image: 0, post: 0, event: 0, program: 0, redirect: 0 };
  const manifest = { format: 'site-content', version: 1, site: '', createdAt: '2026-11-20T09:00:00.000Z', counts, files: Object.fromEntries(named), ...change };
  return new Map([...files, ['manifest.json', Buffer.from(JSON.stringify(manifest))]]);
};

/** Replaces a text by another one of the same length, wherever it occurs. */
export const patch = (zip: Buffer, from: string, to: string): Buffer => Buffer.from(zip.toString('latin1').replaceAll(from, to), 'latin1');
