import { createFairQueue } from '@site/shared/domain/fair-queue';

/** Long writes of one account run one at a time. A text of the maximum length occupies the thread that serves everyone for a tenth of a second, and holds a database lock. */
const ONE_PER_ACCOUNT = { places: Infinity, placesPerKey: 1, waiting: Infinity, waitingPerKey: Infinity };
/** Pause after a long write, as a multiple of its duration. */
const PAUSES = 3;
/** Inputs with more characters than this are queued. Usual texts are shorter, so staff who save several in a row do not wait. */
const LONG_INPUT = 50_000;

const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds).unref());

/** Whether the texts of an input, at any depth, have more characters in total than `LONG_INPUT`. */
export const isLongInput = (input: unknown): boolean => {
  const waiting = [input];
  let characters = 0;
  while (waiting.length > 0 && characters <= LONG_INPUT) {
    const value = waiting.pop();
    if (typeof value === 'string') characters += value.length;
    else if (typeof value === 'object' && value !== null) for (const each of Object.values(value)) waiting.push(each);
  }
  return characters > LONG_INPUT;
};

/**
 * Queues the long writes of each account, which run for no more than a quarter of the time. A user who sends many waits for their own writes; everyone else waits for one of them.
 */
export const createAccountTurns = () => {
  const queue = createFairQueue(ONE_PER_ACCOUNT);
  return async <Result>(account: string, write: () => Promise<Result>): Promise<Result> => {
    const leave = await queue.enter(account);
    const began = performance.now();
    try {
      return await write();
    } finally {
      void pause(PAUSES * (performance.now() - began)).then(leave);
    }
  };
};
