import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildParts } from '@site/scripts/parts';
import { readTreeCpuMs } from '@site/scripts/process-tree';
import { createPackages, unpackPackages } from '@site/scripts/server-packages';
import { type RunningServer, startHost, startProvider } from '@site/scripts/servers';
import { createReport, getMedian } from './measuring.ts';

const READY_LIMIT_MS = 3000;
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const SETTINGS = { ADMIN_EMAIL: 'admin@site.example', ADMIN_PASSWORD: 'a password for measuring', SAMPLES: 'off' };

interface Start {
  readonly readyMs: number;
  readonly cpuMs: number;
}

const toStart = ({ readyMs, pid }: RunningServer): Start => ({ readyMs, cpuMs: readTreeCpuMs(pid) });

/** Measures the first start of a provider and a host with an empty data folder, and the next start of each. */
const runRound = async (checkout: string): Promise<Readonly<Record<string, Start>>> => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'start-'));
  const firstProvider = await startProvider({ dataFolder, checkout, env: SETTINGS });
  const first = toStart(firstProvider);
  await firstProvider.stop();
  const provider = await startProvider({ dataFolder, checkout, env: SETTINGS });
  const next = toStart(provider);
  const startMeasuredHost = async (): Promise<Start> => {
    const host = await startHost({ dataFolder, checkout, providerUrl: provider.url });
    const start = toStart(host);
    await host.stop();
    return start;
  };
  const starts = {
    'first start of the provider': first,
    'next start of the provider': next,
    'first start of the host': await startMeasuredHost(),
    'next start of the host': await startMeasuredHost(),
  };
  await provider.kill();
  rmSync(dataFolder, { recursive: true });
  return starts;
};

/** Measures how soon packages are ready in a folder that contains nothing else. */
export const measure = async (): Promise<boolean> => {
  const { report, allHeld } = createReport();
  await buildParts();
  const folder = mkdtempSync(join(tmpdir(), 'start-packages-'));
  try {
    const app = join(folder, 'app');
    unpackPackages(await createPackages(join(folder, 'packages')), app);
    const rounds: Readonly<Record<string, Start>>[] = [];
    while (rounds.length < ROUNDS) rounds.push(await runRound(app));
    for (const name of Object.keys(rounds[0] ?? {})) {
      const starts = rounds.flatMap((round) => round[name] ?? []);
      const readyMs = getMedian(starts.map((start) => start.readyMs));
      const cpuMs = getMedian(starts.map((start) => start.cpuMs));
      report(
        name,
        `ready after ${Math.round(readyMs)} ms (limit ${READY_LIMIT_MS}), of which ${Math.round(cpuMs)} ms of processor time`,
        readyMs <= READY_LIMIT_MS,
      );
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  return allHeld();
};
