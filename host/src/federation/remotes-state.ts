import type { HostServices } from '@site/shared/remote/host-services';
import type { RouteObject } from 'react-router-dom';
import type { ReleaseSet, RemoteVersion } from './release-set.ts';
import type { FaultKind } from './report.ts';

/** A version of a remote whose routes are loaded. */
export interface LoadedRemote {
  readonly remote: string;
  readonly version: RemoteVersion;
  /** The version's routes inside the paths that the remote owns, for the router. */
  createRoutes(services: HostServices): RouteObject[];
}

/** What a page knows about its remotes. */
export interface RemotesState {
  set: ReleaseSet;
  readonly loaded: Map<string, LoadedRemote>;
  /** The failed versions by entry; `interrupted` if the device was offline, or the page was being left. */
  readonly failures: Map<string, FaultKind | 'interrupted'>;
  /** Hashes of all requested entries, by URL. */
  readonly integrities: Map<string, string>;
  /** Loads the routes of a version; `address` is the URL of its entry for this attempt. */
  loadVersion(remote: string, version: RemoteVersion, address?: string): Promise<LoadedRemote>;
}
