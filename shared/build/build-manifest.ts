import * as v from 'valibot';
import { siteLinkSchema } from '../src/contracts/site.ts';

export const SERVER_BUNDLE = 'server/routes.cjs';

/** Path of the CycloneDX list of the packages in a remote. The list is never served, because only browser files are served. */
export const SBOM = 'server/sbom.cdx.json';

/** Placeholder in server bundles for the URL of the release, which is known only after publication. */
export const PUBLIC_PATH_PLACEHOLDER = '__RELEASE_PATH__/';

const fileGroupSchema = v.object({ js: v.array(v.string()), css: v.array(v.string()) });

/**
 * `build.json` of a browser build: the contract version that it was built for, its entry file, and the files of each named chunk, so that the host can inline a
 * page's styles. `paths` are the paths that a remote owns. `isPrivate` means that these paths require a session; robots.txt then excludes them.
 */
export const buildManifestSchema = v.object({
  contract: v.number(),
  entry: v.string(),
  chunks: v.record(v.string(), fileGroupSchema),
  // The number of paths is limited, because every path is compared with every route.
  paths: v.pipe(v.array(v.string()), v.maxLength(100)),
  isPrivate: v.boolean(),
  /** Links that the remote suggests for the site's Explore group. They are shown if an administrator allows them. */
  links: v.optional(v.pipe(v.array(siteLinkSchema), v.maxLength(4))),
  /** Query parameters of the remote's pages, in addition to the parameters of all pages (`PAGE_PARAMETERS`). */
  query: v.optional(v.pipe(v.array(v.pipe(v.string(), v.regex(/^[\w.-]{1,40}$/))), v.maxLength(20))),
  /** Name of a remote's build in the browser's federation runtime, and the SHA-256 hash of the build's inputs. Host builds have neither. */
  runtimeName: v.optional(v.pipe(v.string(), v.regex(/^\w{1,80}$/))),
  inputs: v.optional(v.string()),
  /** Versions of the shared singletons that the remote was built with, by module name. */
  shared: v.optional(v.record(v.string(), v.string())),
  /** Brotli size budgets in bytes: one for the entry, and one for each page's scripts by chunk name. */
  budgets: v.optional(v.object({ entry: v.number(), pages: v.record(v.string(), v.number()) })),
  assets: v.optional(v.array(v.string())),
});
export type BuildManifest = v.InferOutput<typeof buildManifestSchema>;
