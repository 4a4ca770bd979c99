import { createImage, orderAlbumImages } from '@site/shared/contracts/gallery';
import { createIdempotencyKey, withIdempotencyKey } from '@site/shared/contracts/idempotency-key';
import { createLibraryImage } from '@site/shared/contracts/media';
import { NO_CONSENT } from '@site/shared/domain/photo-consent';
import { hasRole } from '@site/shared/domain/roles';
import type { HostServices } from '@site/shared/remote/host-services';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { checkImage, prepareImage } from '../forms/image-file.ts';
import {
  afterFailure,
  createUploadRow,
  getObstacle,
  isInFlight,
  isRetryable,
  isUnsent,
  newImagesByAlbum,
  type Obstacle,
  type UploadPlace,
  type UploadRow,
  type UploadTarget,
} from './upload-row.ts';
import type { UploadSettings, UploadStorage } from './upload-storage.ts';

/** Number of simultaneous uploads. More would only compete for bandwidth and for the provider's decoder. */
const CONCURRENCY = 3;
const MAX_PREVIEW_SIDE_PX = 192;
/** Delays between attempts, in milliseconds. During an outage, the delay doubles from `first` to `last`. */
export const RETRY_MS = { first: 2000, last: 30_000, limited: 60_000, decoder: 10_000 } as const;
const DECODER_NOTICE = 'Waiting for the decoder for HEIC photos. Loading it will be retried automatically.';

/** The staff area's uploads. They are sent three at a time in the order of selection, and continue when the user changes screens. */
export interface Uploads {
  readonly rows: readonly UploadRow[];
  readonly settings: UploadSettings;
  /** Reason why waiting uploads are not sent; null if there is none. The queue resumes automatically. */
  readonly obstacle: Obstacle | null;
  /** Whether some files exist only in this tab, because they could not be stored on the device. Closing the tab would lose them. */
  readonly isOnlyHere: boolean;
  /** Number of completed batches. Image lists should be reloaded after each batch. */
  readonly completedBatches: number;
  add(files: Iterable<File>): void;
  change(id: string, texts: Partial<Pick<UploadRow, 'title' | 'alt' | 'showsMinors'>>): void;
  configure(settings: Partial<Omit<UploadSettings, 'isPaused'>>): void;
  /** Tells the queue whether the browser is online. */
  setOnline(isOnline: boolean): void;
  /** Starts uploading all files that are ready. */
  start(target: UploadTarget): void;
  /** Pauses the queue. Uploads in flight are aborted and later restart from the beginning. */
  pause(): void;
  resume(): void;
  /** Cancels an upload, even if it is in flight. */
  cancel(id: string): void;
  retry(id: string): void;
  retryAll(): void;
  remove(id: string): void;
  /** Empties the list once nothing is in flight. */
  clear(): void;
  /** Resumes the stored uploads of this user, and deletes those of other users. */
  open(owner: string): void;
  /** Deletes all uploads in this tab and on the device. Call this on sign-out. */
  close(): void;
}

const ENDPOINTS: Readonly<Record<UploadPlace, typeof createImage | typeof createLibraryImage>> = { gallery: createImage, library: createLibraryImage };

const DEFAULT_SETTINGS: UploadSettings = { place: 'gallery', albumId: '', publishes: null, consent: { ...NO_CONSENT, showsMinors: true }, isPaused: false };
const EMPTY_STATE: Pick<Uploads, 'rows' | 'settings' | 'obstacle' | 'isOnlyHere'> = { rows: [], settings: DEFAULT_SETTINGS, obstacle: null, isOnlyHere: false };

const toForm = ({ file, title, alt, showsMinors, target: { place, albumId, isPublished, consent } }: UploadRow): FormData => {
  const form = new FormData();
  const { consentBy, consentOn } = consent;
  const texts = {
    ...(place === 'gallery' && { title }),
    alt,
    ...(place === 'gallery' && { album: albumId, published: String(isPublished && alt.trim() !== '') }),
    showsMinors: String(showsMinors),
    ...(showsMinors && { consentBy, consentOn }),
  };
  for (const [name, value] of Object.entries(texts)) form.set(name, value.trim());
  // Append the file last, because the provider checks the fields before it reads the file.
  form.set('image', file);
  return form;
};

/**
 * Creates the upload queue. Every file is stored on the device until it is uploaded, so that it survives a lost connection, a navigation or a reload. Each file
 * has an idempotency key, so that it is stored only once even if it is sent again (docs/decisions).
 */
export const createUploadQueue = ({ http, auth }: Pick<HostServices, 'http' | 'auth'>, storage: UploadStorage): StoreApi<Uploads> => {
  const controllers = new Map<string, AbortController>();
  const attempts = new Map<string, number>();
  let owner: string | null = null;
  let retryMs: number = RETRY_MS.first;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let preparationTimer: ReturnType<typeof setTimeout> | undefined;
  let preparation: Promise<void> = Promise.resolve();
  let pendingWrites: Promise<void> = Promise.resolve();
  let isPlacing = false;

  return createStore<Uploads>()((set, get) => {
    const find = (id: string): UploadRow | undefined => get().rows.find((row) => row.id === id);
    const isOwn = (id: string): boolean => find(id) !== undefined;

    const store = (...ids: readonly string[]): void => {
      const rows = get().rows.filter(({ id }) => ids.includes(id));
      if (owner !== null) void storage.writeRows(owner, rows);
    };
    const patch = (id: string, changes: Partial<UploadRow>): void => set({ rows: get().rows.map((row) => (row.id === id ? { ...row, ...changes } : row)) });
    const patchAndStore = (id: string, changes: Partial<UploadRow>): void => {
      patch(id, changes);
      store(id);
    };
    const configure = (changes: Partial<UploadSettings>): void => {
      set({ settings: { ...get().settings, ...changes } });
      if (owner !== null) void storage.writeSettings(owner, get().settings);
    };

    const writeFile = async (id: string): Promise<void> => {
      const row = find(id);
      if (row === undefined || !isUnsent(row) || (await storage.writeFile(row))) return;
      if (isOwn(id)) set({ isOnlyHere: true });
    };

    const continueSending = (): void => {
      clearTimeout(timer);
      set({ obstacle: null });
      sendNext();
    };
    const scheduleRetry = (obstacle: Obstacle): void => {
      set({ obstacle });
      clearTimeout(timer);
      if (obstacle === 'signed-out') return;
      timer = setTimeout(continueSending, obstacle === 'limited' ? RETRY_MS.limited : retryMs);
      retryMs = Math.min(retryMs * 2, RETRY_MS.last);
    };

    const send = async (row: UploadRow): Promise<void> => {
      const { id } = row;
      const controller = new AbortController();
      controllers.set(id, controller);
      patch(id, { state: 'sending', progress: 0, problem: '' });
      const response = await http.call(withIdempotencyKey(ENDPOINTS[row.target.place], id), {
        body: toForm(row),
        signal: controller.signal,
        onUploadProgress: (progress) => {
          if (!controller.signal.aborted) patch(id, { progress });
        },
        // The upload line shows the error.
        silent: true,
      });
      if (controllers.get(id) === controller) controllers.delete(id);
      // The upload was paused, cancelled or removed, or the user has signed out.
      if (controller.signal.aborted) return;
      attempts.set(id, (attempts.get(id) ?? 0) + 1);
      if (response.ok) {
        retryMs = RETRY_MS.first;
        patchAndStore(id, { state: 'done', progress: 1, imageId: response.value._id });
      } else {
        patchAndStore(id, afterFailure(response.error, attempts.get(id) ?? 1));
        const obstacle = getObstacle(response.error);
        // Count simultaneous failures as one outage.
        if (obstacle !== null && get().obstacle === null) scheduleRetry(obstacle);
      }
      sendNext();
    };

    /** Moves new images to the start of their album in the order of selection, because uploads may finish in a different order. */
    const placeImages = async (): Promise<void> => {
      const finishedRows = get().rows.filter(({ state }) => state === 'done');
      if (isPlacing || finishedRows.every(({ isPlaced }) => isPlaced)) return;
      isPlacing = true;
      const { user } = auth.getState();
      const albums = user !== null && hasRole(user.role, 'editor') ? newImagesByAlbum(finishedRows) : [];
      let obstacle: Obstacle | null = null;
      for (const [id, imageIds] of albums) {
        const orderResult = await http.call(orderAlbumImages, { params: { id }, body: { imageIds: [...imageIds] }, silent: true });
        if (!orderResult.ok) obstacle = getObstacle(orderResult.error);
      }
      isPlacing = false;
      if (!finishedRows.some(({ id }) => isOwn(id))) return;
      if (obstacle !== null) {
        scheduleRetry(obstacle);
        return;
      }
      const ids = finishedRows.map(({ id }) => id);
      void storage.remove(ids);
      set({ rows: get().rows.map((row) => (ids.includes(row.id) ? { ...row, isPlaced: true } : row)), completedBatches: get().completedBatches + 1 });
      sendNext();
    };

    const sendNext = (): void => {
      const { rows, obstacle, settings } = get();
      if (owner === null || obstacle !== null || settings.isPaused) return;
      const freeSlots = CONCURRENCY - rows.filter(({ state }) => state === 'sending').length;
      for (const row of rows.filter(({ state, isPrepared }) => state === 'waiting' && isPrepared).slice(0, Math.max(0, freeSlots))) void send(row);
      if (!rows.some(isInFlight)) void placeImages();
    };

    const prepareFile = async (id: string): Promise<void> => {
      const row = find(id);
      if (row === undefined || row.isPrepared || !isUnsent(row)) return;
      const prepared = await prepareImage(row.file, MAX_PREVIEW_SIDE_PX);
      if (!isOwn(id)) return;
      if (prepared.ok) {
        patch(id, { ...prepared.value, isPrepared: true, problem: '' });
        await writeFile(id);
      } else if (prepared.error.isTemporary) {
        patch(id, { problem: DECODER_NOTICE });
        clearTimeout(preparationTimer);
        preparationTimer = setTimeout(prepareRemaining, RETRY_MS.decoder);
      } else {
        patch(id, { state: 'rejected', problem: prepared.error.message });
        void storage.remove([id]);
      }
      sendNext();
    };
    /** Stores all files before the first one is prepared, so that a reload loses none of them. Preparing takes much longer. */
    const storeFiles = (rows: readonly UploadRow[]): void => {
      for (const { id } of rows) pendingWrites = pendingWrites.then(() => writeFile(id));
      preparation = Promise.all([preparation, pendingWrites]).then(() => undefined);
    };
    /** Prepares files one at a time, because phones have too little memory for many decoded photos. */
    const prepare = (rows: readonly UploadRow[]): void => {
      for (const { id } of rows) preparation = preparation.then(() => prepareFile(id));
    };
    /** Retries files whose decoder could not be loaded. */
    const prepareRemaining = (): void => prepare(get().rows.filter(({ isPrepared }) => !isPrepared));

    const abort = (id: string): void => {
      controllers.get(id)?.abort();
      controllers.delete(id);
    };

    const restore = async (userId: string): Promise<void> => {
      const { rows, settings } = await storage.load(userId);
      if (owner !== userId) return;
      const knownIds = new Set(get().rows.map(({ id }) => id));
      const restored = rows.filter(({ id }) => !knownIds.has(id));
      if (restored.length > 0) set({ rows: [...restored, ...get().rows], settings: settings ?? get().settings });
      store(...get().rows.map(({ id }) => id));
      prepare(restored);
      sendNext();
    };

    const reset = (): void => {
      owner = null;
      for (const id of controllers.keys()) abort(id);
      attempts.clear();
      clearTimeout(timer);
      clearTimeout(preparationTimer);
      set(EMPTY_STATE);
    };

    // When a different user signs in, abort the calls that are waiting for a sign-in, so that they are not sent on behalf of that user.
    auth.subscribe(({ user }) => {
      if (user !== null && owner !== null && user._id !== owner) reset();
    });

    return {
      ...EMPTY_STATE,
      completedBatches: 0,
      add: (files) => {
        const added = Array.from(files, (file) => createUploadRow(createIdempotencyKey(), file, checkImage(file) ?? ''));
        set({ rows: [...get().rows, ...added] });
        const chosen = added.filter(isUnsent);
        store(...chosen.map(({ id }) => id));
        storeFiles(chosen);
        prepare(chosen);
      },
      change: patchAndStore,
      configure,
      setOnline: (isOnline) => {
        if (isOnline) prepareRemaining();
        if (isOnline && get().obstacle === 'offline') continueSending();
        else if (!isOnline && get().rows.some(isInFlight)) scheduleRetry('offline');
      },
      start: (target) => {
        const ids = get()
          .rows.filter(({ state }) => state === 'ready')
          .map(({ id }) => id);
        set({ rows: get().rows.map((row) => (ids.includes(row.id) ? { ...row, state: 'waiting', target } : row)) });
        store(...ids);
        sendNext();
      },
      pause: () => {
        configure({ isPaused: true });
        for (const { id } of get().rows.filter(({ state }) => state === 'sending')) {
          abort(id);
          patch(id, { state: 'waiting', progress: 0 });
        }
      },
      resume: () => {
        configure({ isPaused: false });
        continueSending();
      },
      cancel: (id) => {
        abort(id);
        patchAndStore(id, { state: 'cancelled' });
        sendNext();
      },
      retry: (id) => {
        attempts.delete(id);
        patchAndStore(id, { state: 'waiting', progress: 0, problem: '' });
        sendNext();
      },
      retryAll: () => {
        for (const row of get().rows.filter(isRetryable)) get().retry(row.id);
      },
      remove: (id) => {
        abort(id);
        set({ rows: get().rows.filter((row) => row.id !== id) });
        void storage.remove([id]);
        sendNext();
      },
      clear: () => {
        void storage.remove(get().rows.map(({ id }) => id));
        set({ rows: [], settings: DEFAULT_SETTINGS, isOnlyHere: false });
        if (owner !== null) void storage.writeSettings(owner, DEFAULT_SETTINGS);
      },
      open: (userId) => {
        if (owner === userId) {
          if (get().obstacle === 'signed-out') continueSending();
          return;
        }
        reset();
        owner = userId;
        void restore(userId);
      },
      close: () => {
        reset();
        void storage.clear();
      },
    };
  });
};
