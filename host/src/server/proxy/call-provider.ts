import { Readable } from 'node:stream';
import { type Dispatcher, Pool } from 'undici';
import { LANE_CONNECTIONS, type Lanes } from './provider-lanes.ts';

/** Size limit for responses that are read into memory. Longer ones are streamed: exports, which only staff can request. */
const BUFFER_LIMIT_BYTES = 16 * 1024 * 1024;
const PROVIDER_TIMEOUT_MS = 60_000;
/** Statuses that a load balancer returns when no provider has responded. */
const GATEWAY_ERRORS = [502, 504];

interface ReceivedBody {
  /** The complete body; undefined if it exceeds the limit. */
  readonly completeBody: Buffer | undefined;
  readonly stream: () => Readable;
}

export interface Answer extends ReceivedBody, Pick<Dispatcher.ResponseData, 'statusCode' | 'headers'> {
  /** Gives up the slot at the provider. A stream keeps the slot until it ends. */
  readonly leave: () => void;
}

interface ProviderCall {
  readonly lane: keyof Lanes;
  /** The client's `getAddressKey`. */
  readonly address: string;
  readonly request: Dispatcher.RequestOptions;
}

/** Reads a response as fast as the provider sends it, up to the limit. */
const readAhead = async (body: Readable, limitBytes: number): Promise<ReceivedBody> => {
  const parts: Buffer[] = [];
  let size = 0;
  const iterator = body[Symbol.asyncIterator]();
  for (let next = await iterator.next(); !next.done; next = await iterator.next()) {
    parts.push(next.value);
    size += next.value.length;
    if (size > limitBytes) {
      const all = async function* () {
        yield* parts.splice(0);
        yield* { [Symbol.asyncIterator]: () => iterator };
      };
      return { completeBody: undefined, stream: () => Readable.from(all(), { objectMode: false }) };
    }
  }
  const completeBody = Buffer.concat(parts, size);
  return { completeBody, stream: () => Readable.from(completeBody) };
};

/**
 * Creates the function that calls the provider. Calls wait for a slot in their lane. Responses are read into memory, so that a slow client occupies no
 * connection to the provider.
 */
export const createProviderCaller = (providerUrl: string, lanes: Lanes) => {
  const pool = new Pool(providerUrl, { connections: LANE_CONNECTIONS, headersTimeout: PROVIDER_TIMEOUT_MS, bodyTimeout: PROVIDER_TIMEOUT_MS });
  return {
    call: async ({ lane, address, request }: ProviderCall, signal: AbortSignal): Promise<Answer> => {
      const leave = await lanes[lane].enter(address, signal);
      try {
        const { statusCode, headers, body } = await pool.request({ ...request, signal });
        if (GATEWAY_ERRORS.includes(statusCode)) {
          await body.dump();
          throw new Error(`the load balancer responded with ${statusCode}`);
        }
        const receivedBody = await readAhead(body, lane === 'images' ? Number.POSITIVE_INFINITY : BUFFER_LIMIT_BYTES);
        if (receivedBody.completeBody !== undefined) leave();
        return { ...receivedBody, statusCode, headers, leave };
      } catch (error) {
        leave();
        throw error;
      }
    },
    close: (): Promise<void> => pool.destroy(),
  };
};
export type ProviderCaller = ReturnType<typeof createProviderCaller>;
