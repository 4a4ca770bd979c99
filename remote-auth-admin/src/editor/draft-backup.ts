import * as v from 'valibot';

const valuesSchema = v.record(v.string(), v.string());
const backupSchema = v.object({
  keptAt: v.number(),
  /** The version that the work began from; null for a new document. */
  base: v.nullable(v.string()),
  values: valuesSchema,
  /** What was on its way to the provider: its answer may have been lost. */
  sent: v.optional(valuesSchema),
  /** A picture file was chosen: browsers let nobody keep that. */
  hadFile: v.optional(v.boolean(), false),
  /** The writer went to look at the preview, and comes back to go on. */
  resumes: v.optional(v.boolean(), false),
});
export type Backup = v.InferOutput<typeof backupSchema>;

export interface FoundBackup {
  readonly key: string;
  readonly backup: Backup;
}

const PREFIX = 'unsaved:';
const KEPT_MS = 30 * 24 * 60 * 60 * 1000;

/** `localStorage`, or nothing where the browser blocks it. */
export const deviceStorage = (): Storage | null => {
  try {
    return window.localStorage;
  } catch {
    return null;
  }
};

const parseBackup = (text: string | null): Backup | null => {
  try {
    const parsed = v.safeParse(backupSchema, JSON.parse(text ?? 'null'));
    return parsed.success ? parsed.output : null;
  } catch {
    // Not ours, or cut short: nothing can be offered back from it.
    return null;
  }
};

const keysOf = (storage: Storage): string[] => Array.from(storage, (_, index) => storage.key(index) ?? '').filter((key) => key.startsWith(PREFIX));

/** Oldest first; what cannot be read counts as oldest. */
const all = (storage: Storage): FoundBackup[] =>
  keysOf(storage)
    .flatMap((key) => {
      const backup = parseBackup(storage.getItem(key));
      if (backup !== null) return [{ key, backup }];
      storage.removeItem(key);
      return [];
    })
    .sort((first, second) => first.backup.keptAt - second.backup.keptAt);

/** The tab that writes a backup holds a lock of its name as long as it lives, so that no other tab offers it back meanwhile. */
const liveKeys = async (): Promise<ReadonlySet<string>> => {
  const held = (await navigator.locks?.query())?.held ?? [];
  return new Set(held.map(({ name = '' }) => name));
};

export interface BackupOptions {
  readonly storage: Storage | null;
  readonly userId: string;
  readonly noun: string;
  readonly now: () => number;
}

/** Unsaved work of one editor on this device (docs/contracts/storage-keys.md). Written within the same moment as the input, so that a page that dies has kept it. */
export const createDraftBackup = ({ storage, userId, noun, now }: BackupOptions) => {
  const prefixOf = (documentId: string | null): string => `${PREFIX}${userId}:${noun}:${documentId ?? 'new'}:`;
  const own = crypto.getRandomValues(new Uint32Array(2)).join('-');
  let key: string | null = null;
  let release = (): void => {};

  const claim = (next: string): void => {
    release();
    key = next;
    // Given up when the editor closes; the browser gives it up when the page dies.
    void navigator.locks?.request(
      next,
      () =>
        new Promise<void>((resolve) => {
          release = resolve;
        }),
    );
  };

  const put = (name: string, text: string): boolean => {
    if (storage === null) return false;
    try {
      storage.setItem(name, text);
      return true;
    } catch {
      return false;
    }
  };

  const forget = (name: string | null): void => {
    if (name !== null) storage?.removeItem(name);
  };

  return {
    /** False where the device keeps nothing, or has no room: other unsaved work is never given up for it. */
    keep(documentId: string | null, backup: Omit<Backup, 'keptAt'>): boolean {
      const name = `${prefixOf(documentId)}${own}`;
      if (name !== key) {
        forget(key);
        claim(name);
      }
      const text = JSON.stringify({ ...backup, keptAt: now() });
      return put(name, text);
    },
    /** Everything is saved: nothing is left to offer. */
    clear: (): void => forget(key),
    forget,
    /** The newest work on a document that no living tab is at; takes away what is too old on its way. */
    async find(documentId: string | null): Promise<FoundBackup | null> {
      if (storage === null) return null;
      const kept = all(storage);
      const live = await liveKeys();
      const left = kept.filter(({ key: name }) => name !== key && !live.has(name));
      const isOld = ({ backup }: FoundBackup): boolean => now() - backup.keptAt > KEPT_MS;
      for (const { key: name } of left.filter(isOld)) storage.removeItem(name);
      return left.findLast((found) => found.key.startsWith(prefixOf(documentId)) && !isOld(found)) ?? null;
    },
    close: (): void => release(),
  };
};
export type DraftBackup = ReturnType<typeof createDraftBackup>;
