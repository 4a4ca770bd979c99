/** @jest-environment node */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { findWorkingProcess, readProcessUsage } from './process-usage.ts';

describe('readProcessUsage', () => {
  it('REL-01 reads memory and processor time of a process', () => {
    const { rss } = process.memoryUsage();
    const { user, system } = process.cpuUsage();
    const usage = readProcessUsage(process.pid);

    expect((usage?.residentBytes ?? 0) / rss).toBeCloseTo(1, 0);
    expect((usage?.cpuMs ?? 0) / ((user + system) / 1000)).toBeCloseTo(1, 0);
  });

  it('REL-01 distinguishes a working process from a waiting one', async () => {
    expect(readProcessUsage(process.pid)?.isRunning).toBe(true);
    const waiting = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 100_000); console.log(1)']);
    await once(waiting.stdout, 'data');
    await setTimeout(100);
    expect(readProcessUsage(waiting.pid ?? 0)?.isRunning).toBe(false);
    waiting.kill();
  });

  it('is undefined once the process has ended', () => {
    expect(readProcessUsage(2 ** 30)).toBeUndefined();
  });
});

describe('findWorkingProcess', () => {
  it('REL-01 finds the child of a program, and a process without a child', async () => {
    const parent = spawn('sh', ['-c', 'sleep 100 & echo $!; wait']);
    const [output] = await once(parent.stdout, 'data');
    const child = Number(output);
    expect(findWorkingProcess(parent.pid ?? 0)).toBe(child);
    expect(findWorkingProcess(child)).toBe(child);
    process.kill(child);
    await once(parent, 'close');
    expect(findWorkingProcess(child)).toBe(child);
  });
});
