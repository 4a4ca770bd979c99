import { getErrorMessage } from '@site/shared/domain/error-code';
import type { GenerationLog } from './generation-log.ts';
import type { Registry } from './manifest.ts';
import type { RegistryCodec } from './registry-codec.ts';
import { StorageUnavailableError } from './storage/release-storage.ts';

/**
 * Whether the newest generation of the registry can be used: `missing` if there was one but it is gone, `damaged` if it cannot be read or has lost a remote,
 * `rewound` if a newer one is known, `unavailable` if the storage does not respond.
 */
type RegistryState = 'current' | 'missing' | 'damaged' | 'rewound' | 'unavailable';

export interface RegistryReading {
  /** Newest valid generation: from the registry itself if it is `current`, else the last known generation. */
  readonly registry: Registry;
  readonly state: RegistryState;
  /** Why the newest generation is not in use. */
  readonly reason?: string;
  /** The highest generation seen anywhere, including damaged files. */
  readonly highest: number;
}

interface Generation {
  readonly text: string;
  readonly registry: Registry;
}

const EMPTY_REGISTRY: Registry = { generation: 0, remotes: {}, removed: {} };

const getFailedState = (error: unknown): RegistryState => (error instanceof StorageUnavailableError ? 'unavailable' : 'damaged');

/** Finds a remote that a newer generation neither lists nor has removed. */
const findLostRemote = (older: Registry, newer: Registry): string | undefined =>
  Object.keys(older.remotes).find((remote) => newer.remotes[remote] === undefined && newer.removed[remote] === undefined);

export interface RegistryReaderOptions {
  readonly log: GenerationLog;
  /** Copies of the newest generations on this machine. */
  readonly backup: GenerationLog;
  readonly codec: Pick<RegistryCodec, 'parse' | 'parseBackup'>;
  /** Called before each read. */
  readonly prepare?: () => Promise<void>;
}

/** Reads the newest valid generation of the registry, even if the log or the backup is lost or damaged. */
export class RegistryReader {
  /** The generation of the backup when this process last read or wrote it. */
  backupGeneration = 0;
  #newest: Generation | undefined;
  readonly #log: GenerationLog;
  readonly #backup: GenerationLog;
  readonly #codec: RegistryReaderOptions['codec'];
  readonly #prepare: () => Promise<void>;

  constructor({ log, backup, codec, prepare = async () => undefined }: RegistryReaderOptions) {
    this.#log = log;
    this.#backup = backup;
    this.#codec = codec;
    this.#prepare = prepare;
  }

  /** The newest valid generation that this process has seen. */
  get newest(): Generation | undefined {
    return this.#newest;
  }

  remember(generation: Generation): Generation {
    if (this.#newest === undefined || generation.registry.generation > this.#newest.registry.generation) this.#newest = generation;
    return generation;
  }

  /** Loads a generation. Does not parse or verify an unchanged text again, because hosts poll several times a second. */
  async #load(from: GenerationLog, generation: number): Promise<Generation> {
    const text = await from.read(generation);
    if (this.#newest?.registry.generation === generation && this.#newest.text === text) return this.#newest;
    const registry = await (from === this.#backup ? this.#codec.parseBackup(text, generation) : this.#codec.parse(text, generation, this.#newest?.registry));
    return { text, registry };
  }

  /** Returns the first of these generations that is valid and newer than `minimum`. */
  async #findValid(from: GenerationLog, generations: readonly number[], minimum = 0): Promise<Generation | undefined> {
    for (const generation of generations) {
      if (generation <= minimum) return undefined;
      const validGeneration = await this.#load(from, generation).catch(() => undefined);
      if (validGeneration !== undefined) return validGeneration;
    }
    return undefined;
  }

  /** Returns the newest generation that is known to be valid, before the registry itself is read. */
  async #findTrusted(backups: readonly number[]): Promise<Generation | undefined> {
    const newer = await this.#findValid(this.#backup, backups, this.#newest?.registry.generation);
    if (newer === undefined) return this.#newest;
    this.backupGeneration = newer.registry.generation;
    return this.remember(newer);
  }

  /** Loads the newest generation. Throws with the reason if it cannot be used. */
  async #loadNewest(generations: readonly number[], trusted: Generation | undefined): Promise<Generation> {
    const [newest = 0, ...older] = generations;
    const candidate = await this.#load(this.#log, newest);
    if (candidate.registry.generation === trusted?.registry.generation && candidate.text !== trusted.text)
      throw new Error('it has changed since it was written');
    const predecessor = trusted ?? (await this.#findValid(this.#log, older));
    const lost = predecessor && findLostRemote(predecessor.registry, candidate.registry);
    if (lost !== undefined) throw new Error(`it has lost the remote "${lost}"`);
    return candidate;
  }

  /** Returns the newest valid generation to use instead of a damaged one. */
  async #findSubstitute([, ...older]: readonly number[], trusted: Generation | undefined): Promise<Generation | undefined> {
    const valid = await this.#findValid(this.#log, older, trusted?.registry.generation);
    const isComplete = valid !== undefined && (trusted === undefined || findLostRemote(trusted.registry, valid.registry) === undefined);
    return isComplete ? this.remember(valid) : trusted;
  }

  /** Reads the registry; returns an empty one if no generation can be found. Throws if the keys of this machine cannot be read or used. */
  async inspect(): Promise<RegistryReading> {
    await this.#prepare();
    // Read the backup first, because a generation is written to the registry first. Otherwise a new generation in the backup would make the registry look
    // rewound.
    const backups = await this.#backup.list().catch(() => []);
    const trusted = await this.#findTrusted(backups);
    const fallback = trusted?.registry ?? EMPTY_REGISTRY;
    const highestKnown = Math.max(fallback.generation, ...backups);
    let generations: number[];
    try {
      generations = await this.#log.list();
    } catch (error) {
      return { registry: fallback, state: getFailedState(error), reason: getErrorMessage(error), highest: highestKnown };
    }
    const [newest] = generations;
    if (newest === undefined) {
      if (trusted === undefined) return { registry: EMPTY_REGISTRY, state: 'current', highest: highestKnown };
      return { registry: fallback, state: 'missing', reason: 'there is no generation', highest: highestKnown };
    }
    const highest = Math.max(highestKnown, newest);
    if (newest < fallback.generation)
      return { registry: fallback, state: 'rewound', reason: `its newest generation is ${newest}, after ${fallback.generation}`, highest };
    try {
      return { registry: this.remember(await this.#loadNewest(generations, trusted)).registry, state: 'current', highest };
    } catch (error) {
      const state = getFailedState(error);
      const substitute = state === 'unavailable' ? trusted : await this.#findSubstitute(generations, trusted);
      return { registry: substitute?.registry ?? EMPTY_REGISTRY, state, reason: `generation ${newest}: ${getErrorMessage(error)}`, highest };
    }
  }
}
