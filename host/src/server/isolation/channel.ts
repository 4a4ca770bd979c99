import type { Duplex } from 'node:stream';
import type { ProcessLimits } from './limits.ts';
import { type CallResponse, createLineReader, type HostMessage, REPLY_LIMIT_BYTES, type Reply, type ReplyLabel, readReply } from './protocol.ts';

interface ByteBudgetOptions {
  /** Bytes that may be used at once. */
  readonly burstBytes: number;
  readonly bytesPerSecond: number;
  /** In milliseconds. */
  readonly now?: () => number;
}

/** Counts bytes that are used, and forgets them at a constant rate. */
export const createByteBudget = ({ burstBytes, bytesPerSecond, now = () => performance.now() }: ByteBudgetOptions) => {
  let used = 0;
  let countedAt = now();
  const isSpent = (): boolean => {
    const time = now();
    used = Math.max(0, used - ((time - countedAt) * bytesPerSecond) / 1000);
    countedAt = time;
    return used > burstBytes;
  };
  return {
    add: (bytes: number): void => {
      used += bytes;
    },
    /** True until enough of what was used has been forgotten. */
    isSpent,
  };
};

interface ProcessChannelOptions {
  /** Undefined if the process could not be started. */
  readonly stream: Duplex | undefined;
  readonly limits: ProcessLimits;
  readonly onReply: (reply: Reply) => void;
  /** A line is not a valid reply. `label`: the request that it belongs to, if it names one. */
  readonly onInvalidReply: (problem: string, label: ReplyLabel | undefined) => void;
  /** The process sends so much that nothing more is to be read. */
  readonly onExcess: (reason: string) => void;
}

/** The host's end of the channel to a process. A process that has used up its bytes or replies is slowed down or reported; no other process notices. */
export class ProcessChannel {
  readonly #options: ProcessChannelOptions;
  readonly #budget: ReturnType<typeof createByteBudget>;
  #isClosed = false;
  #repliesSinceRenewal = 0;
  /** Calls that wait until the process has bytes again. */
  #onceAffordable: (() => void)[] = [];

  constructor(options: ProcessChannelOptions) {
    const { stream, limits, onExcess } = options;
    this.#options = options;
    this.#budget = createByteBudget(limits);
    const readLines = createLineReader(
      REPLY_LIMIT_BYTES,
      (line) => this.#handleLine(line),
      () => onExcess('It sent a reply that is too long.'),
    );
    stream?.on('data', (chunk: Buffer) => {
      this.#budget.add(chunk.length);
      readLines(chunk);
      if (this.#budget.isSpent()) stream.pause();
    });
    // The process has closed it: the reason follows when the process ends, or does not respond.
    stream?.on('error', () => undefined);
  }

  send(message: HostMessage): void {
    if (!this.#isClosed) this.#options.stream?.write(`${JSON.stringify(message)}\n`);
  }

  /** Resolves when the process has taken the response, or the channel is closed. */
  deliver(call: number, response: CallResponse): Promise<void> {
    const { stream } = this.#options;
    return new Promise((resolve) => {
      const line = `${JSON.stringify({ type: 'response', call, response } satisfies HostMessage)}\n`;
      this.#budget.add(line.length);
      if (this.#isClosed || stream === undefined) resolve();
      else stream.write(line, () => resolve());
    });
  }

  /** Resolves when the process may use bytes again, or the channel is closed. */
  async untilAffordable(): Promise<void> {
    while (!this.#isClosed && this.#budget.isSpent()) await new Promise<void>((resolve) => this.#onceAffordable.push(resolve));
  }

  /** Permits as many replies again, and continues once the process has bytes again. To be called at short, regular intervals. */
  renew(): void {
    this.#repliesSinceRenewal = 0;
    this.#readAgain();
  }

  close(): void {
    this.#isClosed = true;
    this.#options.stream?.destroy();
    this.#readAgain();
  }

  /** Only the process that has used up its bytes waits. */
  #readAgain(): void {
    if (!this.#isClosed && this.#budget.isSpent()) return;
    const waiting = this.#onceAffordable;
    this.#onceAffordable = [];
    for (const resolve of waiting) resolve();
    this.#options.stream?.resume();
  }

  #handleLine(line: string): void {
    if (this.#isClosed) return;
    const { limits, onReply, onInvalidReply, onExcess } = this.#options;
    this.#repliesSinceRenewal += 1;
    if (this.#repliesSinceRenewal > limits.repliesPerWatch) {
      onExcess('It sends too many messages.');
      return;
    }
    const received = readReply(line);
    if ('reply' in received) onReply(received.reply);
    else onInvalidReply(received.problem, received.label);
  }
}
