import { setTimeout as delay } from 'node:timers/promises';
import type { WhenServed } from '@site/releases/release-api';
import type { ActiveSetSource } from './active-set.ts';

/** Enough time to download a version and to load its bundle on a busy machine. */
const LIMIT_MS = 5000;
const INTERVAL_MS = 25;

/** Waits until this host has read a generation of the registry, then reports whether it serves the remote's active version. */
export const createServedWatch =
  (activeSet: Pick<ActiveSetSource, 'current' | 'lookNow'>): WhenServed =>
  async (remote, generation) => {
    const until = Date.now() + LIMIT_MS;
    while (activeSet.current().registry.generation < generation && Date.now() < until) {
      activeSet.lookNow();
      await delay(INTERVAL_MS);
    }
    const { registry, remotes, unavailable } = activeSet.current();
    const refused = remotes.get(remote)?.rejected ?? unavailable.get(remote);
    return { isServed: registry.generation >= generation && refused === undefined, ...(refused === undefined ? {} : { refused }) };
  };
