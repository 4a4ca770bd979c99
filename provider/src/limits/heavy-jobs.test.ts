import { OverloadedError } from '../domain/errors.ts';
import { createJobQueue } from './heavy-jobs.ts';

const createJob = () => {
  let resolve = (_: string): void => {};
  const promise = new Promise<string>((settle) => {
    resolve = settle;
  });
  return { run: jest.fn(() => promise), resolve: (result: string): void => resolve(result) };
};

describe('createJobQueue', () => {
  it('runs some jobs at once, queues some more, and rejects the next', async () => {
    const queue = createJobQueue({ slots: 2, slotsPerKey: 2, waiting: 1, waitingPerKey: 1 });
    const jobs = [createJob(), createJob(), createJob()];
    const results = jobs.map(({ run }) => queue.run('a', run));
    const rejectedJob = jest.fn(async () => 'late');
    const failedJob = queue.run('a', rejectedJob).catch((error: unknown) => error);
    await new Promise(setImmediate);

    expect(jobs.map(({ run }) => run.mock.calls.length)).toEqual([1, 1, 0]);
    expect(queue.getLoad()).toEqual({ running: 2, waiting: 1 });
    for (const [index, { resolve }] of jobs.entries()) resolve(`result ${index}`);
    expect(await failedJob).toBeInstanceOf(OverloadedError);
    expect(rejectedJob).not.toHaveBeenCalled();
    expect(await Promise.all(results)).toEqual(['result 0', 'result 1', 'result 2']);
    expect(queue.getLoad()).toEqual({ running: 0, waiting: 0 });
  });

  it('accepts jobs again after a failed one', async () => {
    const queue = createJobQueue({ slots: 1, slotsPerKey: 1, waiting: 0, waitingPerKey: 0 });
    await expect(queue.run('a', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(await queue.run('a', async () => 'done')).toBe('done');
  });
});
