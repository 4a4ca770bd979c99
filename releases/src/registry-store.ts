import type { GenerationLog } from './generation-log.ts';
import type { Registry } from './manifest.ts';
import type { RegistryContent } from './registry-changes.ts';
import type { RegistryCodec } from './registry-codec.ts';
import { RegistryReader, type RegistryReaderOptions, type RegistryReading } from './registry-reader.ts';
import { ReleaseError } from './release-error.ts';

export type { RegistryReading };

const GENERATION_LIMIT = 20;
const BACKUP_LIMIT = 5;

interface RegistryStoreOptions extends RegistryReaderOptions {
  readonly codec: Pick<RegistryCodec, 'parse' | 'parseBackup' | 'format'>;
  /** Last step of each change. */
  readonly complete?: (content: RegistryContent) => Promise<RegistryContent>;
}

/** Removes all but the newest generations. */
const prune = async (from: GenerationLog, limit: number): Promise<void> => {
  const old = (await from.list()).slice(limit);
  await Promise.all(old.map((generation) => from.remove(generation)));
};

/**
 * The registry: a log of generations, and a backup of the newest ones. Reading survives the loss or damage of either. A change builds on the newest valid
 * generation, and gets a number greater than any seen.
 */
export const createRegistryStore = ({ complete = async (content) => content, ...options }: RegistryStoreOptions) => {
  const { log, backup, codec } = options;
  const reader = new RegistryReader(options);
  const inspect = (): Promise<RegistryReading> => reader.inspect();

  /** Writes the newest generation that this process knows to the backup, unless it is there already. */
  const backUp = async (): Promise<void> => {
    const { newest } = reader;
    if (newest === undefined) return;
    const { generation } = newest.registry;
    if (reader.backupGeneration === generation && (await backup.list()).includes(generation)) return;
    await backup.replace(generation, newest.text);
    reader.backupGeneration = generation;
    await prune(backup, BACKUP_LIMIT);
  };

  /**
   * Compare-and-set: `change` receives the newest valid registry and returns the next generation. A generation is created exclusively, so of two writers one
   * wins and the other retries from the winner's state. Throws a ReleaseError when the storage does not respond.
   */
  const update = async (change: (content: RegistryContent) => Promise<RegistryContent>): Promise<Registry> => {
    for (;;) {
      const { registry, highest, state, reason = '' } = await inspect();
      // The stored state is unknown, so a change would continue from an older generation.
      if (state === 'unavailable') throw new ReleaseError(`The release store cannot be reached: ${reason}`);
      // No stored generation is usable, so a change would start from an empty registry.
      if (state === 'damaged' && registry.generation === 0)
        throw new ReleaseError(`The registry cannot be used: ${reason}. If another machine has signed it, copy the folder "keys" from its DATA_DIR.`);
      const { generation: _previous, ...content } = registry;
      const changed = await complete(await change(content));
      const { text, registry: next } = await codec.format({ ...changed, generation: highest + 1, at: new Date().toISOString() }, registry);
      if (!(await log.create(next.generation, text))) continue;
      // If this writer was paused for long, other writers may have used and pruned this number already. No host would read this generation.
      const position = (await log.list()).indexOf(next.generation);
      if (position === -1 || position >= GENERATION_LIMIT) {
        await log.remove(next.generation);
        continue;
      }
      reader.remember({ text, registry: next });
      // Ignore a failure: the registry itself is written, and every host retries the backup until it succeeds.
      await backUp().catch(() => undefined);
      await prune(log, GENERATION_LIMIT);
      return next;
    }
  };

  /** Returns the newest registry that this process has seen, or reads it. */
  const readLastKnown = async (): Promise<Registry> => reader.newest?.registry ?? (await inspect()).registry;

  /** Returns a text that changes whenever the list of trusted keys changes. */
  const getTrustedKeysFingerprint = (): string => reader.newest?.registry.keys?.map(({ id, retiredAt = '' }) => `${id}${retiredAt}`).join() ?? '';

  return { inspect, update, backUp, readLastKnown, getTrustedKeysFingerprint };
};
export type RegistryStore = ReturnType<typeof createRegistryStore>;
