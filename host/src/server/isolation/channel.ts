import type { Duplex } from 'node:stream';
import type { ProcessLimits } from './limits.ts';
import { type CallResponse, createLineReader, type HostMessage, REPLY_LIMIT_BYTES, type Reply, type ReplyLabel, readReply } from './protocol.ts';

interface ByteBudgetOptions {
  /** Bytes that may be used at once. */
  readonly burstBytes: number;
  readonly bytesPerSecond: number;
  /** Returns the current time in milliseconds. */
  readonly now?: () => number;
}

/** Leaky bucket: counts used bytes and drains at a constant rate. */
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
    /** True until enough used bytes have drained. */
    isSpent,
  };
};

interface ProcessChannelOptions {
  /** Undefined if the process could not be started. */
  readonly stream: Duplex | undefined;
  readonly limits: ProcessLimits;
  readonly onReply: (reply: Reply) => void;
  /** Called for a line that is not a valid reply. `label` identifies its request, if the line names one. */
  readonly onInvalidReply: (problem: string, label: ReplyLabel | undefined) => void;
  /** Called when the process sends so much that the host stops reading. */
  readonly onExcess: (reason: string) => void;
}

/** The host's end of the channel to a process. Pauses a process that exceeds its byte budget, and reports one that sends too many replies. */
export class ProcessChannel {
  readonly #options: ProcessChannelOptions;
  readonly #budget: ReturnType<typeof createByteBudget>;
  #isClosed = false;
  #repliesSinceRenewal = 0;
  /** Callers waiting for the byte budget to recover. */
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
    // The process has closed its end. The reason follows when the process exits or stops responding.
    stream?.on('error', () => undefined);
  }

  send(message: HostMessage): void {
    if (!this.#isClosed) this.#options.stream?.write(`${JSON.stringify(message)}\n`);
  }

  /** Resolves when the response has been written to the process, or the channel is closed. */
  deliver(call: number, response: CallResponse): Promise<void> {
    const { stream } = this.#options;
    return new Promise((resolve) => {
      const line = `${JSON.stringify({ type: 'response', call, response } satisfies HostMessage)}\n`;
      this.#budget.add(line.length);
      if (this.#isClosed || stream === undefined) resolve();
      else stream.write(line, () => resolve());
    });
  }

  /** Resolves when the byte budget has recovered, or the channel is closed. */
  async untilAffordable(): Promise<void> {
    while (!this.#isClosed && this.#budget.isSpent()) await new Promise<void>((resolve) => this.#onceAffordable.push(resolve));
  }

  /** Resets the reply count, and resumes reading once the byte budget has recovered. Call this at short, regular intervals. */
  renew(): void {
    this.#repliesSinceRenewal = 0;
    this.#readAgain();
  }

  close(): void {
    this.#isClosed = true;
    this.#options.stream?.destroy();
    this.#readAgain();
  }

  /** Resumes reading and wakes waiting callers, unless the byte budget is still spent. */
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
