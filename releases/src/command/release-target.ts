import type { ActivationResult, RemoteListing } from '../api/api-schemas.ts';
import type { Canary, ReleaseDetails, ReleaseManifest } from '../manifest.ts';
import type { PreviewAddress } from '../preview.ts';
import type { HistoryEntry, HistoryQuery } from '../release-history.ts';
import type { TokenScope } from '../release-tokens.ts';

/** A build that passed the team's release checks, with the details of the release. */
export interface CheckedBuild {
  readonly build: ReleaseManifest;
  readonly packageVersion: string;
  /** Folder that contains `browser` and `server`. */
  readonly dist: string;
  readonly details: ReleaseDetails;
  readonly allowGrowth: boolean;
}

export interface ActivationRequest {
  readonly remote: string;
  readonly version: string;
  readonly commit?: string | undefined;
  readonly reason?: string | undefined;
  /** True if the command names the version. On the server, such a command may also activate a blocked version. */
  readonly isExplicit?: boolean;
  /** The result of `publish`, whose files have just been verified. */
  readonly published?: ReleaseManifest;
}

export interface RollbackRequest {
  readonly remote: string;
  /** Default: the last good version. */
  readonly version?: string | undefined;
  readonly reason?: string | undefined;
}

export interface PreviewRequest {
  readonly remote: string;
  readonly version: string;
  readonly hours: number;
}

export interface CanaryRequest {
  readonly remote: string;
  readonly version: string;
  /** Percentage of visitors; 0 for staff only. */
  readonly share: number;
  /** Minimum numbers of page views and minutes before the canary becomes active automatically. */
  readonly views: number;
  readonly minutes: number;
  readonly reason?: string | undefined;
}

/** Destination of a release command: the store itself, or a site's release API. Every function throws a ReleaseError if the change is rejected. */
export interface ReleaseTarget {
  list(): Promise<readonly RemoteListing[]>;
  /** True if this build is the active version and all of its files are intact. */
  isActive(build: ReleaseManifest): Promise<boolean>;
  /** Throws early if the caller lacks a scope or the key with which the team signs. */
  requireScopes(remote: string, scopes: readonly TokenScope[]): Promise<void>;
  /** Throws early if a build cannot become active. */
  requireActivatable(build: ReleaseManifest): Promise<void>;
  /** Returns the published version. */
  publish(checked: CheckedBuild): Promise<ReleaseManifest>;
  activate(request: ActivationRequest): Promise<ActivationResult>;
  rollBack(request: RollbackRequest): Promise<ActivationResult>;
  freeze(remote: string, reason: string): Promise<void>;
  unfreeze(remote: string, reason?: string): Promise<void>;
  createPreview(request: PreviewRequest): Promise<PreviewAddress>;
  /** `id`: see `PreviewAddress`. */
  revokePreview(id: string): Promise<void>;
  startCanary(request: CanaryRequest): Promise<Canary>;
  promoteCanary(remote: string, reason?: string): Promise<ActivationResult>;
  stopCanary(remote: string, reason?: string): Promise<void>;
  readHistory(query: HistoryQuery): Promise<readonly HistoryEntry[]>;
}
