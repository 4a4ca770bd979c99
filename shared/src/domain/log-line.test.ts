/** @jest-environment node */
import { formatLogLine, logProcessWarnings, parseLogLine } from './log-line.ts';

describe('a line of the log', () => {
  it.each([
    ['info', 30],
    ['warn', 40],
    ['fatal', 60],
  ] as const)('has the number of the level %s, and its fields', (level, number) => {
    const line = formatLogLine(level, 'started', { port: 3000 });
    expect(line.endsWith('}\n')).toBe(true);
    expect(parseLogLine(line)).toEqual({ level: number, time: expect.any(Number), pid: process.pid, port: 3000, msg: 'started' });
  });

  it('has no fields if the line has none', () => {
    expect(parseLogLine(formatLogLine('info', 'started'))).toEqual({ level: 30, time: expect.any(Number), pid: process.pid, msg: 'started' });
  });

  it.each(['Listening on 3000', '', '{broken', ' {}'])('is not "%s"', (text) => {
    expect(parseLogLine(text)).toBeUndefined();
  });
});

describe('warnings of Node', () => {
  it('are written as log lines instead of text', () => {
    const before = process.listeners('warning');
    const print = jest.fn();
    process.on('warning', print);
    const warn = jest.fn();
    try {
      logProcessWarnings({ warn });
      process.emit('warning', Object.assign(new Error('too many listeners'), { name: 'MaxListenersExceededWarning' }));
    } finally {
      process.removeAllListeners('warning');
      for (const listener of before) process.on('warning', listener);
    }
    expect(warn.mock.calls).toEqual([[{ reason: 'MaxListenersExceededWarning: too many listeners' }, 'warning of the runtime']]);
    expect(print).not.toHaveBeenCalled();
  });
});
