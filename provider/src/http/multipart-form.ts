import type {} from '@fastify/multipart';
import { getErrorCode } from '@site/shared/domain/error-code';
import { LIMITS } from '@site/shared/domain/limits';
import type { FastifyRequest } from 'fastify';
import { DomainError, FileTooLargeError, ValidationError } from '../domain/errors.ts';
import type { UploadedFile } from '../images/accept-upload.ts';
import { HttpError } from './errors.ts';

interface Form {
  /** Fields of a multipart form, or the JSON body; `{}` if there is no body. */
  readonly input: unknown;
  readonly files: readonly UploadedFile[];
}
export const EMPTY_FORM: Form = { input: {}, files: [] };

/** 10 MB per image (NS-05). */
const FILE_LIMIT_BYTES = 10 * 1024 * 1024;
const FILE_TOO_LARGE_MESSAGE = 'The photo is too large: 10 MB at most.';
/** Maximum size of a rich text in bytes: UTF-8 needs up to four bytes per character. */
const FIELD_LIMIT_BYTES = 4 * LIMITS.textCharacters;
export const FORM_LIMITS = { fileSize: FILE_LIMIT_BYTES, files: 2, fieldSize: FIELD_LIMIT_BYTES, fields: 40, parts: 42, fieldNameSize: 100, headerPairs: 40 };

const readParts = async (request: FastifyRequest): Promise<Form> => {
  const input: Record<string, unknown> = Object.create(null);
  const files: UploadedFile[] = [];
  let textBytes = 0;
  for await (const part of request.parts({ limits: FORM_LIMITS })) {
    if (part.type === 'file') {
      const bytes = await part.toBuffer().catch((reason: unknown) => {
        if (getErrorCode(reason) !== 'FST_REQ_FILE_TOO_LARGE') throw reason;
        throw new FileTooLargeError(part.fieldname, FILE_TOO_LARGE_MESSAGE);
      });
      // If no file is chosen, browsers send an empty part for the file input.
      if (bytes.length > 0 || part.filename !== '') files.push({ field: part.fieldname, bytes });
    } else {
      textBytes += typeof part.value === 'string' ? part.value.length : 0;
      if (textBytes > 2 * FORM_LIMITS.fieldSize) throw new ValidationError({ [part.fieldname]: 'Too much text' }, 'The form is too large.');
      if (part.valueTruncated) throw new ValidationError({ [part.fieldname]: 'Too much text' });
      input[part.fieldname] = part.value;
    }
  }
  return { input, files };
};

/** Reads a multipart form part by part, each within its limit. A JSON body is treated as a form without files. */
export const readForm = async (request: FastifyRequest): Promise<Form> => {
  if (!request.isMultipart()) return request.body === undefined ? EMPTY_FORM : { input: request.body, files: [] };
  try {
    return await readParts(request);
  } catch (reason) {
    const isExpectedError = reason instanceof DomainError || (typeof reason === 'object' && reason !== null && 'statusCode' in reason);
    // Send a clear message for a truncated form, because the parser only reports an unexpected end.
    throw isExpectedError ? reason : new HttpError(400, 'The form is incomplete.');
  }
};
