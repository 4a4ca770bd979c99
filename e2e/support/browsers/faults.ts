import type { Site } from '../site-test.ts';

/**
 * Watches the host's log for faults that pages report: policy violations, script errors and parts that failed to load. The returned function lists the faults
 * since its last call. A page sends its reports shortly after the fault.
 */
export const watchFaults = ({ host }: Site): (() => readonly string[]) => {
  let length = host.output().length;
  return () => {
    const log = host.output();
    const faults = log
      .slice(length)
      .split('\n')
      .filter((line) => line.includes('"msg":"fault"'));
    length = log.length;
    return faults;
  };
};
