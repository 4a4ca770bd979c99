import { UPLOAD_LOCATIONS } from '../database/schema/content.ts';
import { createId } from '../domain/ids.ts';
import type { Storage } from '../storage/storage.ts';
import { insertImages, insertPosts } from '../testing/insert-rows.ts';
import { observeStatements } from '../testing/observe-statements.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { readImageTexts } from './backfills.ts';
import { sweepOrphans, sweepTextImages } from './sweeps.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const HOUR_MS = 3_600_000;

describe('sweeping a store of many images', () => {
  it('OPS-10 asks the database for a thousand images at once, and the store only about files without an image', async () => {
    const { db } = app.services;
    const storedIds = await insertImages(
      db,
      Array.from({ length: 2400 }, () => ({ is_in_text: UPLOAD_LOCATIONS.library })),
    );
    const [recentFolder = '', ...leftoverFolders] = Array.from({ length: 51 }, () => createId());
    const removedFolders: string[] = [];
    const getChangeTime = jest.fn(async (folder: string) => (folder === recentFolder ? Date.now() : Date.now() - 2 * HOUR_MS));
    const storage: Storage = {
      ...app.services.stores.originals,
      listFolders: async () => [...storedIds, recentFolder, ...leftoverFolders, 'of-another-program'],
      getChangeTime,
      removeAll: async (folder) => void removedFolders.push(folder),
    };

    const statements = await observeStatements(async () => expect(await sweepOrphans(db, storage, new Date())).toBe(50));

    expect(removedFolders).toEqual(leftoverFolders);
    expect(statements).toHaveLength(3);
    expect(getChangeTime).toHaveBeenCalledTimes(51);
  });

  it('OPS-10 keeps everything if so many files are unknown that they probably belong to another database', async () => {
    const folders = Array.from({ length: 10 }, () => createId());
    const removeAll = jest.fn(async () => undefined);
    const storage: Storage = { ...app.services.stores.originals, listFolders: async () => folders, getChangeTime: async () => 0, removeAll };

    expect(await sweepOrphans(app.services.db, storage, new Date())).toBe(0);
    expect(removeAll).not.toHaveBeenCalled();
  });
});

describe('sweeping images in texts', () => {
  it('NS-33 OPS-09 takes the same number of statements for any number of images, and keeps those in unread texts and drafts', async () => {
    const { db } = app.services;
    const createTextImages = (count: number) =>
      insertImages(
        db,
        Array.from({ length: count }, () => ({ is_in_text: UPLOAD_LOCATIONS.text, created_at: '2020-01-01T00:00:00.000Z' })),
      );
    const show = (ids: readonly string[]) =>
      insertPosts(
        db,
        ids.map((id) => ({ content: `<img src="/img/upload/v1/${id}.jpg" alt="A">` })),
      );
    const sweep = async (expectedDeletions: number) => observeStatements(async () => expect(await sweepTextImages(app.services)).toBe(expectedDeletions));
    await show(await createTextImages(5));
    await readImageTexts(app.services);
    const statementsBefore = await sweep(0);
    await show(await createTextImages(60));
    await readImageTexts(app.services);
    expect(await sweep(0)).toHaveLength(statementsBefore.length);

    const [unreadId = '', draftImageId = '', unusedId = ''] = await createTextImages(3);
    await show([unreadId]);
    const fields = JSON.stringify({ content: `<img src="/img/upload/v1/${draftImageId}.jpg" alt="A">` });
    await db.insertInto('document_drafts').values({ kind: 'post', document_id: 'a', user_id: 'b', base: '', fields, saved_at: '' }).execute();
    await sweep(1);

    const rows = await db.selectFrom('pictures').select('id').where('id', 'in', [unreadId, draftImageId, unusedId]).execute();
    expect(rows.map(({ id }) => id).sort()).toEqual([unreadId, draftImageId].sort());
  });
});
