/** @jest-environment node */
import { readProcessUsage } from './process-usage.ts';

describe('readProcessUsage', () => {
  it('REL-01 reads memory and processor time of a process', () => {
    const { rss } = process.memoryUsage();
    const { user, system } = process.cpuUsage();
    const usage = readProcessUsage(process.pid);

    expect((usage?.residentBytes ?? 0) / rss).toBeCloseTo(1, 0);
    expect((usage?.cpuMs ?? 0) / ((user + system) / 1000)).toBeCloseTo(1, 0);
  });

  it('is undefined once the process has ended', () => {
    expect(readProcessUsage(2 ** 30)).toBeUndefined();
  });
});
