import { join } from 'node:path';
import { type ReleaseManifest, releasePath } from '@site/releases/manifest';
import { parseStylesheet } from '@site/releases/parse-stylesheet';
import type { ReleaseStore } from '@site/releases/release-store';
import { SERVER_BUNDLE } from '@site/shared/build/build-manifest';
import { getRuntimeName, type RemoteVersion } from '../../federation/release-set.ts';
import type { ServerBundle } from './server-bundle.ts';

const REJECTION_LIFETIME_MS = 30_000;

/** A stylesheet that pages may link to or inline. */
export interface Stylesheet {
  readonly href: string;
  /** `sha256-…` */
  readonly integrity: string;
  /** Identifies the stylesheet's element for the federation runtime; undefined for the host's own. */
  readonly mark?: string;
  readonly css: string;
}

/** A version that can be served: its bundle loads, and every file has the expected hash. */
export interface UsableVersion {
  readonly release: ReleaseManifest;
  readonly bundle: ServerBundle;
  /** Stylesheets by chunk name. */
  readonly styles: Readonly<Record<string, readonly Stylesheet[]>>;
}

/** Rejects if the bundle cannot be loaded. */
export type ProbeBundle = (bundle: ServerBundle) => Promise<void>;

/** Rejects with the reason if the version cannot be used. */
export type LoadVersion = (remote: string, version: string) => Promise<UsableVersion>;

type ExaminedVersion = { readonly usableVersion: UsableVersion } | { readonly error: unknown; readonly at: number };

export const toVersionKey = (remote: string, version: string): string => `${remote}/${version}`;

export const toRemoteVersion = (release: ReleaseManifest): RemoteVersion => ({
  version: release.version,
  entry: `${releasePath(release.remote, release.version)}${release.entry}`,
  integrity: `sha256-${release.files[`browser/${release.entry}`] ?? ''}`,
});

const readStyles = async (store: ReleaseStore, release: ReleaseManifest): Promise<UsableVersion['styles']> => {
  const { remote, version, chunks, files } = release;
  const { entry } = toRemoteVersion(release);
  const sheets = new Map<string, Stylesheet>();
  const styles: Record<string, readonly Stylesheet[]> = {};
  for (const [chunk, { css: names }] of Object.entries(chunks)) {
    for (const name of names) {
      // Chunks share stylesheets.
      if (sheets.has(name)) continue;
      const css = String(await store.readVerifiedFile(release, `browser/${name}`));
      // The release checks reject these too, but the host inlines stylesheets, so it checks them again.
      if (!name.endsWith('.css') || /<\/style/i.test(css)) throw new Error(`the styles of its chunk ${chunk} cannot be inlined`);
      parseStylesheet(css);
      const mark = `${getRuntimeName(entry)}:chunk-${name.split('.')[0]}`;
      sheets.set(name, { href: `${releasePath(remote, version)}${name}`, integrity: `sha256-${files[`browser/${name}`]}`, mark, css });
    }
    styles[chunk] = names.flatMap((name) => sheets.get(name) ?? []);
  }
  return styles;
};

/** Checks every file of a version and loads its bundle. */
const examine = async (store: ReleaseStore, probe: ProbeBundle, release: ReleaseManifest): Promise<ExaminedVersion> => {
  const { remote, version } = release;
  try {
    for (const file of Object.keys(release.files)) await store.readVerifiedFile(release, file);
    const bundle: ServerBundle = {
      remote,
      version,
      file: join(store.getFolder(remote, version), SERVER_BUNDLE),
      hash: release.files[SERVER_BUNDLE] ?? '',
      publicPath: releasePath(remote, version),
      paths: release.paths,
    };
    await probe(bundle);
    return { usableVersion: { release, bundle, styles: await readStyles(store, release) } };
  } catch (error) {
    return { error, at: Date.now() };
  }
};

interface VersionLoaderOptions {
  readonly store: ReleaseStore;
  readonly probe: ProbeBundle;
  /** Supported versions of the remote contract. */
  readonly contracts: readonly number[];
}

/**
 * Loads versions, and caches the result of each check until the files change. Without the cache, a rejected release would be hashed and loaded again every
 * second, and a rollback would take longer.
 */
export const createVersionLoader = ({ store, probe, contracts }: VersionLoaderOptions) => {
  const examinations = new Map<string, { readonly fingerprint: string; readonly examination: ExaminedVersion }>();

  /** Repeats a check when the files change. Also repeats a rejection after half a minute, because a busy machine may have exceeded a time limit. */
  const load: LoadVersion = async (remote, version) => {
    const release = await store.loadRelease(remote, version);
    if (!contracts.includes(release.contract))
      throw new Error(`it was built for version ${release.contract} of the contract, this host serves ${contracts.join(' and ')}`);
    const fingerprint = store.fingerprint(release);
    const key = toVersionKey(remote, version);
    const cached = examinations.get(key);
    const previous = cached?.fingerprint === fingerprint ? cached.examination : undefined;
    const isStale = previous !== undefined && 'error' in previous && Date.now() - previous.at > REJECTION_LIFETIME_MS;
    const examination = previous === undefined || isStale ? await examine(store, probe, release) : previous;
    examinations.set(key, { fingerprint, examination });
    if ('error' in examination) throw examination.error;
    return examination.usableVersion;
  };

  return {
    load,
    /** Drops the results of all versions except these keys (see `toVersionKey`). */
    keepOnly: (keys: ReadonlySet<string>): void => {
      for (const key of examinations.keys()) if (!keys.has(key)) examinations.delete(key);
    },
  };
};
