import type { HostServices } from '@site/shared/remote/host-services';
import type { RouteObject } from 'react-router-dom';
import type { ReleaseSet, RemoteVersion } from './release-set.ts';
import type { FaultKind } from './report.ts';

/** A version of a remote whose routes are loaded. */
export interface LoadedRemote {
  readonly remote: string;
  readonly version: RemoteVersion;
  /** Its routes inside the paths that the remote owns, for the router. */
  createRoutes(services: HostServices): RouteObject[];
}

/** What a page knows about its remotes. */
export interface RemotesState {
  set: ReleaseSet;
  readonly loaded: Map<string, LoadedRemote>;
  /** The failed versions, by entry; `interrupted` when there was no connection to load one, or the page was being left. */
  readonly failures: Map<string, FaultKind | 'interrupted'>;
  /** The hashes of all entries that were requested, by address. */
  readonly integrities: Map<string, string>;
  /** Loads the routes of a version; `address` is that of its entry, for this attempt. */
  loadVersion(remote: string, version: RemoteVersion, address?: string): Promise<LoadedRemote>;
}
