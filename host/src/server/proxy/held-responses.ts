import { Readable } from 'node:stream';
import { type ProgressLimit, watchProgress } from '@site/shared/domain/transfer-progress';

/**
 * Minimum progress of a response that waits in memory until its client has read it. The operating system reports progress in steps of up to a few hundred
 * kilobytes, so a slow client seems to pause.
 */
const READING_PROGRESS: ProgressLimit = { stallMs: 60_000, bytesPerSecond: 128 };
/** Bytes passed to the operating system at once. */
const SLICE_BYTES = 64 * 1024;

interface HeldResponse {
  readonly body: Buffer;
  readonly address: string;
  /** The count of `progress` when this response last advanced. */
  lastProgress: number;
  readonly close: () => void;
}

interface NewResponse {
  /** Identical responses with the same name are stored once. */
  readonly name: string;
  readonly body: Buffer;
  /** The client's `getAddressKey`. */
  readonly address: string;
  /** Ends the connection because the client reads too slowly, or because others need the memory. */
  readonly close: () => void;
}

const sum = (bodies: Iterable<Buffer>): number => [...bodies].reduce((bytes, { length }) => bytes + length, 0);

/**
 * Holds the provider's responses that clients have not read yet, within `limitBytes`. Beyond that, the address that holds the most loses the response that has
 * not advanced for the longest time.
 */
export const createHeldResponses = (limitBytes: number, limit: ProgressLimit = READING_PROGRESS) => {
  const all = new Set<HeldResponse>();
  const byName = new Map<string, { readonly body: Buffer; holders: number }>();
  let bytes = 0;
  let progress = 0;

  const share = (name: string, body: Buffer): Buffer => {
    const existingBody = byName.get(name);
    if (existingBody?.body.equals(body)) {
      existingBody.holders += 1;
      return existingBody.body;
    }
    bytes += body.length;
    if (existingBody === undefined) byName.set(name, { body, holders: 1 });
    return body;
  };

  const release = (name: string, held: HeldResponse): void => {
    if (!all.delete(held)) return;
    const existingBody = byName.get(name);
    if (existingBody?.body !== held.body) bytes -= held.body.length;
    else if (existingBody.holders > 1) existingBody.holders -= 1;
    else {
      byName.delete(name);
      bytes -= held.body.length;
    }
  };

  const closeOne = (): void => {
    const addresses = new Map<string, HeldResponse[]>();
    for (const held of all) {
      const others = addresses.get(held.address);
      if (others === undefined) addresses.set(held.address, [held]);
      else others.push(held);
    }
    let largest = { bytes: -1, responses: [] as readonly HeldResponse[] };
    for (const responses of addresses.values()) {
      const addressBytes = sum(new Set(responses.map(({ body }) => body)));
      if (addressBytes > largest.bytes) largest = { bytes: addressBytes, responses };
    }
    const [first, ...others] = largest.responses;
    if (first !== undefined) others.reduce((slowest, held) => (held.lastProgress < slowest.lastProgress ? held : slowest), first).close();
  };

  return {
    /** The bytes in memory. */
    size: (): number => bytes,
    /** Returns the body as a stream that ends with the response. Call `release` when the connection has closed. */
    hold: ({ name, body: received, address, close }: NewResponse): { readonly stream: Readable; release(): void } => {
      const body = share(name, received);
      progress += 1;
      const held: HeldResponse = {
        body,
        address,
        lastProgress: progress,
        close: () => {
          end();
          close();
        },
      };
      all.add(held);
      const watch = watchProgress(limit, held.close);
      const end = (): void => {
        watch.stop();
        release(name, held);
      };
      const slices = function* (): Generator<Buffer> {
        for (let start = 0; start < body.length; start += SLICE_BYTES) {
          const slice = body.subarray(start, start + SLICE_BYTES);
          yield slice;
          watch.add(slice.length);
          progress += 1;
          held.lastProgress = progress;
        }
      };
      while (bytes > limitBytes && all.size > 1) closeOne();
      return { stream: Readable.from(slices(), { objectMode: false, highWaterMark: SLICE_BYTES }), release: end };
    },
  };
};
