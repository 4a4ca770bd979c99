/** @jest-environment node */
import 'fake-indexeddb/auto';
import { createUploadRow, type UploadRow } from './upload-row.ts';
import { createUploadStorage, type UploadSettings } from './upload-storage.ts';

const createRow = (id: string, changes: Partial<UploadRow> = {}): UploadRow => ({
  ...createUploadRow(id, new File([`image ${id}`], `${id}.jpg`, { type: 'image/jpeg' }), ''),
  ...changes,
});
const settings: UploadSettings = {
  place: 'gallery',
  albumId: 'album-1',
  publishes: null,
  consent: { showsMinors: true, consentBy: 'Mrs Okoro', consentOn: '2026-01-31' },
  isPaused: true,
};

const write = async (owner: string, ...rows: readonly UploadRow[]) => {
  const storage = createUploadStorage();
  await storage.writeRows(owner, rows);
  for (const row of rows) expect(await storage.writeFile(row)).toBe(true);
  return storage;
};
const load = async (owner: string) => {
  const { rows, ...rest } = await createUploadStorage().load(owner);
  return { ids: rows.map(({ id }) => id), rows, ...rest };
};

/** Stubs Web Locks, which Node lacks. */
const setLocks = (locks?: object) => Object.defineProperty(globalThis, 'navigator', { configurable: true, value: { locks } });

beforeEach(async () => {
  setLocks();
  await createUploadStorage().clear();
});

describe('createUploadStorage', () => {
  it('restores files, texts and settings in the order of selection', async () => {
    const sendingRow = createRow('b', { alt: 'Two of us', state: 'sending', progress: 0.5, isPrepared: true, preview: 'data:,' });
    const storage = await write('ngozi', sendingRow, createRow('a'));
    await storage.writeSettings('ngozi', settings);
    await storage.writeRows('ngozi', [{ ...sendingRow, alt: 'Three of us' }]);

    const stored = await load('ngozi');
    expect(stored.ids).toEqual(['b', 'a']);
    expect(stored.rows[0]).toMatchObject({ alt: 'Three of us', state: 'waiting', progress: 0, isPrepared: true, preview: 'data:,' });
    expect(await stored.rows[0]?.file.text()).toBe('image b');
    expect(stored.rows[0]?.file).toMatchObject({ name: 'b.jpg', type: 'image/jpeg' });
    expect(stored.settings).toEqual(settings);
  });

  it('restores the destination of images, and defaults to the gallery for data from an earlier release', async () => {
    const { place: _place, ...earlierSettings } = settings;
    const target = { place: 'library', albumId: '', isPublished: false, consent: settings.consent } as const;
    const storage = await write('ngozi', createRow('a', { target }));
    await storage.writeSettings('ngozi', earlierSettings as UploadSettings);

    const stored = await load('ngozi');
    expect([stored.rows[0]?.target, stored.settings]).toEqual([target, settings]);
  });

  it('drops removed entries, entries without a file and rejected entries', async () => {
    const storage = await write('ngozi', createRow('a'), createRow('b'), createRow('c', { problem: 'Too small', state: 'rejected' }));
    await storage.remove(['a']);
    await storage.writeRows('ngozi', [createRow('without a file')]);

    expect((await load('ngozi')).ids).toEqual(['b']);
  });

  it('deletes the files of other users', async () => {
    const storage = await write('ngozi', createRow('a'));
    await storage.writeSettings('ngozi', settings);
    expect((await load('emeka')).ids).toEqual([]);

    expect(await load('ngozi')).toMatchObject({ ids: [], settings: null });
  });

  it('keeps but does not load files that another open tab is sending', async () => {
    const heldLocks: { name?: string }[] = [];
    setLocks({ request: async (name: string) => void heldLocks.push({ name }), query: async () => ({ held: heldLocks }) });
    await write('ngozi', createRow('a'));
    expect((await load('ngozi')).ids).toEqual([]);

    heldLocks.length = 0;
    expect((await load('ngozi')).ids).toEqual(['a']);
  });

  it('reports that nothing is stored if the browser does not offer storage', async () => {
    const { indexedDB: originalIndexedDb } = globalThis;
    Object.assign(globalThis, { indexedDB: undefined });
    const storage = createUploadStorage();

    expect(await storage.writeFile(createRow('a'))).toBe(false);
    expect(await storage.load('ngozi')).toEqual({ rows: [], settings: null });
    Object.assign(globalThis, { indexedDB: originalIndexedDb });
  });
});
