import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import type { GenerationLog } from './generation-log.ts';
import type { ReleaseStore } from './release-store.ts';
import { StorageUnavailableError } from './storage/release-storage.ts';

const ACTIONS = [
  'publish',
  'check',
  'activate',
  'roll-back',
  'freeze',
  'unfreeze',
  'preview',
  'revoke-preview',
  'start-canary',
  'promote-canary',
  'stop-canary',
  'mark-bad',
  'remove',
  'prune',
  'set-paths',
  'set-links',
  'register',
  'create-token',
  'revoke-token',
  'add-key',
  'retire-key',
  'list',
  'read-history',
] as const;
export type HistoryAction = (typeof ACTIONS)[number];

/**
 * One call that changed something or was rejected. `actor` is the name of a token, `local:<user>` for a command on the server, `host` for a host's decision
 * about a canary, or `unknown` if there was no valid token; `address` is then the caller's IP address. `detail` says what was done, or why it was rejected.
 */
export const historyEntrySchema = v.object({
  /** ISO-8601 timestamp. */
  at: v.string(),
  actor: v.string(),
  action: v.picklist(ACTIONS),
  outcome: v.picklist(['done', 'rejected', 'failed']),
  remote: v.optional(v.string()),
  version: v.optional(v.string()),
  commit: v.optional(v.string()),
  reason: v.optional(v.string()),
  detail: v.optional(v.string()),
  address: v.optional(v.string()),
});
export type HistoryEntry = v.InferOutput<typeof historyEntrySchema>;

export interface HistoryQuery {
  /** If absent, the query returns the calls for all remotes. */
  readonly remote?: string | undefined;
  readonly limit: number;
}

/** Maximum number of entries that one query reads, because a remote's last call may be far back. */
const SCAN_LIMIT = 5000;
/** Number of concurrent reads; in an object store each read is a request. */
const READ_AT_ONCE = 25;

/** History of releases: who released what, when and why. Entries are only ever added, each under its own number, so that several processes can write. */
const createReleaseHistory = (log: GenerationLog) => {
  let newest: number | undefined;
  const findNewest = async (): Promise<number> => (await log.list())[0] ?? 0;

  const append = async (entry: HistoryEntry): Promise<void> => {
    // Makes each text unique, because an object store treats an identical text as an earlier attempt by the same writer.
    const text = JSON.stringify({ ...entry, id: randomUUID() });
    let number = (newest ?? (await findNewest())) + 1;
    while (!(await log.create(number, text))) number = Math.max(number, await findNewest()) + 1;
    newest = number;
  };

  const read = async (number: number): Promise<HistoryEntry | undefined> => {
    try {
      return v.parse(historyEntrySchema, JSON.parse(await log.read(number)));
    } catch (error) {
      if (error instanceof StorageUnavailableError) throw error;
      // A damaged entry must not hide the other entries.
      return undefined;
    }
  };

  /** Lists entries, newest first. */
  const list = async ({ remote, limit }: HistoryQuery): Promise<HistoryEntry[]> => {
    const entries: HistoryEntry[] = [];
    const numbers = (await log.list()).slice(0, SCAN_LIMIT);
    while (numbers.length > 0 && entries.length < limit) {
      const found = await Promise.all(numbers.splice(0, READ_AT_ONCE).map(read));
      entries.push(...found.filter((entry) => entry !== undefined).filter((entry) => remote === undefined || entry.remote === remote));
    }
    return entries.slice(0, limit);
  };

  return { append, list };
};
export type ReleaseHistory = ReturnType<typeof createReleaseHistory>;

/** Opens the history of a release store. */
export const openHistory = (store: Pick<ReleaseStore, 'openLog'>): ReleaseHistory => createReleaseHistory(store.openLog('history'));
