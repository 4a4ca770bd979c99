import * as v from 'valibot';

const remoteName = v.pipe(v.string(), v.regex(/^[a-z][a-z0-9-]{0,40}$/));
const versionName = v.pipe(v.string(), v.regex(/^[0-9A-Za-z][0-9A-Za-z.+-]{0,80}$/));

/**
 * One remote's line. `paths` are those that its active version owns: they stay known when its files are gone.
 * `history` holds the activated versions, newest first; the first is active, the next is the last good one.
 */
const registryEntrySchema = v.object({
  paths: v.array(v.string()),
  history: v.pipe(v.array(versionName), v.minLength(1)),
});
export type RegistryEntry = v.InferOutput<typeof registryEntrySchema>;

/** The pointer that says which version of each remote is active (docs/contracts/registry.md). `generation` grows by one with each change. */
export const registrySchema = v.object({
  generation: v.pipe(v.number(), v.integer(), v.minValue(0)),
  remotes: v.record(remoteName, registryEntrySchema),
});
export type Registry = v.InferOutput<typeof registrySchema>;

const fileGroupSchema = v.object({ js: v.array(v.string()), css: v.array(v.string()) });

/** What a browser build says of itself (`build.json`, written by the build recipe). */
export const buildManifestSchema = v.object({
  contract: v.number(),
  entry: v.string(),
  chunks: v.record(v.string(), fileGroupSchema),
  paths: v.array(v.string()),
});

/** `release.json` of one immutable version: what it is, the paths that it owns, and the SHA-256 of every file, by its place in the release. */
export const releaseManifestSchema = v.object({
  remote: remoteName,
  version: versionName,
  createdAt: v.string(),
  ...buildManifestSchema.entries,
  files: v.record(v.string(), v.string()),
});
export type ReleaseManifest = v.InferOutput<typeof releaseManifestSchema>;
