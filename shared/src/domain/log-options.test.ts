/** @jest-environment node */
import { ACCESS_MESSAGE, createLogOptions } from './log-options.ts';

const START = Date.parse('2026-11-22T10:00:00Z');

const setUp = () => {
  const clock = { now: START };
  const { hooks, formatters } = createLogOptions('warn', () => clock.now);
  const lines: unknown[][] = [];
  const log = (...line: [unknown, ...unknown[]]): void => hooks.logMethod(line, (...written) => void lines.push(written), 50);
  return { clock, lines, log, hooks, formatters };
};

describe('the log', () => {
  it('SEC-22 has at most 20 lines with the same message in ten seconds, and states how many were omitted', () => {
    const { clock, lines, log } = setUp();
    for (let count = 0; count < 5000; count += 1) log({ path: `/x${count}` }, 'cache cleared');
    log({ remote: 'gallery' }, 'active version changed');
    expect(lines).toHaveLength(21);

    clock.now = START + 10_000;
    log({ path: '/y' }, 'cache cleared');
    log('another');

    expect(lines.slice(21)).toEqual([[{ path: '/y', omitted: 4980 }, 'cache cleared'], ['another']]);
  });

  it('SEC-22 starts a new window after ten seconds, and states no number if no line was omitted', () => {
    const { clock, lines, log } = setUp();
    for (let count = 0; count < 20; count += 1) log('cache cleared');
    clock.now = START + 9_999;
    log('cache cleared');
    expect(lines).toHaveLength(20);

    clock.now = START + 10_000;
    log('cache cleared');
    expect(lines.at(-1)).toEqual([{ omitted: 1 }, 'cache cleared']);
    clock.now = START + 20_000;
    log('cache cleared');
    expect(lines.at(-1)).toEqual(['cache cleared']);
  });

  it.each<[string, [unknown, ...unknown[]], unknown[]]>([
    ['fields', [{ a: 1 }, 'cache cleared', 7], [{ a: 1, omitted: 1 }, 'cache cleared', 7]],
    ['an error', [new Error('x'), 'cache cleared'], [{ omitted: 1 }, new Error('x'), 'cache cleared']],
    ['nothing before the message', [null, 'cache cleared'], [{ omitted: 1 }, null, 'cache cleared']],
    ['no message', [{ a: 1 }], [{ a: 1, omitted: 1 }]],
  ])('SEC-22 states the number of omitted lines with %s', (_, line, written) => {
    const { clock, lines, log } = setUp();
    for (let count = 0; count < 21; count += 1) log(...line);
    clock.now = START + 10_000;
    log(...line);
    expect(lines.at(-1)).toEqual(written);
  });

  it('SEC-22 omits no fatal lines and no access log lines', () => {
    const { lines, log, hooks } = setUp();
    for (let count = 0; count < 50; count += 1) {
      log({ status: 200 }, ACCESS_MESSAGE);
      hooks.logMethod(['end'], (...written) => void lines.push(written), 60);
    }
    expect(lines).toHaveLength(100);
  });

  it('uses the logger that the line is for', () => {
    const logger = {};
    const method = jest.fn();
    setUp().hooks.logMethod.call(logger, ['started'], method, 30);
    expect(method.mock.contexts).toEqual([logger]);
    expect(createLogOptions('warn').level).toBe('warn');
  });

  it('SEC-22 adds codes to warnings and errors', () => {
    const { clock, lines, log } = setUp();
    log({ reason: 'connection refused' }, 'provider unreachable');
    for (let count = 0; count < 20; count += 1) log({ reason: 'connection refused' }, 'provider unreachable');
    clock.now = START + 10_000;
    log({ reason: 'connection refused' }, 'provider unreachable');

    const fields = { reason: 'connection refused', code: 'SITE_PROVIDER_UNREACHABLE' };
    expect(lines[0]).toEqual([fields, 'provider unreachable']);
    expect(lines.at(-1)).toEqual([{ ...fields, omitted: 1 }, 'provider unreachable']);
  });

  it('SEC-22 limits the length of texts', () => {
    const { formatters } = setUp();

    expect(formatters.log({ path: 'x'.repeat(500) })).toEqual({ path: 'x'.repeat(500) });
    expect(formatters.log({ path: 'x'.repeat(16_000), status: 500 })).toEqual({ path: `${'x'.repeat(500)}…`, status: 500 });
  });
});
