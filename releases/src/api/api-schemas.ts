import * as v from 'valibot';
import { canarySchema, commitName, releaseManifestSchema, versionName } from '../manifest.ts';
import { MAX_PREVIEW_HOURS } from '../preview.ts';
import { historyEntrySchema } from '../release-history.ts';
import { TOKEN_SCOPES } from '../release-tokens.ts';
import { signatureSchema } from '../signing/signed-text.ts';

/** Path prefix of the release API. No remote can own it. */
export const RELEASE_API_PREFIX = '/releases';
/**
 * Maximum time that a client waits for a response, during which the host examines the release. Starting the probe can be slow on a busy machine. Connections
 * and proxies must wait longer.
 */
export const RELEASE_CALL_LIMIT_MS = 180_000;

/**
 * Upload limits. The release checks apply the same limits to single files and to the total. `manifestBytes` limits `build.json`, which hosts keep in memory.
 */
export const UPLOAD_LIMITS = {
  files: 500,
  fileBytes: 5 * 1024 * 1024,
  totalBytes: 25 * 1024 * 1024,
  manifestBytes: 64 * 1024,
  descriptionBytes: 256 * 1024,
};

/** Name of the first part of an upload, which is JSON. Every other part is named after the path of its file. */
export const UPLOAD_DESCRIPTION = 'release';

/** Text that is shown in lists, without control characters. */
const line = v.pipe(v.string(), v.regex(/^[^\p{Cc}]{1,300}$/u, 'must be one line of 1 to 300 characters'));
/** File names that are valid in every file system and URL. The rule is stricter than the one for names in a stored release. */
const uploadPath = v.pipe(v.string(), v.maxLength(200), v.regex(/^(?:browser|server)(?:\/[\w@~+-][\w@~+.-]*)+$/, 'is not a path of a release'));

export const uploadDescriptionSchema = v.object({
  /** First part of the version; the rest is the hash of the files. */
  packageVersion: v.pipe(v.string(), v.regex(/^[0-9A-Za-z][0-9A-Za-z.+-]{0,60}$/)),
  /** Base64 SHA-256 hash of each file, by path. */
  files: v.pipe(
    v.record(uploadPath, v.pipe(v.string(), v.base64(), v.length(44))),
    v.check((files) => Object.keys(files).length <= UPLOAD_LIMITS.files, `has more than ${UPLOAD_LIMITS.files} files`),
  ),
  /** Whether the team's release checks have opened the pages in a browser. The host does not repeat this check. */
  browser: v.picklist(['passed', 'skipped']),
  commit: v.optional(commitName),
  /** The team's signature of the release (`signForTeam`); required once the remote has a key. */
  signature: v.optional(signatureSchema),
  /** Allows pages to be much larger than those of the active version. */
  allowGrowth: v.optional(v.boolean(), false),
});
export type UploadDescription = v.InferOutput<typeof uploadDescriptionSchema>;

/** `takesBack`: allows a version that the team itself has rolled back. */
export const activationSchema = v.object({
  version: versionName,
  commit: v.optional(commitName),
  reason: v.optional(line),
  takesBack: v.optional(v.boolean(), false),
});
export const rollbackSchema = v.object({ version: v.optional(versionName), reason: v.optional(line) });
export const freezeSchema = v.object({ reason: line });
export const unfreezeSchema = v.object({ reason: v.optional(line) });

export const previewRequestSchema = v.object({
  version: versionName,
  hours: v.optional(v.pipe(v.number(), v.gtValue(0), v.maxValue(MAX_PREVIEW_HOURS)), 1),
});
export const canaryRequestSchema = v.object({
  version: versionName,
  share: canarySchema.entries.share,
  views: v.optional(canarySchema.entries.limits.entries.views, 500),
  minutes: v.optional(canarySchema.entries.limits.entries.minutes, 10),
  reason: v.optional(line),
});
/** Ends a canary by promoting or stopping it. */
export const canaryEndSchema = v.object({ reason: v.optional(line) });
export const previewIdSchema = v.object({ id: v.string() });

export const uploadResultSchema = v.object({ remote: v.string(), version: v.string(), gate: releaseManifestSchema.entries.gate });

const findingSchema = v.object({ check: v.string(), where: v.string(), what: v.string(), fix: v.string() });
export const checkResultSchema = v.object({ findings: v.array(findingSchema) });

/** Result of changing the active version. `isServed`: whether the responding host already serves the version; `refused`: why it does not. */
export const activationResultSchema = v.object({
  remote: v.string(),
  version: v.string(),
  /** Version that was active before the change. */
  left: v.optional(v.string()),
  isServed: v.boolean(),
  refused: v.optional(v.string()),
});

export type ActivationResult = v.InferOutput<typeof activationResultSchema>;

const versionListingSchema = v.object({
  version: v.string(),
  state: v.picklist(['active', 'last good', 'canary', 'bad', 'published']),
  /** ISO-8601 timestamp; absent when the manifest is missing or damaged. */
  createdAt: v.optional(v.string()),
  commit: v.optional(v.string()),
  browser: v.optional(v.picklist(['passed', 'skipped'])),
  /** Why and when a version was blocked. */
  mark: v.optional(v.object({ at: v.string(), reason: v.string(), by: v.optional(v.string()) })),
});

const remoteListingSchema = v.object({
  remote: v.string(),
  state: v.picklist(['released', 'registered', 'removed']),
  paths: v.array(v.string()),
  /** When the remote was registered or removed. */
  at: v.optional(v.string()),
  frozen: v.optional(v.object({ at: v.string(), by: v.string(), reason: v.string() })),
  canary: v.optional(canarySchema),
  /** Versions that have been active, newest first. A rollback can activate any of them except the first. */
  history: v.array(v.string()),
  versions: v.array(versionListingSchema),
});
export type RemoteListing = v.InferOutput<typeof remoteListingSchema>;
/**
 * `caller`: the token's permissions, and the keys of its team, one of which must sign each release. If the list is empty, no signature is required. Older hosts
 * omit `caller`.
 */
export const listingSchema = v.object({
  remotes: v.array(remoteListingSchema),
  caller: v.optional(v.object({ scopes: v.array(v.picklist(TOKEN_SCOPES)), keys: v.array(v.string()) })),
});
export type Listing = v.InferOutput<typeof listingSchema>;

export const historySchema = v.object({ entries: v.array(historyEntrySchema) });

/** Body of every unsuccessful response. */
export const errorSchema = v.object({ message: v.string(), findings: v.optional(v.array(findingSchema)) });
