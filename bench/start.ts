import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildParts } from '@site/scripts/parts';
import { readTreeCpuMs } from '@site/scripts/process-tree';
import { createPackages, unpackPackages } from '@site/scripts/server-packages';
import { type RunningServer, startHost, startProvider } from '@site/scripts/servers';
import { createReport, getMedian } from './measuring.ts';
import { startBareServer } from './request-rate.ts';

/** Maximum ratio of a program's start time to that of a bare Node server: 30 allows 3 s if the bare server takes 0.1 s. */
const READY_LIMIT = 30;
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const SETTINGS = { ADMIN_EMAIL: 'admin@site.example', ADMIN_PASSWORD: 'a password for measuring', SAMPLES: 'off' };

interface StartMeasurement {
  readonly readyMs: number;
  readonly cpuMs: number;
}

const toStartMeasurement = ({ readyMs, pid }: RunningServer): StartMeasurement => ({ readyMs, cpuMs: readTreeCpuMs(pid) });

const BARE_SERVER = 'start of a bare server';

const measureBareStart = async (): Promise<StartMeasurement> => {
  const began = performance.now();
  const server = await startBareServer({}, import.meta.filename);
  const readyMs = performance.now() - began;
  await server.stop();
  return { readyMs, cpuMs: 0 };
};

/** Measures the first start of a provider and a host with an empty data folder, and the second start of each. */
const runRound = async (checkout: string): Promise<Readonly<Record<string, StartMeasurement>>> => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'start-'));
  const firstProvider = await startProvider({ dataFolder, checkout, env: SETTINGS });
  const first = toStartMeasurement(firstProvider);
  await firstProvider.stop();
  const provider = await startProvider({ dataFolder, checkout, env: SETTINGS });
  const next = toStartMeasurement(provider);
  const startMeasuredHost = async (): Promise<StartMeasurement> => {
    const host = await startHost({ dataFolder, checkout, providerUrl: provider.url });
    const start = toStartMeasurement(host);
    await host.stop();
    return start;
  };
  const starts = {
    [BARE_SERVER]: await measureBareStart(),
    'first start of the provider': first,
    'next start of the provider': next,
    'first start of the host': await startMeasuredHost(),
    'next start of the host': await startMeasuredHost(),
  };
  await provider.kill();
  rmSync(dataFolder, { recursive: true });
  return starts;
};

/** Measures how soon the packaged provider and host are ready in a folder that contains nothing else. */
export const measure = async (): Promise<boolean> => {
  const { report, allHeld } = createReport();
  await buildParts();
  const folder = mkdtempSync(join(tmpdir(), 'start-packages-'));
  try {
    const app = join(folder, 'app');
    unpackPackages(await createPackages(join(folder, 'packages')), app);
    const rounds: Readonly<Record<string, StartMeasurement>>[] = [];
    while (rounds.length < ROUNDS) rounds.push(await runRound(app));
    const getMedianValue = (name: string, value: keyof StartMeasurement): number => getMedian(rounds.flatMap((round) => round[name]?.[value] ?? []));
    const bareReadyMs = getMedianValue(BARE_SERVER, 'readyMs');
    for (const name of Object.keys(rounds[0] ?? {}).filter((server) => server !== BARE_SERVER)) {
      const readyMs = getMedianValue(name, 'readyMs');
      report(
        name,
        `ready after ${Math.round(readyMs)} ms, ${(readyMs / bareReadyMs).toFixed(1)} × a bare server's ${Math.round(bareReadyMs)} ms (limit ${READY_LIMIT}), with ${Math.round(getMedianValue(name, 'cpuMs'))} ms of processor time`,
        readyMs <= READY_LIMIT * bareReadyMs,
      );
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  return allHeld();
};
