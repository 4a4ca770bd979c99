/** @jest-environment node */
import { createLogOptions } from './log-options.ts';

const setUp = () => {
  const clock = { now: 0 };
  const { hooks, formatters } = createLogOptions('warn', () => clock.now);
  const lines: unknown[][] = [];
  const log = (...line: [unknown, ...unknown[]]): void => hooks.logMethod(line, (...written) => void lines.push(written), 50);
  return { clock, lines, log, formatters };
};

describe('the log', () => {
  it('SEC-22 has at most 20 lines with one message in ten seconds, and says how many were omitted', () => {
    const { clock, lines, log } = setUp();
    for (let count = 0; count < 5000; count += 1) log({ path: `/x${count}` }, 'fault');
    log({ remote: 'gallery' }, 'active version changed');
    expect(lines).toHaveLength(21);

    clock.now = 10_000;
    log({ path: '/y' }, 'fault');
    log('another');

    expect(lines.slice(21)).toEqual([[{ path: '/y', omitted: 4980 }, 'fault'], ['another']]);
  });

  it('SEC-22 has short texts', () => {
    const { formatters } = setUp();

    expect(formatters.log({ path: 'x'.repeat(16_000), status: 500 })).toEqual({ path: `${'x'.repeat(500)}…`, status: 500 });
  });
});
