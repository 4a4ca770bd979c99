import type { Readable } from 'node:stream';

/** Error with the status for a rejected body. */
export class BodyError extends Error {
  constructor(
    readonly statusCode: 413 | 503,
    message: string,
  ) {
    super(message);
  }
}

/** Bodies up to this size, for example visitors' forms, do not count towards the limits. */
const FREE_BYTES = 16 * 1024;

/** Receives whole bodies into memory. Large bodies take at most `limitBytes` together, and those of one address a quarter of that. */
export const createBodyReceiver = (limitBytes: number) => {
  const byAddress = new Map<string, number>();
  let total = 0;

  const count = (address: string, bytes: number): void => {
    total += bytes;
    const addressBytes = (byAddress.get(address) ?? 0) + bytes;
    if (addressBytes === 0) byAddress.delete(address);
    else byAddress.set(address, addressBytes);
  };

  /** Throws a BodyError if the body is larger than `maxBytes`, or if too many large bodies are being received. */
  return async (body: Readable, { address, maxBytes }: { readonly address: string; readonly maxBytes: number }): Promise<Buffer> => {
    const parts: Buffer[] = [];
    let size = 0;
    let countedBytes = 0;
    try {
      for await (const part of body) {
        parts.push(part);
        size += part.length;
        if (size > maxBytes) throw new BodyError(413, 'The request is too large.');
        if (size <= FREE_BYTES) continue;
        count(address, size - countedBytes);
        countedBytes = size;
        if (total > limitBytes || (byAddress.get(address) ?? 0) > limitBytes / 4) throw new BodyError(503, 'The server is busy. Please try again in a moment.');
      }
      return Buffer.concat(parts, size);
    } finally {
      count(address, -countedBytes);
    }
  };
};
