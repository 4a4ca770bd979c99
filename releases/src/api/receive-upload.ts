import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import * as v from 'valibot';
import { ReleaseApiError } from './api-error.ts';
import { UPLOAD_DESCRIPTION, UPLOAD_LIMITS, type UploadDescription, uploadDescriptionSchema } from './api-schemas.ts';

/** Part of a multipart body: a text field, or a file as a stream. */
export type UploadPart = { readonly name: string; readonly text: string } | { readonly name: string; readonly content: Readable };

const BUILD_MANIFEST = 'browser/build.json';

const reject = (message: string, status = 400): never => {
  throw new ReleaseApiError(status, message);
};

/** Parses a JSON body. Throws a ReleaseApiError that describes the problem. */
export const parseBody = <Schema extends v.GenericSchema>(schema: Schema, text: string): v.InferOutput<Schema> => {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return reject('The body is not JSON.');
  }
  const parsed = v.safeParse(schema, body);
  if (parsed.success) return parsed.output;
  const [issue] = parsed.issues;
  return reject(`The body cannot be used: ${v.getDotPath(issue) ?? 'it'}: ${issue.message}`);
};

const parseDescription = (part: UploadPart | undefined): UploadDescription => {
  if (part?.name !== UPLOAD_DESCRIPTION || !('text' in part)) return reject(`The first part of an upload is "${UPLOAD_DESCRIPTION}", as JSON.`);
  const description = parseBody(uploadDescriptionSchema, part.text);
  const paths = Object.keys(description.files);
  const lowerCasePaths = new Set(paths.map((path) => path.toLowerCase()));
  if (lowerCasePaths.size !== paths.length) reject('Two files differ only by upper and lower case.');
  for (const path of lowerCasePaths)
    for (let parent = dirname(path); parent !== '.'; parent = dirname(parent)) if (lowerCasePaths.has(parent)) reject(`"${parent}" is a file and a folder.`);
  return description;
};

/** Returns the size limit for a file that follows `totalBytes` of other files. */
const getLimit = (path: string, totalBytes: number): number =>
  Math.min(path === BUILD_MANIFEST ? UPLOAD_LIMITS.manifestBytes : UPLOAD_LIMITS.fileBytes, UPLOAD_LIMITS.totalBytes - totalBytes);

/** Writes one file and returns its size. Throws if the file is too large or its content differs from the announced hash. */
const receiveFile = async (content: Readable, file: string, path: string, expectedHash: string, limitBytes: number): Promise<number> => {
  const hash = createHash('sha256');
  let bytes = 0;
  await mkdir(dirname(file), { recursive: true });
  const target = createWriteStream(file, { flags: 'wx' });
  const closed = new Promise<void>((resolve) => void target.once('close', resolve));
  try {
    await pipeline(
      content,
      async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          bytes += chunk.length;
          if (bytes > limitBytes)
            reject(
              `${path} is too large: the limits are ${UPLOAD_LIMITS.fileBytes} bytes for a file (${BUILD_MANIFEST}: ${UPLOAD_LIMITS.manifestBytes}) and ${UPLOAD_LIMITS.totalBytes} for a release.`,
              413,
            );
          hash.update(chunk);
          yield chunk;
        }
      },
      target,
    );
  } finally {
    // Wait for the file to close. A failed pipeline does not wait, and the folder cannot be removed while a file is still being opened.
    await closed;
  }
  if (hash.digest('base64') !== expectedHash) reject(`${path} is not the announced file: its SHA-256 differs.`, 422);
  return bytes;
};

/**
 * Receives a release into an empty folder, file by file, and checks each file on arrival. Throws a ReleaseApiError for the first invalid part; the folder then
 * holds the earlier parts.
 */
export const receiveUpload = async (parts: AsyncIterable<UploadPart>, folder: string): Promise<UploadDescription> => {
  let description: UploadDescription | undefined;
  const missing = new Map<string, string>();
  let totalBytes = 0;
  try {
    for await (const part of parts) {
      if (description === undefined) {
        description = parseDescription(part);
        for (const [path, hash] of Object.entries(description.files)) missing.set(path, hash);
        continue;
      }
      const expectedHash = missing.get(part.name);
      if (expectedHash === undefined || !('content' in part)) throw new ReleaseApiError(400, 'The upload has an unexpected or duplicate part.');
      totalBytes += await receiveFile(part.content, join(folder, part.name), part.name, expectedHash, getLimit(part.name, totalBytes));
      missing.delete(part.name);
    }
  } catch (error) {
    // Any other error is from the multipart parser: the connection was closed, or the upload exceeds a limit.
    if (error instanceof ReleaseApiError || (error instanceof Error && 'syscall' in error)) throw error;
    const isTooLarge = error instanceof Error && 'statusCode' in error && error.statusCode === 413;
    throw new ReleaseApiError(isTooLarge ? 413 : 400, isTooLarge ? 'The upload has too many or too large parts.' : 'The upload is incomplete or malformed.');
  }
  if (description === undefined) return reject('The upload is empty.');
  const [first] = missing.keys();
  if (first !== undefined) return reject(`The upload is incomplete: ${first} is missing.`);
  return description;
};
