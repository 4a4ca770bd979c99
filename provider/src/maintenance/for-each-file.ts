import pLimit from 'p-limit';

const CONCURRENT_FILES = 8;

/** Several at a time. After a failure none is begun, and those in flight have ended when the promise rejects. */
export const forEachFile = async (names: readonly string[], work: (name: string) => Promise<void>): Promise<void> => {
  const failures: unknown[] = [];
  await pLimit(CONCURRENT_FILES).map(names, async (name) => {
    if (failures.length === 0) await work(name).catch((reason: unknown) => failures.push(reason));
  });
  if (failures.length > 0) throw failures[0];
};
