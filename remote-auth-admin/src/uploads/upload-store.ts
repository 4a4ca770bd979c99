import { createImage } from '@site/shared/contracts/gallery';
import { NO_CONSENT } from '@site/shared/domain/photo-consent';
import type { HostServices } from '@site/shared/remote/host-services';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { checkImage, readPreview } from '../forms/image-file.ts';
import { afterFailure, titleFromName, type UploadRow, type UploadTarget } from './upload-row.ts';

/** More would share the same bandwidth, and queue at the provider's decoder. */
const CONCURRENCY = 3;
const PREVIEW_SIDE = 192;

export interface Uploads {
  readonly rows: readonly UploadRow[];
  add(files: Iterable<File>): void;
  change(id: number, texts: Partial<Pick<UploadRow, 'title' | 'alt' | 'showsMinors'>>): void;
  /** Uploads all that are ready. */
  start(target: UploadTarget): void;
  /** Also aborts an upload in flight. */
  cancel(id: number): void;
  retry(id: number): void;
  remove(id: number): void;
  /** Empties the list. */
  clear(): void;
}

export const isInFlight = ({ state }: UploadRow): boolean => state === 'waiting' || state === 'sending';

const NO_TARGET: UploadTarget = { albumId: '', isPublished: false, consent: NO_CONSENT };

const toForm = ({ file, title, alt, showsMinors, target: { albumId, isPublished, consent } }: UploadRow): FormData => {
  const form = new FormData();
  const { consentBy, consentOn } = consent;
  const texts = {
    title,
    alt,
    album: albumId,
    published: String(isPublished && alt.trim() !== ''),
    showsMinors: String(showsMinors),
    ...(showsMinors && { consentBy, consentOn }),
  };
  for (const [name, value] of Object.entries(texts)) form.set(name, value.trim());
  // Last: the provider checks the fields before it reads the file.
  form.set('image', file);
  return form;
};

/** The uploads of one screen: three at a time, in the order of selection. Calls `onIdle` when the last one has ended. */
export const createUploads = (services: Pick<HostServices, 'http'>, onIdle: (rows: readonly UploadRow[]) => void): StoreApi<Uploads> => {
  let lastId = 0;
  const controllers = new Map<number, AbortController>();

  const store = createStore<Uploads>()((set, get) => {
    const patch = (id: number, changes: Partial<UploadRow>) => set({ rows: get().rows.map((row) => (row.id === id ? { ...row, ...changes } : row)) });

    const send = async (row: UploadRow): Promise<void> => {
      const controller = new AbortController();
      controllers.set(row.id, controller);
      patch(row.id, { state: 'sending', progress: 0, problem: '' });
      const response = await services.http.call(createImage, {
        body: toForm(row),
        signal: controller.signal,
        onUploadProgress: (progress) => patch(row.id, { progress }),
        // The row itself shows the error.
        silent: true,
      });
      controllers.delete(row.id);
      if (response.ok) patch(row.id, { state: 'done', progress: 1, imageId: response.value._id });
      else patch(row.id, controller.signal.aborted ? { state: 'cancelled' } : afterFailure(response.error));
      pump();
      if (!get().rows.some(isInFlight)) onIdle(get().rows);
    };

    const pump = (): void => {
      const { rows } = get();
      const free = CONCURRENCY - rows.filter(({ state }) => state === 'sending').length;
      for (const row of rows.filter(({ state }) => state === 'waiting').slice(0, Math.max(0, free))) void send(row);
    };

    const readOne = async ({ id, file }: UploadRow): Promise<void> => {
      const preview = await readPreview(file, PREVIEW_SIDE);
      if (preview.ok) patch(id, { preview: preview.value });
      else if (get().rows.some((row) => row.id === id && row.state === 'ready')) patch(id, { state: 'rejected', problem: preview.error });
    };

    /** One after the other: a phone has no memory for twenty decoded photos. */
    const readAll = async (rows: readonly UploadRow[]): Promise<void> => {
      for (const row of rows) if (row.state === 'ready') await readOne(row);
    };

    return {
      rows: [],
      add: (files) => {
        const added = Array.from(files, (file): UploadRow => {
          const problem = checkImage(file) ?? '';
          lastId += 1;
          const texts = { title: titleFromName(file.name), alt: '', showsMinors: false };
          return {
            id: lastId,
            file,
            preview: '',
            ...texts,
            state: problem === '' ? 'ready' : 'rejected',
            progress: 0,
            problem,
            target: NO_TARGET,
            imageId: '',
          };
        });
        set({ rows: [...get().rows, ...added] });
        void readAll(added);
      },
      change: patch,
      start: (target) => {
        set({ rows: get().rows.map((row) => (row.state === 'ready' ? { ...row, state: 'waiting', target } : row)) });
        pump();
      },
      cancel: (id) => {
        patch(id, { state: 'cancelled' });
        controllers.get(id)?.abort();
      },
      retry: (id) => {
        patch(id, { state: 'waiting', progress: 0, problem: '' });
        pump();
      },
      remove: (id) => set({ rows: get().rows.filter((row) => row.id !== id) }),
      clear: () => set({ rows: [] }),
    };
  });
  return store;
};
