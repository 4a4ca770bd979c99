import { buildAndPublish, dataFolder } from '@site/scripts/parts';
import { startTopology, type Topology } from '@site/scripts/topology';
import { createClient, getPercentile, sendLoad } from './load.ts';
import { createReport } from './measuring.ts';
import { createStaff } from './staff-calls.ts';

const RESTART_COUNT = Number(process.env.RESTARTS ?? 10);
const STEADY_REQUESTS_PER_SECOND = 60;
const FULL_CONCURRENCY = 24;
const PATHS = ['/', '/news', '/events', '/gallery', '/about', '/api/posts?limit=9', '/api/events', '/news?page=2'];
const REQUESTS_PER_WRITE = 10;

/** Restarts one machine at a time: stops its provider and host with SIGTERM and starts them again. */
const restartAll = async ({ hosts, providers }: Topology): Promise<void> => {
  for (let round = 0; round < RESTART_COUNT; round += 1)
    for (const [index, host] of hosts.entries()) {
      await Promise.all(
        [host, providers[index]].map(async (instance) => {
          await instance?.stop();
          await instance?.start();
        }),
      );
    }
};

/** Restarts two hosts and two providers behind nginx one by one, at a steady rate and at full load. Returns true if no request failed. */
export const measure = async (): Promise<boolean> => {
  const { report, allHeld } = createReport();
  await buildAndPublish();
  const topology = await startTopology({ dataFolder, hostEnv: { DRAIN_SECONDS: '3' }, providerEnv: { DRAIN_SECONDS: '3' } });
  const client = createClient();
  try {
    const staff = await createStaff(client, topology);
    const loads = { [`${STEADY_REQUESTS_PER_SECOND} requests/s`]: { perSecond: STEADY_REQUESTS_PER_SECOND }, 'full load': { concurrency: FULL_CONCURRENCY } };
    for (const [name, load] of Object.entries(loads)) {
      const failures = new Map<string, number>();
      const times: number[] = [];
      let isOver = false;
      const loadResult = sendLoad(
        load,
        () => isOver,
        async (index) => {
          const isWrite = index % REQUESTS_PER_WRITE === REQUESTS_PER_WRITE - 1;
          const path = PATHS[index % PATHS.length] ?? '/';
          // Use a single origin, so that only nginx can retry.
          const call = isWrite ? staff.createPost(`${name} ${index}`) : { origins: [topology.url], path };
          const { status, reason, milliseconds } = await client.call(call);
          times.push(milliseconds);
          if (status === (isWrite ? 201 : 200)) return;
          const failure = `${isWrite ? 'POST' : path} ${status} ${reason}`;
          failures.set(failure, (failures.get(failure) ?? 0) + 1);
        },
      );
      await restartAll(topology);
      isOver = true;
      await loadResult;
      const failed = [...failures.values()].reduce((sum, count) => sum + count, 0);
      for (const [failure, count] of failures) process.stdout.write(`      ${count} × ${failure}\n`);
      // Print nginx's errors, except those of requests that nginx retried on the next server.
      if (failed > 0)
        for (const proxy of [...topology.proxies, topology.innerProxy]) process.stdout.write(proxy.errors().replace(/^.*(GET|page-views).*\n/gm, ''));
      report(
        `${RESTART_COUNT} rolling restarts of each host and provider at ${name}`,
        `${failed} of ${times.length} requests failed, p99 ${Math.round(getPercentile(times, 99))} ms`,
        failed === 0,
      );
    }
  } finally {
    client.close();
    await topology.stop();
  }
  return allHeld();
};
