import pLimit, { type LimitFunction } from 'p-limit';

/** A text as long as it may be takes a tenth of a second of the thread that answers everyone, and a lock of the database. */
const WRITES_AT_ONCE = 1;
/** After one, the next waits for so many times as long as it took. */
const PAUSES = 3;
/** Characters of an input from which on it takes turns. Colleagues who save one usual text after the other wait for nothing. */
const LONG_INPUT = 50_000;

const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds).unref());

/** Whether the texts of an input have many characters together, at any depth. */
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

/** Long writes of one account take turns, and no more than a quarter of the time: whoever sends many waits for their own, and everyone else for one of them. */
export const createAccountTurns = () => {
  const accounts = new Map<string, LimitFunction>();
  return <Result>(account: string, write: () => Promise<Result>): Promise<Result> => {
    const limit = accounts.get(account) ?? pLimit(WRITES_AT_ONCE);
    accounts.set(account, limit);
    return new Promise((resolve, reject) => {
      void limit(async () => {
        const began = performance.now();
        await write().then(resolve, reject);
        await pause(PAUSES * (performance.now() - began));
      }).finally(() => {
        if (limit.activeCount + limit.pendingCount === 0) accounts.delete(account);
      });
    });
  };
};
