import type { Site } from '../site-test.ts';

/**
 * Faults that pages report to the host, which logs them: violations of the policy, errors of scripts, parts that did not load. Returns a function for those since its last
 * call. A page sends its reports a moment after the fault.
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
