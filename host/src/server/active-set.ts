import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { type RegistryEntry, type ReleaseManifest, releasePath, SERVER_BUNDLE } from '@site/releases/manifest';
import type { ReleaseStore } from '@site/releases/release-store';
import { REMOTE_CONTRACT_VERSION } from '@site/shared/remote/remote-contract';
import type { FastifyBaseLogger } from 'fastify';
import { federationNameOf, type ReleaseSet, type RemoteVersion, remoteOwning } from '../federation/release-set.ts';
import type { ServerBundle } from './remote-modules.ts';

const WATCH_INTERVAL_MS = 1000;
const REFUSAL_LIFE_MS = 30_000;
/** The active version and the last good one travel with the page. */
const VERSIONS_IN_SET = 2;

/** One version that can be used: its bundle loads, and every file is the one that was published. */
interface UsableVersion {
  readonly release: ReleaseManifest;
  readonly bundle: ServerBundle;
  readonly styles: Readonly<Record<string, string>>;
}

type Outcome = { readonly usable: UsableVersion } | { readonly refusal: unknown; readonly at: number };

/** One remote as this host serves it. `refused` says why the registry's active version is not the one in use. */
interface ActiveRemote extends UsableVersion {
  readonly versions: readonly RemoteVersion[];
  readonly refused?: string;
}

/** What the host serves at this moment. Replaced as a whole, never changed. */
export interface ActiveSet {
  readonly browserSet: ReleaseSet;
  readonly remotes: ReadonlyMap<string, ActiveRemote>;
  /** Remotes of which no version can be loaded, with the reason. */
  readonly unavailable: ReadonlyMap<string, string>;
}

interface ActiveSetOptions {
  readonly store: ReleaseStore;
  readonly releasesFolder: string;
  readonly buildId: string;
  readonly probe: (bundle: ServerBundle) => Promise<void>;
  readonly log: FastifyBaseLogger;
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const toVersion = (release: ReleaseManifest): RemoteVersion => ({
  version: release.version,
  entry: `${releasePath(release.remote, release.version)}${release.entry}`,
  integrity: `sha256-${release.files[`browser/${release.entry}`] ?? ''}`,
});

/** Follows the registry and the files that it names: loads what is new beside what is in use, and switches only to what loads. */
export const createActiveSet = ({ store, releasesFolder, buildId, probe, log }: ActiveSetOptions) => {
  /** What became of each version by its files' state: hashing and loading it every second again would keep a machine busy with a release that is refused. */
  let outcomes = new Map<string, Outcome>();
  let outcomesNow = new Map<string, Outcome>();
  let current: ActiveSet = { browserSet: { id: buildId, remotes: {} }, remotes: new Map(), unavailable: new Map() };
  let seen = '';

  const readStyles = async (release: ReleaseManifest): Promise<Record<string, string>> => {
    const styles: Record<string, string> = {};
    for (const [chunk, { css }] of Object.entries(release.chunks)) {
      const parts = await Promise.all(css.map((file) => store.readVerified(release, `browser/${file}`)));
      if (parts.length > 0) styles[chunk] = parts.map(String).join('');
    }
    return styles;
  };

  /** Checks every file of a version and loads its bundle. */
  const examine = async (remote: string, version: string, release: ReleaseManifest): Promise<Outcome> => {
    try {
      for (const file of Object.keys(release.files)) await store.readVerified(release, file);
      const bundle: ServerBundle = {
        remote,
        file: join(releasesFolder, remote, version, SERVER_BUNDLE),
        hash: release.files[SERVER_BUNDLE] ?? '',
        publicPath: releasePath(remote, version),
      };
      await probe(bundle);
      return { usable: { release, bundle, styles: await readStyles(release) } };
    } catch (refusal) {
      return { refusal, at: Date.now() };
    }
  };

  /** One version as it can be used, or throws why it cannot be. A refusal holds until the files change, or half a minute: a busy machine may have refused it for being late. */
  const loadVersion = async (remote: string, version: string): Promise<UsableVersion> => {
    const release = await store.readRelease(remote, version);
    if (release.contract !== REMOTE_CONTRACT_VERSION)
      throw new Error(`it speaks version ${release.contract} of the contract, this host ${REMOTE_CONTRACT_VERSION}`);
    const key = `${remote}/${version} ${await store.fingerprint(release)}`;
    const before = outcomes.get(key);
    const isStale = before !== undefined && 'refusal' in before && Date.now() - before.at > REFUSAL_LIFE_MS;
    const outcome = before === undefined || isStale ? await examine(remote, version, release) : before;
    outcomesNow.set(key, outcome);
    if ('refusal' in outcome) throw outcome.refusal;
    return outcome.usable;
  };

  /** The first version of the history that can be used, with the next usable one as the browser's way back. */
  const choose = async (remote: string, { history }: RegistryEntry): Promise<ActiveRemote> => {
    const faults: string[] = [];
    const found: UsableVersion[] = [];
    for (const version of history) {
      if (found.length === VERSIONS_IN_SET) break;
      try {
        found.push(await loadVersion(remote, version));
      } catch (error) {
        faults.push(`${version}: ${reasonOf(error)}`);
      }
    }
    const [chosen] = found;
    if (chosen === undefined) throw new Error(faults[0] ?? 'the registry names no version');
    const versions = found.map(({ release }) => toVersion(release));
    const isRefused = chosen.release.version !== history[0];
    return { ...chosen, versions, ...(isRefused && faults[0] !== undefined ? { refused: faults[0] } : {}) };
  };

  const refresh = async (): Promise<void> => {
    const registry = await store.readRegistry();
    outcomesNow = new Map();
    const remotes = new Map<string, ActiveRemote>();
    const unavailable = new Map<string, string>();
    for (const [remote, entry] of Object.entries(registry.remotes)) {
      try {
        remotes.set(remote, await choose(remote, entry));
      } catch (error) {
        unavailable.set(remote, reasonOf(error));
      }
    }
    const inSet = Object.fromEntries(
      Object.entries(registry.remotes).map(([name, { paths }]) => [
        name,
        { paths: remotes.get(name)?.release.paths ?? paths, versions: remotes.get(name)?.versions ?? [] },
      ]),
    );
    const id = createHash('sha256')
      .update(JSON.stringify([buildId, inSet]))
      .digest('hex')
      .slice(0, 12);
    // Versions that the registry no longer asks about are forgotten.
    outcomes = outcomesNow;
    current = { browserSet: { id, remotes: inSet }, remotes, unavailable };

    const faults = Object.fromEntries([...[...remotes].flatMap(([name, { refused }]) => (refused === undefined ? [] : [[name, refused]])), ...unavailable]);
    const state = JSON.stringify([id, faults]);
    if (state === seen) return;
    seen = state;
    for (const [remote, reason] of Object.entries(faults)) log.error({ remote, reason }, 'release refused');
    log.info({ set: id, versions: Object.fromEntries([...remotes].map(([name, { release }]) => [name, release.version])) }, 'release set active');
  };

  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  const watch = async (): Promise<void> => {
    try {
      await refresh();
    } catch (error) {
      // The set that was read last stays in force.
      log.error({ reason: reasonOf(error) }, 'registry unreadable');
    }
    if (!isStopped) timer = setTimeout(watch, WATCH_INTERVAL_MS);
  };

  return {
    current: (): ActiveSet => current,
    /** Reads the registry now, then again every second. */
    start: watch,
    stop: (): void => {
      isStopped = true;
      clearTimeout(timer);
    },
  };
};
export type ActiveSetSource = ReturnType<typeof createActiveSet>;

/** The styles of a page: those of its remote's chunk, with the names by which the browser's runtime knows them as loaded. */
export const pageStyles = (remote: ActiveRemote | null | undefined, chunk: string): { readonly css: string; readonly loaded: string } => {
  const css = remote?.styles[chunk];
  if (!remote || css === undefined) return { css: '', loaded: '' };
  const name = federationNameOf(remote.release.remote);
  const files = remote.release.chunks[chunk]?.css ?? [];
  return { css, loaded: files.map((file) => `${name}:chunk-${file.split('.')[0]}`).join(' ') };
};

/** The remote that owns a path: undefined when none does, null when the one that does cannot be had. */
export const owningRemote = (set: ActiveSet, path: string): ActiveRemote | null | undefined => {
  const name = remoteOwning(set.browserSet, path);
  return name === undefined ? undefined : (set.remotes.get(name) ?? null);
};
