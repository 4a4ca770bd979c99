import * as v from 'valibot';
import { endpoint } from './endpoint.ts';

/** How often an editor says that it is open. */
export const PRESENCE_INTERVAL_MS = 15_000;
/** An editor that has said nothing for so long is closed. */
export const PRESENCE_TIMEOUT_MS = 40_000;

const presentSchema = v.object({
  /** The tab of an editor. */
  tab: v.string(),
  name: v.string(),
  /** Whether it is the caller's own account, on another device or in another tab. */
  isSelf: v.boolean(),
  /** ISO 8601, UTC. */
  since: v.string(),
});
export type Present = v.InferOutput<typeof presentSchema>;

/** Who else has a document open. */
const presenceSchema = v.object({
  /** Without the caller's tab; the first that came first. */
  others: v.array(presentSchema),
  /** The tab whose writer has taken over; null while all may write. */
  holder: v.nullable(v.string()),
});
export type Presence = v.InferOutput<typeof presenceSchema>;

const tabField = v.pipe(v.string(), v.regex(/^[0-9a-f]{32}$/, 'must be 32 hexadecimal digits'));

/** Says that a tab has the document open. `takesOver`: the others are asked to stop writing; that ends with `release`, or when the tab is closed. */
export const putPresence = endpoint({
  method: 'PUT',
  path: '/presence/:kind/:id',
  access: 'staff',
  envelope: 'data',
  body: v.object({ tab: tabField, act: v.optional(v.picklist(['stay', 'take-over', 'release']), 'stay') }),
  response: presenceSchema,
});

/** The tab is closed. */
export const deletePresence = endpoint({
  method: 'DELETE',
  path: '/presence/:kind/:id/:tab',
  access: 'staff',
  envelope: 'data',
  response: v.object({ _id: v.string() }),
});
