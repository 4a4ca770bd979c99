import * as v from 'valibot';

const valuesSchema = v.record(v.string(), v.string());
const storedBackupSchema = v.object({
  /** When it was stored. The name stays: open tabs and earlier releases read it, and delete what they cannot read. */
  keptAt: v.number(),
  /** The version that the work is based on; null for a new document. */
  base: v.nullable(v.string()),
  values: valuesSchema,
  /** The values of the version that the work is based on; earlier releases do not write them. */
  baseValues: v.optional(valuesSchema),
  /** A save whose response may have been lost. */
  sent: v.optional(valuesSchema),
  /** An image file was chosen: browsers do not let a page store one. */
  hadFile: v.optional(v.boolean(), false),
  /** The provider has it too, as the draft of its author. */
  isStored: v.optional(v.boolean()),
  /** Written when the preview opens: restored without asking. */
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

/** `localStorage`, or null where the browser blocks it. */
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
    // Truncated, or not written by the editor: nothing can be restored from it.
    return null;
  }
};

const backupKeys = (storage: Storage): string[] => Array.from(storage, (_, index) => storage.key(index) ?? '').filter((key) => key.startsWith(PREFIX));

const ownKeys = (storage: Storage, userId: string): string[] => backupKeys(storage).filter((key) => key.startsWith(`${PREFIX}${userId}:`));

/** Whether work of this user is left on the device. */
export const hasDrafts = (storage: Storage, userId: string): boolean => ownKeys(storage, userId).length > 0;

export const deleteDrafts = (storage: Storage, userId: string): void => {
  for (const key of ownKeys(storage, userId)) storage.removeItem(key);
};

/** Oldest first; unreadable ones are removed. */
const readAll = (storage: Storage): FoundBackup[] =>
  backupKeys(storage)
    .flatMap((key) => {
      const backup = parseBackup(storage.getItem(key));
      if (backup !== null) return [{ key, backup }];
      storage.removeItem(key);
      return [];
    })
    .sort((first, second) => first.backup.storedAt - second.backup.storedAt);

/** A tab that writes a backup holds a Web Lock of its name while it is open, so that no other tab offers to restore it. */
const lockedKeys = async (): Promise<ReadonlySet<string>> => {
  const held = (await navigator.locks?.query())?.held ?? [];
  return new Set(held.map(({ name = '' }) => name));
};

interface BackupOptions {
  readonly storage: Storage | null;
  readonly userId: string;
  readonly kindName: string;
  readonly now: () => number;
}

/** Unsaved work of one editor on this device (docs/contracts/storage-keys.md). Written synchronously with the input, so that it survives a crash of the page. */
export const createDraftBackup = ({ storage, userId, kindName, now }: BackupOptions) => {
  const getPrefix = (documentId: string | null): string => `${PREFIX}${userId}:${kindName}:${documentId ?? 'new'}:`;
  const tab = crypto.getRandomValues(new Uint32Array(2)).join('-');
  let key: string | null = null;
  let release = (): void => {};

  const lock = (next: string): void => {
    release();
    key = next;
    // Released when the editor closes; the browser releases it when the page is gone.
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
    /** False where storage is blocked or full: other unsaved work is never deleted to make room. */
    write(documentId: string | null, backup: Omit<Backup, 'storedAt'>): boolean {
      const name = `${getPrefix(documentId)}${tab}`;
      if (name !== key) {
        remove(key);
        lock(name);
      }
      return setItem(name, JSON.stringify({ ...backup, keptAt: now() } satisfies v.InferInput<typeof storedBackupSchema>));
    },
    /** Removes this editor's own backup: everything is saved. */
    clear: (): void => remove(key),
    remove,
    /** The newest backup of a document that belongs to no open tab; removes expired ones. */
    async find(documentId: string | null): Promise<FoundBackup | null> {
      if (storage === null) return null;
      const stored = readAll(storage);
      const locked = await lockedKeys();
      const abandoned = stored.filter(({ key: name }) => name !== key && !locked.has(name));
      const isExpired = ({ backup }: FoundBackup): boolean => now() - backup.storedAt > RETENTION_MS;
      for (const { key: name } of abandoned.filter(isExpired)) storage.removeItem(name);
      return abandoned.findLast((found) => found.key.startsWith(getPrefix(documentId)) && !isExpired(found)) ?? null;
    },
    /** Whether another open tab of this device has unsaved work of the document. */
    async isOpenElsewhere(documentId: string | null): Promise<boolean> {
      return [...(await lockedKeys())].some((name) => name !== key && name.startsWith(getPrefix(documentId)));
    },
    release: (): void => release(),
  };
};
export type DraftBackup = ReturnType<typeof createDraftBackup>;
