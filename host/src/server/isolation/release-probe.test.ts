/** @jest-environment node */
import { once } from 'node:events';
import { getPriority } from 'node:os';
import { startReleaseProbe } from './release-probe.ts';

const LIMITS = { residentBytes: 512 * 1024 * 1024, cpuMs: 400 };

const start = (code: string, signal?: AbortSignal, limits = LIMITS) => {
  const child = startReleaseProbe({ probeCommand: [process.execPath, ['-e', code], { stdio: 'ignore' }] }, signal, limits);
  return { child, ended: once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]> };
};

describe('the probe of a release', () => {
  it('RLS-03 ends when it uses too much CPU time', async () => {
    expect(await start('for (;;);').ended).toEqual([null, 'SIGXCPU']);
  });

  it('RLS-03 ends when the client disconnects', async () => {
    const client = new AbortController();
    const { ended } = start('setInterval(() => undefined, 1000);', client.signal);
    client.abort();
    expect(await ended).toEqual([null, 'SIGKILL']);
    expect(await start('setInterval(() => undefined, 1000);', AbortSignal.abort()).ended).toEqual([null, 'SIGKILL']);
  });

  it("RLS-03 runs at a lower priority than visitors' requests", async () => {
    const { child, ended } = start('setInterval(() => undefined, 1000);');
    expect(getPriority(child.pid ?? 0)).toBe(10);
    child.kill('SIGKILL');
    await ended;
  });
});
