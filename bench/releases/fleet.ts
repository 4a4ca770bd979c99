import { createHostBuild, startLoadBalancer } from '@site/scripts/host-builds';
import { type RunningServer, startHost } from '@site/scripts/servers';
import { pause } from '../measuring.ts';

/** Longer than the load balancer's polling interval. */
const DRAIN_SECONDS = '1';
const POLL_MS = 50;

interface FleetOptions {
  readonly dataFolder: string;
  readonly providerUrl: string;
  /** Number of host builds to prepare, one for each release. */
  readonly releases: number;
}

export const startFleet = async ({ dataFolder, providerUrl, releases }: FleetOptions) => {
  const options = { dataFolder, providerUrl, env: { DRAIN_SECONDS, LOG_LEVEL: 'error', TRUST_PROXY: 'loopback' } };
  const hosts: RunningServer[] = [await startHost(options)];
  const builds = Array.from({ length: releases }, (_, index) => createHostBuild(`release${index + 1}`));
  const balancer = await startLoadBalancer(hosts);
  let released = 0;

  return {
    url: balancer.url,
    /** Releases a host: starts a new build, then stops the previous host. Throws unless the previous host exits on SIGTERM. */
    replaceHost: async (): Promise<void> => {
      const build = builds[released];
      if (build === undefined) throw new Error(`There are ${releases} builds of the host.`);
      released += 1;
      const next = await startHost({ ...options, checkout: build.checkout });
      hosts.push(next);
      while (!balancer.isReady(next)) await pause(POLL_MS);
      const [old] = hosts;
      if (old === undefined) return;
      await old.stop();
      hosts.shift();
      const status = await old.exited;
      if (status !== 0) throw new Error(`A host ended with status ${status}: ${old.output()}`);
    },
    failures: balancer.failures,
    stop: async (): Promise<void> => {
      balancer.stop();
      await Promise.all(hosts.map((host) => host.kill()));
      for (const build of builds) build.remove();
    },
  };
};
