/** @jest-environment node */
import { EventEmitter } from 'node:events';
import { BODY_PROGRESS, closeIfSlow, discardRemainingBody, type ProgressLimit, watchProgress } from './transfer-progress.ts';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

/** Returns the number of seconds after which the transfer ended; undefined if it did not end. `getReceivedBytes` returns the bytes that arrive in a second. */
const run = (seconds: number, getReceivedBytes: (second: number) => number, limit: ProgressLimit = BODY_PROGRESS): number | undefined => {
  let endedAt: number | undefined;
  let second = 0;
  const watch = watchProgress(limit, () => {
    endedAt ??= second;
  });
  for (; second < seconds && endedAt === undefined; second += 1) {
    watch.add(getReceivedBytes(second));
    jest.advanceTimersByTime(1000);
  }
  watch.stop();
  return endedAt;
};

describe('a transfer', () => {
  it.each([
    ['16 kbit/s', () => 2000],
    ['16 kbit/s with pauses of 10 s', (second: number) => (second % 20 < 10 ? 2000 : 0)],
    ['a single second of 16 kbit/s between pauses of 10 s', (second: number) => (second % 11 === 0 ? 2000 : 0)],
  ])('SEC-01 completes within ten minutes at %s', (_name, getReceivedBytes) => {
    expect(run(600, getReceivedBytes)).toBeUndefined();
  });

  it.each([
    ['at a byte per second', () => 1, 25],
    ['without any progress', () => 0, 20],
    ['after a megabyte and then nothing', (second: number) => (second === 0 ? 1_000_000 : 0), 20],
    ['after a megabyte and then a byte per second', (second: number) => (second === 0 ? 1_000_000 : 1), 25],
  ])('SEC-01 is ended %s', (_name, getReceivedBytes, maxSeconds) => {
    expect(run(600, getReceivedBytes)).toBeLessThanOrEqual(maxSeconds);
  });

  it('SEC-01 is measured by its own byte count', () => {
    let isEnded = false;
    let byteCount = 2000;
    watchProgress(
      BODY_PROGRESS,
      () => {
        isEnded = true;
      },
      () => byteCount,
    );

    jest.advanceTimersByTime(300_000);
    expect(isEnded).toBe(false);
    byteCount = 0;
    jest.advanceTimersByTime(20_001);
    expect(isEnded).toBe(true);
  });
});

describe('the deadline of a transfer', () => {
  const limit: ProgressLimit = { stallMs: 1000, bytesPerSecond: 10 };

  it.each([
    ['is the longest pause', 0, 1000],
    ['moves with the bytes that have arrived', 5, 1500],
    ['is never later than the longest pause from now', 1000, 1600],
  ])('SEC-01 %s', (_, bytes, deadline) => {
    const onStalled = jest.fn();
    const { add } = watchProgress(limit, onStalled);
    jest.advanceTimersByTime(600);
    add(bytes);
    jest.advanceTimersByTime(deadline - 601);
    expect(onStalled).not.toHaveBeenCalled();
    jest.advanceTimersByTime(1);
    expect(onStalled).toHaveBeenCalledTimes(1);
    jest.advanceTimersByTime(10_000);
    expect(onStalled).toHaveBeenCalledTimes(1);
  });

  it('SEC-01 ends with the transfer', () => {
    const onStalled = jest.fn();
    watchProgress(limit, onStalled).stop();
    jest.advanceTimersByTime(10_000);
    expect(onStalled).not.toHaveBeenCalled();
  });
});

describe('the body of a request', () => {
  const setUp = (headers: object = { 'content-length': '5' }, complete = false) => {
    const request = Object.assign(new EventEmitter(), {
      headers,
      complete,
      socket: { bytesRead: 100 },
      destroy: jest.fn(),
      unpipe: jest.fn(),
      resume: jest.fn(),
    });
    return { request, incoming: request as never };
  };

  it.each([
    ['with a length', { 'content-length': '5' }, false, 1],
    ['in chunks', { 'transfer-encoding': 'chunked' }, false, 1],
    ['of zero length', { 'content-length': '0' }, false, 0],
    ['that is missing', {}, false, 0],
    ['that has arrived', { 'content-length': '5' }, true, 0],
  ])('SEC-01 is watched, and discarded after a rejection, for one %s: %j', (_, headers, complete, count) => {
    const watched = setUp(headers, complete);
    closeIfSlow(watched.incoming);
    expect(jest.getTimerCount()).toBe(count);
    const rejected = setUp(headers, complete);
    discardRemainingBody(rejected.incoming);
    expect(jest.getTimerCount()).toBe(2 * count);
    expect(rejected.request.unpipe).toHaveBeenCalledTimes(count);
    expect(rejected.request.resume).toHaveBeenCalledTimes(count);
    jest.clearAllTimers();
  });

  it('SEC-01 closes its connection when it stalls', () => {
    const { request, incoming } = setUp();
    closeIfSlow(incoming, { stallMs: 1000, bytesPerSecond: 10 });
    for (let count = 0; count < 10; count += 1) {
      request.socket.bytesRead += 10;
      jest.advanceTimersByTime(1000);
    }
    expect(request.destroy).not.toHaveBeenCalled();
    jest.advanceTimersByTime(1000);
    expect(request.destroy).toHaveBeenCalledTimes(1);
  });

  it('SEC-01 ignores bytes that its connection received earlier', () => {
    const { request, incoming } = setUp();
    closeIfSlow(incoming, { stallMs: 1000, bytesPerSecond: 10 });
    jest.advanceTimersByTime(1000);
    expect(request.destroy).toHaveBeenCalledTimes(1);
  });

  it('SEC-01 is discarded for up to four seconds', () => {
    const { request, incoming } = setUp();
    discardRemainingBody(incoming);
    jest.advanceTimersByTime(3999);
    expect(request.destroy).not.toHaveBeenCalled();
    jest.advanceTimersByTime(1);
    expect(request.destroy).toHaveBeenCalledTimes(1);
  });

  it.each(['end', 'close'])('SEC-01 has no deadline after its %s', (event) => {
    for (const start of [closeIfSlow, discardRemainingBody]) {
      const { request, incoming } = setUp();
      start(incoming);
      request.emit(event);
      expect(jest.getTimerCount()).toBe(0);
    }
  });
});
