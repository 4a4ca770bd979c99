/**
 * What a page costs that is not cached: time to the complete answer, of this build's host and of the host of another checkout, in turns over one provider.
 * The difference between the two is what isolation in processes adds. `BENCH_BASELINE` names the other checkout, which must be built:
 *
 *     git worktree add ../baseline 153dac2 && cd ../baseline && npm install && npm run build
 */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dataFolder as builtData } from '@site/scripts/parts';
import { type RunningServer, startHost } from '@site/scripts/servers';
import { createReport, getMedian, startMeasuredProvider } from './measuring.ts';

const PATHS = ['/', '/news', '/events', '/gallery', '/about', '/volunteer'];
const WARM_UP = 40;
const REQUESTS = 250;
const MEDIAN_LIMIT_MS = 2;
const P95_LIMIT_MS = 5;

const getP95 = (values: readonly number[]): number => [...values].sort((one, other) => one - other)[Math.floor(values.length * 0.95)] ?? Number.NaN;

/** A query that differs each time, of a parameter that is part of the cache key: no page with content comes from the cache. */
const load = async (host: RunningServer, path: string, index: number): Promise<number> => {
  const began = performance.now();
  const response = await fetch(`${host.url}${path}?q=${index}`, { headers: { 'accept-encoding': 'identity' } });
  await response.text();
  if (response.status !== 200) throw new Error(`${path} answered ${response.status}.`);
  return performance.now() - began;
};

export const measure = async (): Promise<boolean> => {
  const baseline = process.env.BENCH_BASELINE;
  if (baseline === undefined) throw new Error('Name a built checkout to compare with in BENCH_BASELINE (see the head of bench/render.ts).');
  const { report, allHeld } = createReport();
  const folder = mkdtempSync(join(tmpdir(), 'render-'));
  const running: RunningServer[] = [];
  const start = async (server: Promise<RunningServer>): Promise<RunningServer> => {
    running.push(await server);
    return server;
  };
  try {
    cpSync(builtData, join(folder, 'data'), { recursive: true });
    const provider = await start(startMeasuredProvider(join(folder, 'data')));
    const ours = await start(startHost({ dataFolder: join(folder, 'data'), providerUrl: provider.url }));
    const theirs = await start(startHost({ checkout: baseline, dataFolder: join(baseline, 'data'), providerUrl: provider.url }));
    let index = 0;
    for (const path of PATHS) {
      const times: { ours: number[]; theirs: number[] } = { ours: [], theirs: [] };
      for (let count = 0; count < WARM_UP + REQUESTS; count += 1) {
        index += 1;
        // Alternately first, so that neither always finds the provider warm.
        const isFirst = index % 2 === 0;
        const one = await load(isFirst ? ours : theirs, path, index);
        const other = await load(isFirst ? theirs : ours, path, index);
        if (count < WARM_UP) continue;
        times.ours.push(isFirst ? one : other);
        times.theirs.push(isFirst ? other : one);
      }
      const median = getMedian(times.ours) - getMedian(times.theirs);
      const p95 = getP95(times.ours) - getP95(times.theirs);
      report(
        `${path}, difference of the medians`,
        `${median.toFixed(1)} ms (${getMedian(times.theirs).toFixed(1)} to ${getMedian(times.ours).toFixed(1)})`,
        median <= MEDIAN_LIMIT_MS,
      );
      report(
        `${path}, difference at 95 %`,
        `${p95.toFixed(1)} ms (${getP95(times.theirs).toFixed(1)} to ${getP95(times.ours).toFixed(1)})`,
        p95 <= P95_LIMIT_MS,
      );
    }
  } finally {
    for (const server of running.reverse()) await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
  return allHeld();
};
