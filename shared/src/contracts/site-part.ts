import * as v from 'valibot';
import { endpoint } from './endpoint.ts';
import { timestamp } from './fields.ts';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

/** Where a fault showed: on the server, or in a visitor's browser (every other kind). */
const faultKindSchema = v.picklist(['server', 'load', 'hydration', 'error', 'long-task', 'styles', 'policy']);
export type FaultKind = v.InferOutput<typeof faultKindSchema>;

const faultCountSchema = v.object({ version: v.string(), kind: faultKindSchema, lastHour: count, lastDay: count });

const recentFaultSchema = v.object({
  version: v.string(),
  kind: faultKindSchema,
  message: v.string(),
  path: v.optional(v.string(), ''),
  /** When it last occurred. */
  at: v.string(),
  count,
});

/** A version that staff and `share` percent of the visitors get. `views` and `faults` are counted by this server; `problem` is why it cannot serve the version. */
const canarySchema = v.object({ version: v.string(), share: count, since: v.string(), views: count, faults: count, problem: v.nullable(v.string()) });

/**
 * A part of the site as the host serves it: a remote, or `host` for the shell. `fallback`: an older version than the newest released one is in use;
 * `unavailable`: no version can be loaded. `problem` is the reason of both.
 */
const sitePartSchema = v.object({
  name: v.string(),
  paths: v.array(v.string()),
  state: v.picklist(['active', 'fallback', 'unavailable']),
  version: v.nullable(v.string()),
  /** Null: since before `countedSince`. */
  activeSince: timestamp,
  lastGood: v.nullable(v.string()),
  problem: v.nullable(v.string()),
  /** Versions that were rolled back or marked bad: they are activated again only by an explicit command. */
  bad: v.array(v.object({ version: v.string(), at: v.string(), reason: v.string() })),
  /** Absent while none runs. */
  canary: v.optional(canarySchema),
  /** Those of the last day. */
  faults: v.array(faultCountSchema),
  /** Newest first. */
  recent: v.array(recentFaultSchema),
});
export type SitePart = v.InferOutput<typeof sitePartSchema>;

const sitePartsSchema = v.object({
  set: v.string(),
  /** When this host started: it remembers no earlier faults. */
  countedSince: v.string(),
  /** Why the newest registry is not in use; null as long as it is. */
  registryProblem: v.nullable(v.string()),
  parts: v.array(sitePartSchema),
});
export type SiteParts = v.InferOutput<typeof sitePartsSchema>;

/** "Parts of the site". The host itself responds to this call, and not the provider: it is not in the table of `endpoints.ts`. */
export const getSiteParts = endpoint({ method: 'GET', path: '/site/parts', access: 'admin', envelope: 'data', response: sitePartsSchema });
