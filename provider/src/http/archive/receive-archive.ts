import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rm, stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type {} from '@fastify/multipart';
import { getErrorCode, hasErrorCode } from '@site/shared/domain/error-code';
import type { FastifyRequest } from 'fastify';
import { FileTooLargeError, ValidationError } from '../../domain/errors.ts';
import { createId } from '../../domain/ids.ts';
import { HttpError } from '../errors.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const PRIVATE_FOLDER_MODE = 0o700;
export const PRIVATE_FILE_OPTIONS = { mode: 0o600 };
/** Disk space reserved for the database and images. */
const RESERVED_BYTES = 256 * 1024 * 1024;

/** Deletes files that were left behind when a provider was killed. */
const removeOldFiles = async (folder: string): Promise<void> => {
  for (const name of await readdir(folder)) {
    const file = path.join(folder, name);
    const stats = await stat(file).catch(() => null);
    if (stats !== null && Date.now() - stats.mtimeMs > DAY_MS) await rm(file, { force: true });
  }
};

/** Returns the path of a new file. The caller deletes the file. */
export const prepareFile = async (folder: string): Promise<string> => {
  await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER_MODE });
  await removeOldFiles(folder);
  return path.join(folder, `${createId()}.zip`);
};

const readFreeBytes = async (folder: string): Promise<number> => {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize - RESERVED_BYTES;
};

/** Streams the only file of a form to a folder and returns its path. The caller deletes the file. */
export const receiveArchive = async (
  request: FastifyRequest,
  { folder, maxBytes }: { readonly folder: string; readonly maxBytes: number },
): Promise<string> => {
  const createTooLargeError = (): FileTooLargeError =>
    new FileTooLargeError('file', `The file is too large: ${Math.floor(maxBytes / 1024 / 1024)} MB at most.`);
  const createNoSpaceError = (): FileTooLargeError => new FileTooLargeError('file', 'The server does not have enough space for this file right now.');
  const bytes = Number(request.headers['content-length'] ?? 0);
  if (bytes > maxBytes + 64 * 1024) throw createTooLargeError();
  const target = await prepareFile(folder);
  const freeBytes = await readFreeBytes(folder);
  if (freeBytes <= 0 || bytes > freeBytes) throw createNoSpaceError();
  const createLimitError = freeBytes < maxBytes ? createNoSpaceError : createTooLargeError;
  try {
    // A chunked request does not declare its length.
    const filePart = request.isMultipart() ? await request.file({ limits: { fileSize: Math.min(maxBytes, freeBytes), files: 1, fields: 5 } }) : undefined;
    if (filePart === undefined) throw new ValidationError({ file: 'Choose a file' });
    await pipeline(filePart.file, createWriteStream(target, PRIVATE_FILE_OPTIONS));
    if (filePart.file.truncated) throw createLimitError();
    return target;
  } catch (reason) {
    await rm(target, { force: true });
    if (getErrorCode(reason) === 'FST_REQ_FILE_TOO_LARGE') throw createLimitError();
    // The disk filled up during the upload.
    if (hasErrorCode(reason, 'ENOSPC', 'EDQUOT')) throw createNoSpaceError();
    // The client gave up, or its connection was lost.
    if (getErrorCode(reason) === 'ERR_STREAM_PREMATURE_CLOSE' || request.raw.destroyed)
      throw new HttpError(400, 'The upload was interrupted. Please try again.');
    throw reason;
  }
};
