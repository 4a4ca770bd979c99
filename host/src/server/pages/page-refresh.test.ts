/** @jest-environment node */
import { startPageRefresh } from './page-refresh.ts';

const setUp = (refreshPage: () => Promise<boolean>) => {
  const refresh = jest.fn(refreshPage);
  const warn = jest.fn();
  return { stop: startPageRefresh({ refreshPage: refresh, log: { warn } }), refresh, warn };
};

describe('refreshing pages in the background', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  const advance = (milliseconds: number): Promise<void> => jest.advanceTimersByTimeAsync(milliseconds);

  it('checks for an outdated page every second', async () => {
    const { stop, refresh } = setUp(async () => false);
    await advance(999);
    expect(refresh).not.toHaveBeenCalled();
    await advance(1);
    expect(refresh).toHaveBeenCalledTimes(1);
    await advance(999);
    expect(refresh).toHaveBeenCalledTimes(1);
    await advance(1);
    expect(refresh).toHaveBeenCalledTimes(2);
    stop();
  });

  it('pauses briefly after a quick page', async () => {
    const { stop, refresh } = setUp(async () => true);
    await advance(1000);
    expect(refresh).toHaveBeenCalledTimes(1);
    await advance(49);
    expect(refresh).toHaveBeenCalledTimes(1);
    await advance(1);
    expect(refresh).toHaveBeenCalledTimes(2);
    stop();
  });

  it('uses a twentieth of the time', async () => {
    const { stop, refresh } = setUp(() => new Promise((resolve) => setTimeout(() => resolve(true), 100)));
    await advance(1100);
    expect(refresh).toHaveBeenCalledTimes(1);
    await advance(1899);
    expect(refresh).toHaveBeenCalledTimes(1);
    await advance(2);
    expect(refresh).toHaveBeenCalledTimes(2);
    stop();
  });

  it('continues after a failure, and logs it', async () => {
    const { stop, refresh, warn } = setUp(() => Promise.reject(new Error('no slot')));
    await advance(1000);
    expect(warn.mock.calls).toEqual([[{ reason: 'no slot' }, 'page not refreshed']]);
    await advance(999);
    expect(refresh).toHaveBeenCalledTimes(1);
    await advance(1);
    expect(refresh).toHaveBeenCalledTimes(2);
    stop();
  });

  it('stops, even while a page is being refreshed', async () => {
    const waiting = setUp(async () => true);
    waiting.stop();
    await advance(5000);
    expect(waiting.refresh).not.toHaveBeenCalled();

    const slowRefresh = setUp(() => new Promise((resolve) => setTimeout(() => resolve(true), 100)));
    await advance(1050);
    slowRefresh.stop();
    await advance(60_000);
    expect(slowRefresh.refresh).toHaveBeenCalledTimes(1);
  });
});
