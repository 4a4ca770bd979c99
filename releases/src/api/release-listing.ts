import type { RegistryEntry } from '../manifest.ts';
import type { ReleaseStore } from '../release-store.ts';
import type { RemoteListing } from './api-schemas.ts';

type VersionListing = RemoteListing['versions'][number];

/** Lists all versions of a remote, both published and lost, newest first. */
const listVersions = async (store: ReleaseStore, remote: string, { history, bad, canary }: RegistryEntry): Promise<VersionListing[]> => {
  const published = await store.listReleases(remote);
  const lost = [...history, ...bad.map(({ version }) => version)].filter((version) => !published.some((each) => each.version === version));
  const toListing = (version: string): VersionListing => {
    const mark = bad.find((each) => each.version === version);
    if (mark !== undefined) return { version, state: 'bad', mark: { at: mark.at, reason: mark.reason, ...(mark.by === undefined ? {} : { by: mark.by }) } };
    if (version === canary?.version) return { version, state: 'canary' };
    return { version, state: version === history[0] ? 'active' : version === history[1] ? 'last good' : 'published' };
  };
  return [
    ...published.map(({ version, createdAt, commit, gate }) => ({
      ...toListing(version),
      createdAt,
      ...(commit === undefined ? {} : { commit }),
      ...(gate === undefined ? {} : { browser: gate.browser }),
    })),
    ...lost.map(toListing),
  ];
};

/** Lists the released, registered and removed remotes, or only the given one. */
export const listRemotes = async (store: ReleaseStore, remote?: string): Promise<RemoteListing[]> => {
  const { remotes, removed, registered = {} } = await store.readRegistry();
  const isListed = ([name]: readonly [string, unknown]): boolean => remote === undefined || name === remote;
  const released = Object.entries(remotes)
    .filter(isListed)
    .map(async ([name, entry]): Promise<RemoteListing> => {
      const { paths, history, frozen, canary } = entry;
      return {
        remote: name,
        state: 'released',
        paths,
        ...(frozen === undefined ? {} : { frozen }),
        ...(canary === undefined ? {} : { canary }),
        history,
        versions: await listVersions(store, name, entry),
      };
    });
  const others = (entries: typeof registered, state: RemoteListing['state']): RemoteListing[] =>
    Object.entries(entries)
      .filter(isListed)
      .map(([name, { paths, at }]) => ({ remote: name, state, paths: state === 'removed' ? [] : paths, at, history: [], versions: [] }));
  return [...(await Promise.all(released)), ...others(registered, 'registered'), ...others(removed, 'removed')];
};
