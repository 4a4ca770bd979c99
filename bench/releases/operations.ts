import { startCanary, stopCanary, toCanary } from '@site/releases/canary-changes';
import type { ReleaseManifest } from '@site/releases/manifest';
import type { ReleaseStore } from '@site/releases/release-store';
import type { Variants } from './variants.ts';

const REMOTES = ['gallery', 'news-events', 'marketing', 'auth-admin'];
/** High enough that a canary never ends before a command ends it. */
const LIMITS = { views: 1_000_000, minutes: 60 };

const ACTIONS = ['release', 'canary', 'promote', 'roll back', 'release', 'canary', 'stop'] as const;

/**
 * Prepares releases, rollbacks and canaries, one remote at a time. Publishes the versions in advance, because building during the measurement would disturb the
 * host.
 */
export const createOperations = async (store: ReleaseStore, variants: Variants, count: number): Promise<readonly (() => Promise<unknown>)[]> => {
  const operations: (() => Promise<unknown>)[] = [];
  const toOperation = (remote: string, action: 'promote' | 'roll back' | 'stop'): (() => Promise<unknown>) => {
    if (action === 'promote') return () => store.promote(remote);
    if (action === 'stop') return () => store.changeRegistry(stopCanary(remote));
    return () => store.rollBack(remote, 'a rollback of the measurement');
  };
  const createReleaseOperation = (release: ReleaseManifest, action: 'release' | 'canary'): (() => Promise<unknown>) =>
    action === 'release'
      ? () => store.activate(release)
      : () => store.changeRegistry(startCanary(release, toCanary(release.version, { share: 50, ...LIMITS })));
  for (let index = 0; index < count; index += 1) {
    const remote = REMOTES[index % REMOTES.length] ?? '';
    const action = ACTIONS[Math.floor(index / REMOTES.length) % ACTIONS.length] ?? 'release';
    operations.push(action === 'release' || action === 'canary' ? createReleaseOperation(await variants.publish(remote), action) : toOperation(remote, action));
  }
  return operations;
};
