import type { IncomingMessage } from 'node:http';

/** Minimum progress of a transfer: it may pause for up to `stallMs`, and must average `bytesPerSecond` over that time. */
export interface ProgressLimit {
  readonly stallMs: number;
  readonly bytesPerSecond: number;
}

/** Limit for request bodies. A transfer of 16 kbit/s with pauses of 10 s passes; one byte per second does not. */
export const BODY_PROGRESS: ProgressLimit = { stallMs: 20_000, bytesPerSecond: 128 };
const DRAIN_MS = 4_000;

export interface ProgressWatch {
  add(bytes: number): void;
  stop(): void;
}

/** Calls `onStalled` once if a transfer that starts now is too slow. `getBytes`, if given, returns the bytes transferred since its last call. */
export const watchProgress = ({ stallMs, bytesPerSecond }: ProgressLimit, onStalled: () => void, getBytes: () => number = () => 0): ProgressWatch => {
  let deadline = performance.now() + stallMs;
  let timer: NodeJS.Timeout;
  const add = (bytes: number): void => {
    // Limit the credit, so that a fast start does not allow a long pause later.
    deadline = Math.min(performance.now() + stallMs, deadline + (bytes * 1000) / bytesPerSecond);
  };
  const wait = (): void => {
    timer = setTimeout(() => {
      add(getBytes());
      if (deadline > performance.now()) wait();
      else onStalled();
    }, deadline - performance.now());
    timer.unref();
  };
  wait();
  return { add, stop: () => clearTimeout(timer) };
};

const hasBody = ({ headers, complete }: IncomingMessage): boolean =>
  !complete && (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0);

/** Closes the connection of a request whose body arrives too slowly. Does not read the body itself. */
export const closeIfSlow = (request: IncomingMessage, limit: ProgressLimit = BODY_PROGRESS): void => {
  if (!hasBody(request)) return;
  const { socket } = request;
  let countedBytes = socket.bytesRead;
  const countBytes = (): number => {
    const before = countedBytes;
    countedBytes = socket.bytesRead;
    return countedBytes - before;
  };
  const watch = watchProgress(limit, () => request.destroy(), countBytes);
  request.once('end', watch.stop).once('close', watch.stop);
};

/**
 * Discards the rest of a request's body for a while, after a response that was sent before the body was read. Closing the connection immediately could lose the
 * response.
 */
export const discardRemainingBody = (request: IncomingMessage): void => {
  if (!hasBody(request)) return;
  request.unpipe();
  request.resume();
  const timer = setTimeout(() => request.destroy(), DRAIN_MS);
  timer.unref();
  const stop = (): void => clearTimeout(timer);
  request.once('end', stop).once('close', stop);
};
