import { createConcurrencyLimit } from './concurrency-limit.ts';
import { OverloadedError } from './errors.ts';

const createJob = () => {
  let resolve = (_: string): void => {};
  const promise = new Promise<string>((settle) => {
    resolve = settle;
  });
  return { run: jest.fn(() => promise), resolve: (result: string): void => resolve(result) };
};

describe('createConcurrencyLimit', () => {
  it('runs some jobs at once, queues some more, and rejects the next', async () => {
    const limit = createConcurrencyLimit(2, 1);
    const jobs = [createJob(), createJob(), createJob()];
    const results = jobs.map(({ run }) => limit.run(run));
    const rejected = jest.fn(async () => 'late');
    const rejection = limit.run(rejected).catch((error: unknown) => error);
    await new Promise(setImmediate);

    expect(jobs.map(({ run }) => run.mock.calls.length)).toEqual([1, 1, 0]);
    for (const [index, { resolve }] of jobs.entries()) resolve(`result ${index}`);
    expect(await rejection).toBeInstanceOf(OverloadedError);
    expect(rejected).not.toHaveBeenCalled();
    expect(await Promise.all(results)).toEqual(['result 0', 'result 1', 'result 2']);
  });

  it('is idle when no job runs or waits', async () => {
    const limit = createConcurrencyLimit(1, 1);
    expect(limit.isIdle()).toBe(true);
    const jobs = [createJob(), createJob()];
    const results = jobs.map(({ run }) => limit.run(run));
    expect(limit.isIdle()).toBe(false);
    jobs[0]?.resolve('');
    await results[0];
    expect(limit.isIdle()).toBe(false);
    jobs[1]?.resolve('');
    await results[1];
    expect(limit.isIdle()).toBe(true);
  });

  it('accepts jobs again after a failed one', async () => {
    const limit = createConcurrencyLimit(1, 0);
    await expect(limit.run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(await limit.run(async () => 'done')).toBe('done');
  });
});
