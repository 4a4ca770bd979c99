import { getErrorMessage } from '@site/shared/domain/error-code';
import type { GenerationLog } from './generation-log.ts';
import type { Registry } from './manifest.ts';
import type { RegistryContent } from './registry-changes.ts';
import type { RegistryCodec } from './registry-codec.ts';
import { ReleaseError } from './release-error.ts';
import { StorageUnavailableError } from './storage/release-storage.ts';

const GENERATION_LIMIT = 20;
const BACKUP_LIMIT = 5;

/**
 * Whether the newest generation of the registry can be used: `missing` when there is none although there was one, `damaged` when it cannot be read or has
 * lost a remote, `rewound` when a newer one is known, `unavailable` when the storage does not respond.
 */
type RegistryState = 'current' | 'missing' | 'damaged' | 'rewound' | 'unavailable';

export interface RegistryReading {
  /** The newest valid generation: from the registry itself if it is `current`, else the last one known. */
  readonly registry: Registry;
  readonly state: RegistryState;
  /** Why the newest generation is not in use. */
  readonly reason?: string;
  /** The highest generation seen anywhere, also of a damaged file. */
  readonly highest: number;
}

interface Generation {
  readonly text: string;
  readonly registry: Registry;
}

const EMPTY: Registry = { generation: 0, remotes: {}, removed: {} };

const getFailedState = (error: unknown): RegistryState => (error instanceof StorageUnavailableError ? 'unavailable' : 'damaged');

/** A remote that a newer generation neither lists nor has removed. */
const findLostRemote = (older: Registry, newer: Registry): string | undefined =>
  Object.keys(older.remotes).find((remote) => newer.remotes[remote] === undefined && newer.removed[remote] === undefined);

interface RegistryStoreOptions {
  readonly log: GenerationLog;
  /** Copies of the newest generations, on this machine. */
  readonly backup: GenerationLog;
  readonly codec: Pick<RegistryCodec, 'parse' | 'parseBackup' | 'format'>;
  /** Called before each reading. */
  readonly prepare?: () => Promise<void>;
  /** The last step of each change. */
  readonly complete?: (content: RegistryContent) => Promise<RegistryContent>;
}

/**
 * The registry: a log of generations, and a backup of the newest ones. Reading survives the loss or damage of either, and a change continues from the newest
 * valid generation with a number greater than any seen.
 */
export const createRegistryStore = ({ log, backup, codec, prepare = async () => undefined, complete = async (content) => content }: RegistryStoreOptions) => {
  /** The newest valid generation that this process has seen. */
  let knownGeneration: Generation | undefined;
  let backedUp = 0;

  const remember = (generation: Generation): Generation => {
    if (knownGeneration === undefined || generation.registry.generation > knownGeneration.registry.generation) knownGeneration = generation;
    return generation;
  };

  /** A text that has not changed is neither parsed nor verified again: hosts look several times a second. */
  const load = async (from: GenerationLog, generation: number): Promise<Generation> => {
    const text = await from.read(generation);
    if (knownGeneration?.registry.generation === generation && knownGeneration.text === text) return knownGeneration;
    const registry = await (from === backup ? codec.parseBackup(text, generation) : codec.parse(text, generation, knownGeneration?.registry));
    return { text, registry };
  };

  /** The first of these generations that is valid and newer than `than`. */
  const findValid = async (from: GenerationLog, generations: readonly number[], than = 0): Promise<Generation | undefined> => {
    for (const generation of generations) {
      if (generation <= than) return undefined;
      const valid = await load(from, generation).catch(() => undefined);
      if (valid !== undefined) return valid;
    }
    return undefined;
  };

  /** The newest generation that is known for certain, before the registry itself is read. */
  const findTrusted = async (backups: readonly number[]): Promise<Generation | undefined> => {
    const newer = await findValid(backup, backups, knownGeneration?.registry.generation);
    if (newer === undefined) return knownGeneration;
    backedUp = newer.registry.generation;
    return remember(newer);
  };

  /** Throws with the reason when the newest generation cannot be used. */
  const loadNewest = async (generations: readonly number[], trusted: Generation | undefined): Promise<Generation> => {
    const [newest = 0, ...older] = generations;
    const candidate = await load(log, newest);
    if (candidate.registry.generation === trusted?.registry.generation && candidate.text !== trusted.text)
      throw new Error('it has changed since it was written');
    const predecessor = trusted ?? (await findValid(log, older));
    const lost = predecessor && findLostRemote(predecessor.registry, candidate.registry);
    if (lost !== undefined) throw new Error(`it has lost the remote "${lost}"`);
    return candidate;
  };

  /** The newest generation among those of the registry that can be used in place of a damaged one. */
  const findSubstitute = async ([, ...older]: readonly number[], trusted: Generation | undefined): Promise<Generation | undefined> => {
    const valid = await findValid(log, older, trusted?.registry.generation);
    const isComplete = valid !== undefined && (trusted === undefined || findLostRemote(trusted.registry, valid.registry) === undefined);
    return isComplete ? remember(valid) : trusted;
  };

  /** Reads the registry; an empty one when no generation can be found. Throws when the keys of this machine cannot be read or used. */
  const inspect = async (): Promise<RegistryReading> => {
    await prepare();
    // Before the registry, because a generation is written there first: another order would take a new one for a rewound registry.
    const backups = await backup.list().catch(() => []);
    const trusted = await findTrusted(backups);
    const fallback = trusted?.registry ?? EMPTY;
    const highestKnown = Math.max(fallback.generation, ...backups);
    let generations: number[];
    try {
      generations = await log.list();
    } catch (error) {
      return { registry: fallback, state: getFailedState(error), reason: getErrorMessage(error), highest: highestKnown };
    }
    const [newest] = generations;
    if (newest === undefined) {
      if (trusted === undefined) return { registry: EMPTY, state: 'current', highest: highestKnown };
      return { registry: fallback, state: 'missing', reason: 'there is no generation', highest: highestKnown };
    }
    const highest = Math.max(highestKnown, newest);
    if (newest < fallback.generation)
      return { registry: fallback, state: 'rewound', reason: `its newest generation is ${newest}, after ${fallback.generation}`, highest };
    try {
      return { registry: remember(await loadNewest(generations, trusted)).registry, state: 'current', highest };
    } catch (error) {
      const state = getFailedState(error);
      const substitute = state === 'unavailable' ? trusted : await findSubstitute(generations, trusted);
      return { registry: substitute?.registry ?? EMPTY, state, reason: `generation ${newest}: ${getErrorMessage(error)}`, highest };
    }
  };

  const prune = async (from: GenerationLog, limit: number): Promise<void> => {
    const old = (await from.list()).slice(limit);
    await Promise.all(old.map((generation) => from.remove(generation)));
  };

  /** Writes the newest generation that this process knows to the backup, unless it is there. */
  const backUp = async (): Promise<void> => {
    if (knownGeneration === undefined) return;
    const { generation } = knownGeneration.registry;
    if (backedUp === generation && (await backup.list()).includes(generation)) return;
    await backup.replace(generation, knownGeneration.text);
    backedUp = generation;
    await prune(backup, BACKUP_LIMIT);
  };

  /**
   * Compare-and-set: `change` gets the newest valid registry and its result becomes the next generation. A generation is created exclusively, so of two
   * writers one wins and the other retries from the winner's state. Throws a ReleaseError when the storage does not respond.
   */
  const update = async (change: (content: RegistryContent) => Promise<RegistryContent>): Promise<Registry> => {
    for (;;) {
      const { registry, highest, state, reason = '' } = await inspect();
      // What is stored is not known: a change would continue from an older generation.
      if (state === 'unavailable') throw new ReleaseError(`The release store cannot be reached: ${reason}`);
      // Nothing that is stored can be used: a change would begin an empty registry.
      if (state === 'damaged' && registry.generation === 0)
        throw new ReleaseError(`The registry cannot be used: ${reason}. If another machine has signed it, copy the folder "keys" from its DATA_DIR.`);
      const { generation: _previous, ...content } = registry;
      const changed = await complete(await change(content));
      const { text, registry: next } = await codec.format({ ...changed, generation: highest + 1, at: new Date().toISOString() }, registry);
      if (!(await log.create(next.generation, text))) continue;
      // A writer that was paused for long may have created a number that others used and pruned: no host would read it.
      const position = (await log.list()).indexOf(next.generation);
      if (position === -1 || position >= GENERATION_LIMIT) {
        await log.remove(next.generation);
        continue;
      }
      remember({ text, registry: next });
      // The registry itself is written; every host repeats the backup until it succeeds.
      await backUp().catch(() => undefined);
      await prune(log, GENERATION_LIMIT);
      return next;
    }
  };

  /** The newest registry that this process has seen; it reads one if there is none. */
  const readKnown = async (): Promise<Registry> => knownGeneration?.registry ?? (await inspect()).registry;

  /** Changes when the list of trusted keys does. */
  const getTrustedKeysFingerprint = (): string => knownGeneration?.registry.keys?.map(({ id, retiredAt = '' }) => `${id}${retiredAt}`).join() ?? '';

  return { inspect, update, backUp, readKnown, getTrustedKeysFingerprint };
};
export type RegistryStore = ReturnType<typeof createRegistryStore>;
