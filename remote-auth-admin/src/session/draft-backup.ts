import * as v from 'valibot';

const valuesSchema = v.record(v.string(), v.string());
const storedBackupSchema = v.object({
  /** Time when the backup was stored. Do not rename the field: open tabs and earlier releases read it, and delete backups that they cannot read. */
  keptAt: v.number(),
  /** The version that the work is based on; null for a new document. */
  base: v.nullable(v.string()),
  values: valuesSchema,
  /** Values of the version that the work is based on. Earlier releases do not store them. */
  baseValues: v.optional(valuesSchema),
  /** Values of a save whose response may have been lost. */
  sent: v.optional(valuesSchema),
  /** Whether an image file had been chosen, which the backup does not contain. */
  hadFile: v.optional(v.boolean(), false),
  /** Whether the provider also stores this work as the author's draft. */
  isStored: v.optional(v.boolean()),
  /** Whether the backup was written when the preview opened. Such a backup is restored without asking. */
  resumes: v.optional(v.boolean(), false),
});
const backupSchema = v.pipe(
  storedBackupSchema,
  v.transform(({ keptAt, ...backup }) => ({ ...backup, storedAt: keptAt })),
);
export type Backup = v.InferOutput<typeof backupSchema>;

export interface FoundBackup {
  readonly key: string;
  readonly backup: Backup;
}

const PREFIX = 'unsaved:';
const RETENTION_MS = 30 * 24 * 60 * 60 * 1000;

/** Returns `localStorage`, or null if the browser blocks it. */
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
    // The text is truncated or was not written by the editor, so it cannot be restored.
    return null;
  }
};

const listBackupKeys = (storage: Storage): string[] => Array.from(storage, (_, index) => storage.key(index) ?? '').filter((key) => key.startsWith(PREFIX));

const listUserKeys = (storage: Storage, userId: string): string[] => listBackupKeys(storage).filter((key) => key.startsWith(`${PREFIX}${userId}:`));

/** Whether this user's unsaved work is stored on the device. */
export const hasDrafts = (storage: Storage, userId: string): boolean => listUserKeys(storage, userId).length > 0;

export const deleteDrafts = (storage: Storage, userId: string): void => {
  for (const key of listUserKeys(storage, userId)) storage.removeItem(key);
};

/** Reads all backups, oldest first. Deletes unreadable backups. */
const readAll = (storage: Storage): FoundBackup[] =>
  listBackupKeys(storage)
    .flatMap((key) => {
      const backup = parseBackup(storage.getItem(key));
      if (backup !== null) return [{ key, backup }];
      storage.removeItem(key);
      return [];
    })
    .sort((first, second) => first.backup.storedAt - second.backup.storedAt);

/** Returns the keys of backups in use. An open tab holds a Web Lock named after its backup, so that no other tab offers to restore the backup. */
const getLockedKeys = async (): Promise<ReadonlySet<string>> => {
  const heldLocks = (await navigator.locks?.query())?.held ?? [];
  return new Set(heldLocks.map(({ name = '' }) => name));
};

interface BackupOptions {
  readonly storage: Storage | null;
  readonly userId: string;
  readonly kindName: string;
  readonly now: () => number;
}

/**
 * Stores one editor's unsaved work on this device (docs/contracts/storage-keys.md). Writes synchronously on every input, so that the work survives if the page
 * crashes.
 */
export const createDraftBackup = ({ storage, userId, kindName, now }: BackupOptions) => {
  const getPrefix = (documentId: string | null): string => `${PREFIX}${userId}:${kindName}:${documentId ?? 'new'}:`;
  const tab = crypto.getRandomValues(new Uint32Array(2)).join('-');
  let key: string | null = null;
  let release = (): void => {};

  const lock = (next: string): void => {
    release();
    key = next;
    // Hold the lock until the editor closes. The browser releases it when the page is closed.
    void navigator.locks?.request(
      next,
      () =>
        new Promise<void>((resolve) => {
          release = resolve;
        }),
    );
  };

  const setItem = (name: string, text: string): boolean => {
    if (storage === null) return false;
    try {
      storage.setItem(name, text);
      return true;
    } catch {
      return false;
    }
  };

  const remove = (name: string | null): void => {
    if (name !== null) storage?.removeItem(name);
  };

  return {
    /** Stores the backup. Returns false if storage is blocked or full; never deletes other unsaved work to make room. */
    write(documentId: string | null, backup: Omit<Backup, 'storedAt'>): boolean {
      const name = `${getPrefix(documentId)}${tab}`;
      if (name !== key) {
        remove(key);
        lock(name);
      }
      return setItem(name, JSON.stringify({ ...backup, keptAt: now() } satisfies v.InferInput<typeof storedBackupSchema>));
    },
    /** Deletes this editor's backup. Call this when everything is saved. */
    clear: (): void => remove(key),
    remove,
    /** Returns the newest backup of a document that no open tab is using. Deletes expired backups. */
    async find(documentId: string | null): Promise<FoundBackup | null> {
      if (storage === null) return null;
      const stored = readAll(storage);
      const lockedKeys = await getLockedKeys();
      const abandonedBackups = stored.filter(({ key: name }) => name !== key && !lockedKeys.has(name));
      const isExpired = ({ backup }: FoundBackup): boolean => now() - backup.storedAt > RETENTION_MS;
      for (const { key: name } of abandonedBackups.filter(isExpired)) storage.removeItem(name);
      return abandonedBackups.findLast((found) => found.key.startsWith(getPrefix(documentId)) && !isExpired(found)) ?? null;
    },
    /** Whether another open tab on this device has unsaved work on the document. */
    async isOpenElsewhere(documentId: string | null): Promise<boolean> {
      return [...(await getLockedKeys())].some((name) => name !== key && name.startsWith(getPrefix(documentId)));
    },
    release: (): void => release(),
  };
};
export type DraftBackup = ReturnType<typeof createDraftBackup>;
