import * as v from 'valibot';
import { endpoint } from './endpoint.ts';

/** Interval at which an open editor reports its presence. */
export const PRESENCE_INTERVAL_MS = 15_000;
/** Time without a report after which an editor is considered closed. */
export const PRESENCE_TIMEOUT_MS = 40_000;

const presentSchema = v.object({
  /** Id of the editor's browser tab. */
  tab: v.string(),
  name: v.string(),
  /** Whether this is another tab of the caller's own account, on this or another device. */
  isSelf: v.boolean(),
  /** ISO 8601 in UTC. */
  since: v.string(),
});
export type Present = v.InferOutput<typeof presentSchema>;

/** Other users and tabs that have a document open. */
const presenceSchema = v.object({
  /** Tabs other than the caller's, longest open first. */
  others: v.array(presentSchema),
  /** Tab that has taken over editing; null while everyone may write. */
  holder: v.nullable(v.string()),
});
export type Presence = v.InferOutput<typeof presenceSchema>;

const tabField = v.pipe(v.string(), v.regex(/^[0-9a-f]{32}$/, 'must be 32 hexadecimal digits'));

/** Reports that a tab has the document open. `take-over` asks the other tabs to stop writing, until `release` or until the tab closes. */
export const putPresence = endpoint({
  method: 'PUT',
  path: '/presence/:kind/:id',
  access: 'staff',
  envelope: 'data',
  body: v.object({ tab: tabField, act: v.optional(v.picklist(['stay', 'take-over', 'release']), 'stay') }),
  response: presenceSchema,
});

/** Reports that the tab was closed. */
export const deletePresence = endpoint({
  method: 'DELETE',
  path: '/presence/:kind/:id/:tab',
  access: 'staff',
  envelope: 'data',
  response: v.object({ _id: v.string() }),
});
