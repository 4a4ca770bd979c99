import { retryUntilLoaded } from './retry-until-loaded.ts';

describe('retryUntilLoaded', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('requests a missing file again after two seconds, and doubles the wait each time', async () => {
    const load = jest.fn().mockRejectedValueOnce(new Error('offline')).mockRejectedValueOnce(new Error('offline')).mockResolvedValue('loaded');
    const loading = retryUntilLoaded<string>(load);

    await jest.advanceTimersByTimeAsync(1999);
    expect(load).toHaveBeenCalledTimes(1);
    await jest.advanceTimersByTimeAsync(1);
    expect(load).toHaveBeenCalledTimes(2);
    await jest.advanceTimersByTimeAsync(3999);
    expect(load).toHaveBeenCalledTimes(2);
    await jest.advanceTimersByTimeAsync(1);
    expect(load).toHaveBeenCalledTimes(3);
    expect(await loading).toBe('loaded');
  });
});
