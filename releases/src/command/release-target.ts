import type { Activated, RemoteListing } from '../api/api-schemas.ts';
import type { Canary, ReleaseDetails, ReleaseManifest } from '../manifest.ts';
import type { PreviewAddress } from '../preview.ts';
import type { HistoryEntry, HistoryQuery } from '../release-history.ts';
import type { TokenScope } from '../release-tokens.ts';

/** A build that passed the team's gate, and what is said about it. */
export interface CheckedBuild {
  readonly build: ReleaseManifest;
  readonly packageVersion: string;
  /** The folder that holds `browser` and `server`. */
  readonly dist: string;
  readonly details: ReleaseDetails;
  readonly allowGrowth: boolean;
}

export interface ActivationRequest {
  readonly remote: string;
  readonly version: string;
  readonly commit?: string | undefined;
  readonly reason?: string | undefined;
  /** True for a command that names the version, which an administrator may do for a bad one too. */
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
  /** Percent of the visitors; 0 for staff only. */
  readonly share: number;
  /** After how many page views and minutes it becomes active by itself. */
  readonly views: number;
  readonly minutes: number;
  readonly reason?: string | undefined;
}

/** Where a release command releases to: the store itself, or a site's release API. Every function throws a ReleaseError when the change is rejected. */
export interface ReleaseTarget {
  list(): Promise<readonly RemoteListing[]>;
  /** True when this build is the active version, with all of its files. */
  isActive(build: ReleaseManifest): Promise<boolean>;
  /** Throws, before anything takes time, when the caller may not do this, or has not the key with which the team signs. */
  requireScopes(remote: string, scopes: readonly TokenScope[]): Promise<void>;
  /** Throws, before anything takes time, when a build could not become active. */
  requireActivatable(build: ReleaseManifest): Promise<void>;
  /** Returns the version that is published. */
  publish(checked: CheckedBuild): Promise<ReleaseManifest>;
  activate(request: ActivationRequest): Promise<Activated>;
  rollBack(request: RollbackRequest): Promise<Activated>;
  freeze(remote: string, reason: string): Promise<void>;
  unfreeze(remote: string, reason?: string): Promise<void>;
  createPreview(request: PreviewRequest): Promise<PreviewAddress>;
  /** `id`: see `PreviewAddress`. */
  revokePreview(id: string): Promise<void>;
  startCanary(request: CanaryRequest): Promise<Canary>;
  promoteCanary(remote: string, reason?: string): Promise<Activated>;
  stopCanary(remote: string, reason?: string): Promise<void>;
  readHistory(query: HistoryQuery): Promise<readonly HistoryEntry[]>;
}
