import { readQuery } from './search-vocabulary.ts';

const words = (query: string): string[] => query.split(' ');

describe('the time to read a query', () => {
  it.each([
    ['other words', 'my neighbour says that the meeting of the parents begins at nine and nobody knows why'],
    ['all parts at once', 'my son say he will take many tablets plenty drink sniper die no wake breathe'],
    ['the same word', 'take'],
  ])('reads 2,000 words in less than twice the time of ten times 200 words: %s', (_, text) => {
    const repeat = (length: number): string[] => Array.from({ length }, (__, index) => words(text)[index % words(text).length] ?? '');
    /** Measures CPU time, which is hardly affected by other processes on the same machine. */
    const measure = (query: readonly string[], times: number): number => {
      const start = process.cpuUsage();
      for (let index = 0; index < times; index += 1) readQuery(query);
      const { user, system } = process.cpuUsage(start);
      return user + system;
    };
    const shortQuery = repeat(200);
    const longQuery = repeat(2_000);
    const runs = Array.from({ length: 30 }, () => ({ short: measure(shortQuery, 10), long: measure(longQuery, 1) }));
    const getShortestTime = (name: 'short' | 'long'): number => Math.min(...runs.map((run) => run[name]));
    expect(getShortestTime('long')).toBeLessThan(2 * getShortestTime('short'));
  });
});
