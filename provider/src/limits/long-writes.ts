import { createFairQueue } from '@site/shared/domain/fair-queue';

/** An account's long writes run one at a time. A text of the maximum length blocks the event loop for a tenth of a second and holds a database lock. */
const QUEUE_LIMITS = { slots: Infinity, slotsPerKey: 1, waiting: Infinity, waitingPerKey: Infinity };
const PAUSE_FACTOR = 3;
/** Inputs with more characters than this are queued. Typical texts are shorter, so staff who save several of them in a row do not have to wait. */
const LONG_INPUT_CHARACTERS = 50_000;

const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds).unref());

/** Whether the strings in an input, at any depth, have more than `LONG_INPUT_CHARACTERS` characters in total. */
export const isLongInput = (input: unknown): boolean => {
  const pendingValues = [input];
  let characters = 0;
  while (pendingValues.length > 0 && characters <= LONG_INPUT_CHARACTERS) {
    const value = pendingValues.pop();
    if (typeof value === 'string') characters += value.length;
    else if (typeof value === 'object' && value !== null) for (const item of Object.values(value)) pendingValues.push(item);
  }
  return characters > LONG_INPUT_CHARACTERS;
};

/**
 * Runs an account's long writes one at a time, with pauses in between, so that they take up at most a quarter of the time. Other users have to wait for at most
 * one of these writes.
 */
export const createAccountQueue = () => {
  const queue = createFairQueue(QUEUE_LIMITS);
  return async <Result>(account: string, write: () => Promise<Result>): Promise<Result> => {
    const leaveQueue = await queue.enter(account);
    const startTime = performance.now();
    try {
      return await write();
    } finally {
      void pause(PAUSE_FACTOR * (performance.now() - startTime)).then(leaveQueue);
    }
  };
};
