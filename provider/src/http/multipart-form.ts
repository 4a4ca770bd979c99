import type {} from '@fastify/multipart';
import { getErrorCode } from '@site/shared/domain/error-code';
import type { FastifyRequest } from 'fastify';
import { DomainError, FileTooLargeError, ValidationError } from '../domain/errors.ts';
import type { UploadedFile } from '../images/accept-upload.ts';
import { HttpError } from './errors.ts';
import { isRecord } from './parse-form.ts';

export interface Form {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly files: readonly UploadedFile[];
}

/** 10 MB per image (NS-05). */
const FILE_LIMIT_BYTES = 10 * 1024 * 1024;
const FILE_TOO_LARGE = 'The image is too large: 10 MB at most.';
export const FORM_LIMITS = { fileSize: FILE_LIMIT_BYTES, files: 2, fieldSize: 512 * 1024, fields: 40, parts: 42, fieldNameSize: 100, headerPairs: 40 };

const readParts = async (request: FastifyRequest): Promise<Form> => {
  const fields: Record<string, unknown> = Object.create(null);
  const files: UploadedFile[] = [];
  let textBytes = 0;
  for await (const part of request.parts({ limits: FORM_LIMITS })) {
    if (part.type === 'file') {
      const bytes = await part.toBuffer().catch((reason: unknown) => {
        if (getErrorCode(reason) !== 'FST_REQ_FILE_TOO_LARGE') throw reason;
        throw new FileTooLargeError(part.fieldname, FILE_TOO_LARGE);
      });
      // A browser sends an empty part for a file input without a file.
      if (bytes.length > 0 || part.filename !== '') files.push({ field: part.fieldname, bytes });
    } else {
      textBytes += typeof part.value === 'string' ? part.value.length : 0;
      if (textBytes > 2 * FORM_LIMITS.fieldSize) throw new ValidationError({ [part.fieldname]: 'Too much text' }, 'The form is too large.');
      if (part.valueTruncated) throw new ValidationError({ [part.fieldname]: 'Too much text' });
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
    const hasReason = reason instanceof DomainError || (typeof reason === 'object' && reason !== null && 'statusCode' in reason);
    // For a truncated form, the parser reports only an unexpected end.
    throw hasReason ? reason : new HttpError(400, 'The form is incomplete.');
  }
};
