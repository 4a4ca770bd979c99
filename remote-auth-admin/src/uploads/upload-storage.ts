import { createStore, delMany, entries, setMany } from 'idb-keyval';
import * as v from 'valibot';
import type { UploadRow } from './upload-row.ts';

const consentSchema = v.object({ showsMinors: v.nullable(v.boolean()), consentBy: v.string(), consentOn: v.string() });

/** Defaults to the gallery, which was the only destination in earlier releases. */
const placeSchema = v.optional(v.picklist(['gallery', 'library']), 'gallery');

const rowSchema = v.object({
  id: v.string(),
  owner: v.string(),
  /** Id of the tab that sends the file. */
  tab: v.string(),
  /** Position in the order of selection. */
  position: v.number(),
  title: v.string(),
  alt: v.string(),
  showsMinors: v.boolean(),
  state: v.picklist(['ready', 'waiting', 'done', 'failed', 'cancelled']),
  problem: v.string(),
  target: v.object({ place: placeSchema, albumId: v.string(), isPublished: v.boolean(), consent: consentSchema }),
  imageId: v.string(),
});
type StoredRow = v.InferOutput<typeof rowSchema>;

/** Stored separately from the texts, so that the file is not written again on every keystroke. */
const fileSchema = v.object({ blob: v.instance(Blob), name: v.string(), isPrepared: v.boolean(), preview: v.string() });

const settingsSchema = v.object({
  place: placeSchema,
  albumId: v.string(),
  publishes: v.nullable(v.boolean()),
  consent: consentSchema,
  isPaused: v.boolean(),
});
/**
 * Settings for all chosen images until they are sent. `albumId` is '' for no album. If `publishes` is null, the images are published only if all have alt text.
 */
export type UploadSettings = v.InferOutput<typeof settingsSchema>;

export interface StoredUploads {
  /** Rows in the order of selection. */
  readonly rows: readonly UploadRow[];
  readonly settings: UploadSettings | null;
}

/** Stores the files and texts of uploads on this device (docs/contracts/storage-keys.md). Does nothing if the browser blocks storage. */
export interface UploadStorage {
  /** Loads this user's stored uploads, except those that another open tab is sending. Deletes the uploads of other users. */
  load(owner: string): Promise<StoredUploads>;
  /** Returns false if storage is blocked or full. */
  writeFile(row: UploadRow): Promise<boolean>;
  writeRows(owner: string, rows: readonly UploadRow[]): Promise<void>;
  writeSettings(owner: string, settings: UploadSettings): Promise<void>;
  remove(ids: readonly string[]): Promise<void>;
  /** Deletes the uploads of all users. */
  clear(): Promise<void>;
}

const DATABASE = 'staff-uploads';
const FILE_PREFIX = 'file:';
const ROW_PREFIX = 'row:';
const SETTINGS_PREFIX = 'settings:';
const LOCK_PREFIX = 'staff-uploads:';

const createTabId = (): string => crypto.getRandomValues(new Uint32Array(2)).join('-');

/** Returns the lock names of open tabs. Each tab holds a Web Lock, so that no other tab sends the same files. */
const getOpenTabs = async (): Promise<ReadonlySet<string>> => {
  const heldLocks = (await navigator.locks?.query())?.held ?? [];
  return new Set(heldLocks.map(({ name = '' }) => name));
};

export const createUploadStorage = (): UploadStorage => {
  const tab = createTabId();
  let position = 0;
  const positions = new Map<string, number>();
  let opened: ReturnType<typeof createStore> | null | undefined;
  const open = (): ReturnType<typeof createStore> | null => {
    if (opened === undefined) {
      opened = typeof indexedDB === 'undefined' ? null : createStore(DATABASE, 'uploads');
      // The browser releases the lock when the page is closed.
      void navigator.locks?.request(`${LOCK_PREFIX}${tab}`, () => new Promise(() => {}));
    }
    return opened;
  };

  const write = async (values: [string, unknown][]): Promise<boolean> => {
    const store = open();
    if (store === null) return false;
    return setMany(values, store).then(
      () => true,
      () => false,
    );
  };

  const remove = async (keys: readonly IDBValidKey[]): Promise<void> => {
    const store = open();
    if (store !== null && keys.length > 0) await delMany([...keys], store).catch(() => {});
  };

  const readAll = async (): Promise<ReadonlyMap<string, unknown>> => {
    const store = open();
    const values = store === null ? [] : await entries<string, unknown>(store).catch(() => []);
    return new Map(values);
  };

  const getPosition = (id: string): number => {
    const existing = positions.get(id);
    if (existing !== undefined) return existing;
    position += 1;
    positions.set(id, position);
    return position;
  };

  const toStoredRow = (owner: string, row: UploadRow): StoredRow => ({
    id: row.id,
    owner,
    tab,
    position: getPosition(row.id),
    title: row.title,
    alt: row.alt,
    showsMinors: row.showsMinors,
    // An upload in flight may not have arrived, so send it again.
    state: row.state === 'sending' || row.state === 'rejected' ? 'waiting' : row.state,
    problem: row.problem,
    target: row.target,
    imageId: row.imageId,
  });

  const restore = ({ id, title, alt, showsMinors, state, problem, target, imageId }: StoredRow, stored: unknown): UploadRow | null => {
    const parsed = v.safeParse(fileSchema, stored);
    // The file of a finished upload is no longer stored.
    if (!parsed.success && state !== 'done') return null;
    const { blob, name, isPrepared, preview } = parsed.success ? parsed.output : { blob: new Blob(), name: title, isPrepared: true, preview: '' };
    const file = new File([blob], name, { type: blob.type });
    const progress = state === 'done' ? 1 : 0;
    return { id, file, isPrepared, preview, title, alt, showsMinors, state, progress, problem, target, imageId, isPlaced: false };
  };

  return {
    load: async (owner) => {
      const all = await readAll();
      const stored = [...all].flatMap(([key, value]) => {
        const parsed = key.startsWith(ROW_PREFIX) ? v.safeParse(rowSchema, value) : undefined;
        return parsed?.success ? [parsed.output] : [];
      });
      const ownRows = stored.filter((row) => row.owner === owner);
      const keptKeys = new Set([`${SETTINGS_PREFIX}${owner}`, ...ownRows.flatMap(({ id }) => [`${ROW_PREFIX}${id}`, `${FILE_PREFIX}${id}`])]);
      await remove([...all.keys()].filter((key) => !keptKeys.has(key)));
      const openTabs = await getOpenTabs();
      const rows = ownRows
        .filter((row) => row.tab === tab || !openTabs.has(`${LOCK_PREFIX}${row.tab}`))
        .sort((first, second) => first.position - second.position)
        .flatMap((row) => restore(row, all.get(`${FILE_PREFIX}${row.id}`)) ?? []);
      for (const { id } of rows) getPosition(id);
      const settings = v.safeParse(settingsSchema, all.get(`${SETTINGS_PREFIX}${owner}`));
      return { rows, settings: settings.success ? settings.output : null };
    },
    writeFile: ({ id, file, isPrepared, preview }) => {
      // Store the content as a blob, because a file on disk becomes unreadable once it is moved.
      const blob = new Blob([file], { type: file.type });
      return write([[`${FILE_PREFIX}${id}`, { blob, name: file.name, isPrepared, preview } satisfies v.InferInput<typeof fileSchema>]]);
    },
    writeRows: async (owner, rows) => {
      await write(rows.filter(({ state }) => state !== 'rejected').map((row) => [`${ROW_PREFIX}${row.id}`, toStoredRow(owner, row)]));
    },
    writeSettings: async (owner, settings) => {
      await write([[`${SETTINGS_PREFIX}${owner}`, settings]]);
    },
    remove: (ids) => remove(ids.flatMap((id) => [`${ROW_PREFIX}${id}`, `${FILE_PREFIX}${id}`])),
    clear: async () => remove([...(await readAll()).keys()]),
  };
};
