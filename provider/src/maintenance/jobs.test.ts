import { setTimeout } from 'node:timers/promises';
import { createJobs } from './jobs.ts';

const log = { warn: jest.fn(), error: jest.fn() };
beforeEach(() => {
  log.warn.mockReset();
  log.error.mockReset();
});

describe('jobs', () => {
  it('run at once and then at their interval, and never twice at the same time', async () => {
    const jobs = createJobs(log);
    let end = (): void => undefined;
    const job = jest
      .fn(async () => undefined)
      .mockReturnValueOnce(
        new Promise((resolve) => {
          end = () => resolve(undefined);
        }),
      );
    jobs.every(5, job, 'failed');
    await setTimeout(30);
    expect(job).toHaveBeenCalledTimes(1);

    end();
    await setTimeout(30);
    expect(job.mock.calls.length).toBeGreaterThan(1);
    await jobs.stop();
  });

  it('can wait one interval before their first run', async () => {
    const jobs = createJobs(log);
    const job = jest.fn(async () => undefined);
    jobs.every(60_000, job, 'failed', { startsImmediately: false });
    await jobs.stop();
    expect(job).not.toHaveBeenCalled();
  });

  it('log a failure with its level and run again', async () => {
    const jobs = createJobs(log);
    const reason = new Error('the disk is full');
    const job = jest.fn(async () => {
      throw reason;
    });
    jobs.every(5, job, 'the sweep failed', { level: 'warn' });
    jobs.every(60_000, job, 'logged elsewhere', { level: null });
    await setTimeout(30);
    await jobs.stop();
    expect(job.mock.calls.length).toBeGreaterThan(2);
    expect(log.warn).toHaveBeenCalledWith({ err: reason }, 'the sweep failed');
    expect(log.error).not.toHaveBeenCalled();
  });

  it('have ended when the provider stops: none starts afterwards, and an interrupted job is not a failure', async () => {
    const jobs = createJobs(log);
    const endedJobs: string[] = [];
    const job = jest.fn(async (signal: AbortSignal) => {
      await setTimeout(60_000, undefined, { signal }).catch(() => undefined);
      await setTimeout(10);
      endedJobs.push('long job');
      throw new Error('interrupted');
    });
    jobs.every(5, job, 'failed');
    await setTimeout(10);
    await jobs.stop();
    expect(endedJobs).toEqual(['long job']);

    await setTimeout(20);
    expect(job).toHaveBeenCalledTimes(1);
    expect(log.error).not.toHaveBeenCalled();
  });
});
