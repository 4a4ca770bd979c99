import type { HostServices } from '@site/shared/remote/host-services';
import type { RouteObject } from 'react-router-dom';
import type { ReleaseSet, RemoteVersion } from './release-set.ts';
import type { FaultKind } from './report.ts';

export interface LoadedRemote {
  readonly remote: string;
  readonly version: RemoteVersion;
  /** Creates the version's routes that are inside the remote's paths. */
  createRoutes(services: HostServices): RouteObject[];
}

export interface RemotesState {
  set: ReleaseSet;
  readonly loaded: Map<string, LoadedRemote>;
  /** Kind of failure of each failed version, keyed by the version's entry. `interrupted` means that the device was offline or the page was being left. */
  readonly failures: Map<string, FaultKind | 'interrupted'>;
  readonly integrities: Map<string, string>;
  /** Loads the routes of a version. `url` is the URL of its entry for this attempt. */
  loadVersion(remote: string, version: RemoteVersion, url?: string): Promise<LoadedRemote>;
}
