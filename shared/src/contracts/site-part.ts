import * as v from 'valibot';
import { endpoint } from './endpoint.ts';
import { timestamp } from './fields.ts';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

/** Where a fault occurred: on the server (`server`), or in the visitor's browser (all other kinds). */
const faultKindSchema = v.picklist(['server', 'load', 'hydration', 'error', 'long-task', 'styles', 'policy']);
export type FaultKind = v.InferOutput<typeof faultKindSchema>;

const faultCountSchema = v.object({ version: v.string(), kind: faultKindSchema, lastHour: count, lastDay: count });

const recentFaultSchema = v.object({
  version: v.string(),
  kind: faultKindSchema,
  message: v.string(),
  path: v.optional(v.string(), ''),
  /** Time of the last occurrence. */
  at: v.string(),
  count,
});

/**
 * Canary version, which staff and `share` percent of visitors get. `views` and `faults` are this server's counts; `problem` says why it cannot serve the
 * version.
 */
const canarySchema = v.object({ version: v.string(), share: count, since: v.string(), views: count, faults: count, problem: v.nullable(v.string()) });

/**
 * Part of the site as the host serves it: a remote, or `host` for the shell. `fallback`: the host uses an older version than the newest release.
 * `unavailable`: no version can be loaded. `problem` is the reason for either state.
 */
const sitePartSchema = v.object({
  name: v.string(),
  paths: v.array(v.string()),
  state: v.picklist(['active', 'fallback', 'unavailable']),
  version: v.nullable(v.string()),
  /** Null if the version was active before `countedSince`. */
  activeSince: timestamp,
  lastGood: v.nullable(v.string()),
  problem: v.nullable(v.string()),
  /** Blocked versions: those that were rolled back or marked bad. Only an explicit command activates them again. */
  bad: v.array(v.object({ version: v.string(), at: v.string(), reason: v.string() })),
  /** Absent while there is no canary. */
  canary: v.optional(canarySchema),
  /** Faults in the last day. */
  faults: v.array(faultCountSchema),
  /** Newest first. */
  recent: v.array(recentFaultSchema),
});
export type SitePart = v.InferOutput<typeof sitePartSchema>;

const sitePartsSchema = v.object({
  /** The product's version; absent in responses from hosts before 1.1.0. */
  version: v.optional(v.string()),
  set: v.string(),
  /** Start time of this host. Faults are counted from then on, because a restart resets the counts. */
  countedSince: v.string(),
  /** Reason why the newest registry is not in use; null while it is in use. */
  registryProblem: v.nullable(v.string()),
  parts: v.array(sitePartSchema),
});
export type SiteParts = v.InferOutput<typeof sitePartsSchema>;

/** Returns the data of "Website health". It is not in the table of `endpoints.ts`, because the host handles this request, not the provider. */
export const getSiteParts = endpoint({ method: 'GET', path: '/site/parts', access: 'admin', envelope: 'data', response: sitePartsSchema });
