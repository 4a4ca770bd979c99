import type { Readable } from 'node:stream';

/** The status with which a body is refused. */
export class BodyError extends Error {
  constructor(
    readonly statusCode: 413 | 503,
    message: string,
  ) {
    super(message);
  }
}

/** A body of this size counts for nobody: it is what visitors' forms have. */
const FREE_BYTES = 16 * 1024;

/** Receives whole bodies into memory, of which large ones together take at most `limitBytes`, and those of one address a quarter of it. */
export const createBodyReceiver = (limitBytes: number) => {
  const byAddress = new Map<string, number>();
  let total = 0;

  const count = (address: string, bytes: number): void => {
    total += bytes;
    const ofAddress = (byAddress.get(address) ?? 0) + bytes;
    if (ofAddress === 0) byAddress.delete(address);
    else byAddress.set(address, ofAddress);
  };

  /** Throws a BodyError when the body is larger than `maxBytes`, or when too many large ones are being received. */
  return async (body: Readable, { address, maxBytes }: { readonly address: string; readonly maxBytes: number }): Promise<Buffer> => {
    const parts: Buffer[] = [];
    let size = 0;
    let counted = 0;
    try {
      for await (const part of body) {
        parts.push(part);
        size += part.length;
        if (size > maxBytes) throw new BodyError(413, 'The request is too large.');
        if (size <= FREE_BYTES) continue;
        count(address, size - counted);
        counted = size;
        if (total > limitBytes || (byAddress.get(address) ?? 0) > limitBytes / 4) throw new BodyError(503, 'The server is busy. Please try again in a moment.');
      }
      return Buffer.concat(parts, size);
    } finally {
      count(address, -counted);
    }
  };
};
