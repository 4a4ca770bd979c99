import { buildManifestSchema } from '@site/shared/build/build-manifest';
import * as v from 'valibot';
import { signatureSchema } from './signing/signed-text.ts';
import { publicKeyText } from './signing/signing-keys.ts';

/** Name of the manifest in a release. */
export const MANIFEST = 'release.json';

/** Storage key of a file in a release. */
export const getReleaseKey = (remote: string, version: string, file: string): string => `${remote}/${version}/${file}`;

/** URL below which the files of a release are served. */
export const releasePath = (remote: string, version: string): string => `/_mf/${remote}/${version}/`;

/** URL of the page on which staff sign in. It belongs to the staff area, regardless of what manifests declare. */
export const SIGN_IN_PATH = '/login';
export const PREVIEW_PATH = '/_preview';

/** Name under which the host's own browser builds are published; no registry contains it. */
export const HOST_NAME = 'host';

/** Store folders that contain no versions. */
export const NON_VERSION_FOLDERS: readonly string[] = ['registry', 'served', 'history', 'tokens'];
const RESERVED_NAMES = [...NON_VERSION_FOLDERS, HOST_NAME];
export const remoteName = v.pipe(
  v.string(),
  v.regex(/^[a-z][a-z0-9-]{0,40}$/),
  v.check((name) => !RESERVED_NAMES.includes(name), 'This name is reserved.'),
);
export const versionName = v.pipe(v.string(), v.regex(/^[0-9A-Za-z][0-9A-Za-z.+-]{0,80}$/));

/**
 * A version that must not be served, because it was rolled back or marked with `mark-bad`. `at` is an ISO-8601 timestamp. `by`: the token with which the
 * remote's own team rolled it back and can undo that; absent if an administrator or a host made the decision.
 */
const badVersionSchema = v.object({ version: versionName, at: v.string(), reason: v.string(), by: v.optional(v.string()) });

/**
 * While a remote is frozen, no command can activate another of its versions. `by` is the actor who froze it. A team cannot unfreeze what an administrator
 * froze.
 */
const freezeSchema = v.object({ at: v.string(), by: v.string(), byAdministrator: v.boolean(), reason: v.string() });
/** Revoked preview URLs: those with these ids, and all that were issued before `validFrom`. Timestamps are ISO-8601. */
const previewsSchema = v.object({ validFrom: v.optional(v.string()), revoked: v.array(v.object({ id: v.string(), at: v.string() })) });

/**
 * A version that staff and `share` percent of the visitors get instead of the active one, since an ISO-8601 timestamp. A share of 0 is for staff only and is
 * not promoted. `limits`: the share of faulty page views (0 to 1) that is always tolerated, and the page views and minutes after which the canary becomes
 * active automatically.
 */
export const canarySchema = v.object({
  version: versionName,
  share: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(100)),
  since: v.string(),
  limits: v.object({
    faultRate: v.pipe(v.number(), v.gtValue(0), v.maxValue(0.5)),
    views: v.pipe(v.number(), v.integer(), v.minValue(1)),
    minutes: v.pipe(v.number(), v.minValue(0)),
  }),
});
export type Canary = v.InferOutput<typeof canarySchema>;

/**
 * One remote in the registry. `paths` lists the paths that it owns, and is the only authority on routing. `history` lists the activated versions, newest first;
 * the first is active, the next is the last good one. `bad` versions are never in the history: only an explicit command can activate them again.
 */
const registryEntrySchema = v.object({
  paths: v.array(v.string()),
  history: v.pipe(v.array(versionName), v.minLength(1)),
  bad: v.array(badVersionSchema),
  frozen: v.optional(freezeSchema),
  canary: v.optional(canarySchema),
});
export type RegistryEntry = v.InferOutput<typeof registryEntrySchema>;

/** A public key, valid since `at` until `retiredAt` (ISO-8601 timestamps). */
const keySchema = v.object({ id: v.string(), publicKey: publicKeyText, at: v.string(), retiredAt: v.optional(v.string()) });
export type ListedKey = v.InferOutput<typeof keySchema>;

/**
 * The pointer to the active version of each remote (docs/contracts/registry.md). `generation` increases with each change, and `at` is the time of the change.
 * `removed` has the remotes that a command removed: a remote in neither list has been lost, not removed. `registered` has the paths of remotes that an
 * administrator has announced and that are not released yet. `linked` names the remotes whose links an administrator has allowed in the site's Explore group.
 * `sweep` is present while retention removes files: `versions` lists them as `<remote>/<version>`, and `startedAt` is an ISO-8601 timestamp. `keys` sign the
 * registry and the manifests; `teamKeys` sign the teams' releases. `digests` binds the versions in histories and canaries, as `<remote>/<version>`, to their
 * files.
 */
export const registrySchema = v.object({
  generation: v.pipe(v.number(), v.integer(), v.minValue(0)),
  remotes: v.record(remoteName, registryEntrySchema),
  removed: v.record(remoteName, v.object({ ...registryEntrySchema.entries, at: v.string() })),
  sweep: v.optional(v.object({ startedAt: v.string(), versions: v.array(v.string()) })),
  registered: v.optional(v.record(remoteName, v.object({ paths: v.array(v.string()), at: v.string() }))),
  previews: v.optional(previewsSchema),
  linked: v.optional(v.array(remoteName)),
  at: v.optional(v.string()),
  keys: v.optional(v.array(keySchema)),
  teamKeys: v.optional(v.record(remoteName, v.array(keySchema))),
  digests: v.optional(v.record(v.string(), v.string())),
});
export type Registry = v.InferOutput<typeof registrySchema>;

/** Path of a file in a release; the pattern prevents it from leaving the release's folder. */
const filePath = v.pipe(v.string(), v.regex(/^(?:browser|server)(?:\/(?!\.{1,2}(?:\/|$))[^/\\]+)+$/));

/** A Git commit. */
export const commitName = v.pipe(v.string(), v.regex(/^[0-9a-f]{7,64}(?:-dirty)?$/));

/** `release.json` of one immutable version: the build's manifest, and the SHA-256 hash of every file, keyed by its path in the release. */
export const releaseManifestSchema = v.object({
  remote: v.union([remoteName, v.literal(HOST_NAME)]),
  version: versionName,
  createdAt: v.string(),
  ...buildManifestSchema.entries,
  files: v.record(filePath, v.string()),
  /** Source commit, as reported by the team's machine; `-dirty` if the source differs from that commit. Not part of the version's hash or the files. */
  commit: v.optional(commitName),
  /**
   * Result of the release checks. `skipped`: the team's machine has no browser. `by`: the token that reported the result. `host`: the build of the host that
   * repeated all other checks. Absent in builds of the host.
   */
  gate: v.optional(v.object({ browser: v.picklist(['passed', 'skipped']), by: v.optional(v.string()), host: v.optional(v.string()) })),
  /** The team's signature (`getTeamStatement`). Absent for releases made on the server, which only the registry's key signs. */
  team: v.optional(signatureSchema),
});
export type ReleaseManifest = v.InferOutput<typeof releaseManifestSchema>;
/** Details of a release beyond its files. */
export type ReleaseDetails = Pick<ReleaseManifest, 'gate' | 'commit' | 'team'>;
