/** @jest-environment node */
import { startRetentionSchedule } from './retention-schedule.ts';

const HOUR_MS = 60 * 60_000;

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

describe('RLS-11 the retention schedule', () => {
  it('removes unused versions about once an hour, logs them, continues after a failure, and stops', async () => {
    const prune = jest.fn(async () => [{ remote: 'gallery', version: '1.0.0-0a' }]);
    const log = { warn: jest.fn() };
    const schedule = startRetentionSchedule({ store: { prune }, days: 7, log });
    await jest.advanceTimersByTimeAsync(HOUR_MS / 2 - 1);
    expect(prune).not.toHaveBeenCalled();
    await jest.advanceTimersByTimeAsync(HOUR_MS);
    expect(prune).toHaveBeenCalledWith({ days: 7 });
    expect(log.warn).toHaveBeenCalledWith({ versions: ['gallery 1.0.0-0a'] }, 'unused versions removed');

    prune.mockRejectedValue(new Error('no permission'));
    await jest.advanceTimersByTimeAsync(1.5 * HOUR_MS);
    expect(log.warn).toHaveBeenLastCalledWith({ reason: 'no permission' }, 'unused versions not removed');

    schedule.stop();
    prune.mockClear();
    await jest.advanceTimersByTimeAsync(3 * HOUR_MS);
    expect(prune).not.toHaveBeenCalled();
  });
});
