import { explain, observeStatements } from '../testing/observe-statements.ts';
import { createRandomContent } from '../testing/random-content.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { listAlbumCovers } from './gallery-queries.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

describe('album covers', () => {
  it('API-12 OPS-09 are the first images of the albums, read from an index', async () => {
    const { db } = app.services;
    const content = createRandomContent('covers of albums');
    const [full = '', trashed = ''] = await content.insert(db);
    const emptyAlbum = { id: 'empty', name: 'Empty', name_key: 'empty', position: 3, created_at: 'x', updated_at: 'x', is_sample: 0 as const };
    await db.insertInto('albums').values(emptyAlbum).execute();
    await db.updateTable('albums').set({ deleted_at: '2026-01-01T00:00:00.000Z' }).where('id', '=', trashed).execute();
    const images = await db.selectFrom('gallery_images').selectAll().where('album_id', '=', full).where('deleted_at', 'is', null).execute();
    const [first] = images.sort(
      (a, b) => a.position - b.position || (a.created_at === b.created_at ? (a.id < b.id ? -1 : 1) : a.created_at > b.created_at ? -1 : 1),
    );

    const covers = (await listAlbumCovers(db)).map(({ count, ...cover }) => ({ ...cover, count: Number(count) }));

    expect(images.length).toBeGreaterThan(10);
    expect(covers).toEqual([{ album_id: full, picture_id: first?.picture_id, status: first?.status, version: 1, format: 'jpg', count: images.length }]);
    const statements = await observeStatements(() => listAlbumCovers(db));
    expect(statements).toHaveLength(1);
    for (const statement of statements) {
      const plan = await explain(db, statement);
      expect(plan).not.toMatch(/SCAN gallery_images|SCAN own(?! USING COVERING INDEX)|Seq Scan on gallery_images|WindowAgg/);
      expect(plan).toContain('gallery_images_by_album');
    }
  });
});
