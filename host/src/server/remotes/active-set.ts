import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { type RegistryEntry, type ReleaseManifest, releasePath, SERVER_BUNDLE } from '@site/releases/manifest';
import type { ReleaseStore } from '@site/releases/release-store';
import { getErrorMessage } from '@site/shared/domain/error-code';
import { REMOTE_CONTRACT_VERSION } from '@site/shared/remote/remote-contract';
import type { FastifyBaseLogger } from 'fastify';
import { findRemote, getRuntimeName, type ReleaseSet, type RemoteVersion } from '../../federation/release-set.ts';
import type { ServerBundle } from './server-bundle.ts';

const WATCH_INTERVAL_MS = 1000;
const REJECTION_LIFETIME_MS = 30_000;
/** A page contains the active version and the last good one. */
const VERSIONS_IN_SET = 2;

/** A version that can be served: its bundle loads, and the hash of every file is right. */
interface UsableVersion {
  readonly release: ReleaseManifest;
  readonly bundle: ServerBundle;
  readonly styles: Readonly<Record<string, string>>;
}

type Verdict = { readonly usable: UsableVersion } | { readonly error: unknown; readonly at: number };

/** One remote as this host serves it. `rejected` says why the registry's active version is not the one in use. */
interface ActiveRemote extends UsableVersion {
  readonly versions: readonly RemoteVersion[];
  readonly rejected?: string;
}

/** The set of releases that the host serves: immutable, replaced on change. */
export interface ActiveSet {
  readonly browserSet: ReleaseSet;
  readonly remotes: ReadonlyMap<string, ActiveRemote>;
  /** Remotes without a version that can be loaded, with the reason. */
  readonly unavailable: ReadonlyMap<string, string>;
}

interface ActiveSetOptions {
  readonly store: ReleaseStore;
  readonly releasesFolder: string;
  readonly buildId: string;
  /** Rejects when the bundle cannot be loaded. */
  readonly probe: (bundle: ServerBundle) => Promise<void>;
  readonly log: Pick<FastifyBaseLogger, 'error' | 'info'>;
}

const toRemoteVersion = (release: ReleaseManifest): RemoteVersion => ({
  version: release.version,
  entry: `${releasePath(release.remote, release.version)}${release.entry}`,
  integrity: `sha256-${release.files[`browser/${release.entry}`] ?? ''}`,
});

const readStyles = async (store: ReleaseStore, release: ReleaseManifest): Promise<Record<string, string>> => {
  const styles: Record<string, string> = {};
  for (const [chunk, { css }] of Object.entries(release.chunks)) {
    const parts = await Promise.all(css.map((file) => store.readVerified(release, `browser/${file}`)));
    if (parts.length > 0) styles[chunk] = parts.map(String).join('');
  }
  return styles;
};

/** Watches the registry and the files that it lists. New versions are loaded while the old ones are served; only a version that loads becomes active. */
export const createActiveSet = ({ store, releasesFolder, buildId, probe, log }: ActiveSetOptions) => {
  /** The result of checking each version, by the state of its files: without it a rejected release would be hashed and loaded again every second. */
  let verdicts = new Map<string, Verdict>();
  let current: ActiveSet = { browserSet: { id: buildId, remotes: {} }, remotes: new Map(), unavailable: new Map() };
  let logged = '';

  /** Checks every file of a version and loads its bundle. */
  const examine = async (release: ReleaseManifest): Promise<Verdict> => {
    const { remote, version } = release;
    try {
      for (const file of Object.keys(release.files)) await store.readVerified(release, file);
      const bundle: ServerBundle = {
        remote,
        file: join(releasesFolder, remote, version, SERVER_BUNDLE),
        hash: release.files[SERVER_BUNDLE] ?? '',
        publicPath: releasePath(remote, version),
      };
      await probe(bundle);
      return { usable: { release, bundle, styles: await readStyles(store, release) } };
    } catch (error) {
      return { error, at: Date.now() };
    }
  };

  /** Throws when the version cannot be used. A rejection is cached until the files change, for at most half a minute, because a busy machine may have exceeded a time limit. */
  const loadVersion = async (remote: string, version: string, nextVerdicts: Map<string, Verdict>): Promise<UsableVersion> => {
    const release = await store.readRelease(remote, version);
    if (release.contract !== REMOTE_CONTRACT_VERSION)
      throw new Error(`it was built for version ${release.contract} of the contract, this host for ${REMOTE_CONTRACT_VERSION}`);
    const key = `${remote}/${version} ${await store.fingerprint(release)}`;
    const previous = verdicts.get(key);
    const isStale = previous !== undefined && 'error' in previous && Date.now() - previous.at > REJECTION_LIFETIME_MS;
    const verdict = previous === undefined || isStale ? await examine(release) : previous;
    nextVerdicts.set(key, verdict);
    if ('error' in verdict) throw verdict.error;
    return verdict.usable;
  };

  /** The first usable version of the history, with the next usable one as the browser's fallback. */
  const selectVersions = async (remote: string, { history }: RegistryEntry, nextVerdicts: Map<string, Verdict>): Promise<ActiveRemote> => {
    const rejections: string[] = [];
    const usable: UsableVersion[] = [];
    for (const version of history) {
      if (usable.length === VERSIONS_IN_SET) break;
      try {
        usable.push(await loadVersion(remote, version, nextVerdicts));
      } catch (error) {
        rejections.push(`${version}: ${getErrorMessage(error)}`);
      }
    }
    const [active] = usable;
    const [rejected] = rejections;
    if (active === undefined) throw new Error(rejected ?? 'the registry names no version');
    const versions = usable.map(({ release }) => toRemoteVersion(release));
    return { ...active, versions, ...(rejected !== undefined && active.release.version !== history[0] ? { rejected } : {}) };
  };

  /** Logs a set, or the reasons of its rejections, when they differ from the last ones. */
  const logChange = ({ browserSet, remotes, unavailable }: ActiveSet): void => {
    const rejections = new Map([
      ...[...remotes].flatMap(([name, { rejected }]) => (rejected === undefined ? [] : [[name, rejected] as const])),
      ...unavailable,
    ]);
    const state = JSON.stringify([browserSet.id, [...rejections]]);
    if (state === logged) return;
    logged = state;
    for (const [remote, reason] of rejections) log.error({ remote, reason }, 'release rejected');
    log.info({ set: browserSet.id, versions: Object.fromEntries([...remotes].map(([name, { release }]) => [name, release.version])) }, 'release set active');
  };

  const refresh = async (): Promise<void> => {
    const registry = await store.readRegistry();
    const nextVerdicts = new Map<string, Verdict>();
    const remotes = new Map<string, ActiveRemote>();
    const unavailable = new Map<string, string>();
    for (const [remote, entry] of Object.entries(registry.remotes)) {
      try {
        remotes.set(remote, await selectVersions(remote, entry, nextVerdicts));
      } catch (error) {
        unavailable.set(remote, getErrorMessage(error));
      }
    }
    const remotesInSet = Object.fromEntries(
      Object.entries(registry.remotes).map(([name, { paths }]) => [
        name,
        { paths: remotes.get(name)?.release.paths ?? paths, versions: remotes.get(name)?.versions ?? [] },
      ]),
    );
    const id = createHash('sha256')
      .update(JSON.stringify([buildId, remotesInSet]))
      .digest('hex')
      .slice(0, 12);
    // Forget versions that the registry no longer lists.
    verdicts = nextVerdicts;
    current = { browserSet: { id, remotes: remotesInSet }, remotes, unavailable };
    logChange(current);
  };

  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  const watch = async (): Promise<void> => {
    try {
      await refresh();
    } catch (error) {
      // The last set stays active.
      log.error({ reason: getErrorMessage(error) }, 'registry unreadable');
    }
    if (!isStopped) timer = setTimeout(watch, WATCH_INTERVAL_MS);
  };

  return {
    current: (): ActiveSet => current,
    /** Reads the registry now, then every second. */
    start: watch,
    stop: (): void => {
      isStopped = true;
      clearTimeout(timer);
    },
  };
};
export type ActiveSetSource = ReturnType<typeof createActiveSet>;

/** The styles of a page: those of its remote's chunk, with the names by which the browser's runtime recognizes them as loaded. */
export const getPageStyles = (remote: ActiveRemote | null | undefined, chunk: string): { readonly css: string; readonly loaded: string } => {
  const css = remote?.styles[chunk];
  if (!remote || css === undefined) return { css: '', loaded: '' };
  const name = getRuntimeName(remote.release.remote, remote.release.entry);
  const files = remote.release.chunks[chunk]?.css ?? [];
  return { css, loaded: files.map((file) => `${name}:chunk-${file.split('.')[0]}`).join(' ') };
};

/** The remote that owns a path: undefined when none does, null when the one that does cannot be loaded. */
export const findOwningRemote = (set: ActiveSet, path: string): ActiveRemote | null | undefined => {
  const name = findRemote(set.browserSet, path);
  return name === undefined ? undefined : (set.remotes.get(name) ?? null);
};
