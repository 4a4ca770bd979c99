import { Agent, type IncomingHttpHeaders, type IncomingMessage, request as sendRequest } from 'node:http';

export interface Call {
  readonly origins: readonly string[];
  readonly path: string;
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface CallResult {
  /** HTTP status, or 0 if there was no response. */
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly milliseconds: number;
  readonly reason: string;
}

const TIMEOUT_MS = 30_000;

const performCall = (agent: Agent, origin: string, { path, method = 'GET', headers = {}, body }: Call): Promise<Omit<CallResult, 'milliseconds'>> =>
  new Promise((resolve) => {
    const fail = (error: Error): void => resolve({ status: 0, headers: {}, body: '', reason: error.message });
    const request = sendRequest(
      `${origin}${path}`,
      { agent, method, timeout: TIMEOUT_MS, headers: { ...headers, ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }) } },
      (response: IncomingMessage) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.once('error', fail);
        response.once('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(parts).toString(), reason: '' }));
      },
    );
    request.once('error', fail);
    request.once('timeout', () => request.destroy(new Error('no response within 30 s')));
    request.end(body);
  });

/** Creates a client with persistent connections. It retries a GET on the next origin if there is no response or a server error. It does not retry writes. */
export const createClient = (maxSockets = 64) => {
  const agent = new Agent({ keepAlive: true, maxSockets });
  return {
    call: async (call: Call): Promise<CallResult> => {
      const began = performance.now();
      let result: Omit<CallResult, 'milliseconds'> = { status: 0, headers: {}, body: '', reason: 'no origin' };
      for (const origin of (call.method ?? 'GET') === 'GET' ? call.origins : call.origins.slice(0, 1)) {
        result = await performCall(agent, origin, call);
        if (result.status !== 0 && result.status < 500) break;
      }
      return { ...result, milliseconds: performance.now() - began };
    },
    close: (): void => agent.destroy(),
  };
};
export type Client = ReturnType<typeof createClient>;

/**
 * Calls `work` with increasing indexes until `isOver` returns true, either `perSecond` times a second or with at most `concurrency` calls at once. Resolves
 * when all calls have finished.
 */
export const sendLoad = async (
  load: { readonly perSecond: number } | { readonly concurrency: number },
  isOver: () => boolean,
  work: (index: number) => Promise<void>,
): Promise<void> => {
  let next = 0;
  if ('concurrency' in load) {
    const run = async (): Promise<void> => {
      while (!isOver()) await work(next++);
    };
    await Promise.all(Array.from({ length: load.concurrency }, run));
    return;
  }
  const pending = new Set<Promise<void>>();
  const began = performance.now();
  await new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      for (; !isOver() && next < ((performance.now() - began) / 1000) * load.perSecond; next += 1) {
        const one = work(next).finally(() => pending.delete(one));
        pending.add(one);
      }
      if (!isOver()) return;
      clearInterval(timer);
      resolve();
    }, 5);
  });
  await Promise.all(pending);
};

export const getPercentile = (values: readonly number[], percent: number): number =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor((values.length * percent) / 100))] ?? Number.NaN;
