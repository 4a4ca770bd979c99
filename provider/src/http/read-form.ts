import type {} from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { readErrorCode } from '../error-code.ts';
import { invalid, Refusal } from './refusal.ts';

export interface UploadedFile {
  readonly field: string;
  readonly bytes: Buffer;
}

export interface Form {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly files: readonly UploadedFile[];
}

/** 10 MB a picture (NS-05). */
export const FILE_LIMIT_BYTES = 10 * 1024 * 1024;
const FILE_TOO_LARGE = 'The picture is too large: 10 MB at most.';
export const FORM_LIMITS = { fileSize: FILE_LIMIT_BYTES, files: 2, fieldSize: 512 * 1024, fields: 40, parts: 42, fieldNameSize: 100, headerPairs: 40 };

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

const readParts = async (request: FastifyRequest): Promise<Form> => {
  const fields: Record<string, unknown> = Object.create(null);
  const files: UploadedFile[] = [];
  let textBytes = 0;
  for await (const part of request.parts({ limits: FORM_LIMITS })) {
    if (part.type === 'file') {
      const bytes = await part.toBuffer().catch((reason: unknown) => {
        if (readErrorCode(reason) !== 'FST_REQ_FILE_TOO_LARGE') throw reason;
        throw new Refusal(413, FILE_TOO_LARGE, { [part.fieldname]: FILE_TOO_LARGE });
      });
      // A browser sends an empty part for a file input in which nothing was chosen.
      if (bytes.length > 0 || part.filename !== '') files.push({ field: part.fieldname, bytes });
    } else {
      textBytes += typeof part.value === 'string' ? part.value.length : 0;
      if (textBytes > 2 * FORM_LIMITS.fieldSize) throw invalid({ [part.fieldname]: 'Too much text' }, 'The form is too large.');
      if (part.valueTruncated) throw invalid({ [part.fieldname]: 'Too much text' });
      fields[part.fieldname] = part.value;
    }
  }
  return { fields, files };
};

/** Reads a multipart form part by part, each within its limit; a JSON body counts as a form without files. */
export const readForm = async (request: FastifyRequest): Promise<Form> => {
  if (!request.isMultipart()) return { fields: isRecord(request.body) ? request.body : {}, files: [] };
  try {
    return await readParts(request);
  } catch (reason) {
    const isExplained = reason instanceof Refusal || (typeof reason === 'object' && reason !== null && 'statusCode' in reason);
    // The parser says of a form that is cut short only that it ended.
    throw isExplained ? reason : new Refusal(400, 'The form is not complete.');
  }
};
