import { insertImages, insertPosts } from '../testing/insert-rows.ts';
import { explain, observeStatements } from '../testing/observe-statements.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { findImageAudience, findStoredImage } from './image-queries.ts';
import { isImageUsed } from './image-uses.ts';
import { UPLOAD_LOCATIONS } from './schema/content.ts';
import { indexChangedTexts } from './text-images.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const addTextImage = async (): Promise<string> => (await insertImages(app.services.db, [{ is_in_text: UPLOAD_LOCATIONS.text }]))[0] ?? '';
const findAudience = async (id: string) => {
  const image = await findStoredImage(app.services.db, id);
  return image === undefined ? undefined : findImageAudience(app.services.db, image);
};
const emptyQueue = async (): Promise<void> => {
  while ((await indexChangedTexts(app.services.db, 100)).count > 0);
};

describe('an image in a text', () => {
  it('NS-33 OPS-09 is looked up without reading all texts', async () => {
    const { db } = app.services;
    const id = await addTextImage();
    await insertPosts(
      db,
      Array.from({ length: 50 }, () => ({ content: '<p>No image</p>' })),
    );
    await emptyQueue();

    const statements = await observeStatements(async () => {
      expect([await findAudience(id), await isImageUsed(db, id)]).toEqual(['staff', false]);
    });

    for (const statement of statements)
      expect(await explain(db, statement)).not.toMatch(/SCAN (?:d|posts|events|programs)\b|Seq Scan on (?:posts|events|programs)\b/);
  });

  it.each<[string, object, string]>([
    ['published', {}, 'everyone'],
    ['a draft', { status: 'draft' }, 'staff'],
    ['in the trash', { deleted_at: '2026-01-01T00:00:00.000Z' }, 'nobody'],
  ])('NS-30 OPS-02 NS-33 is used by a text of another release (%s), before and after indexing', async (_, fields, audience) => {
    const { db } = app.services;
    const id = await addTextImage();
    const [post = ''] = await insertPosts(db, [{ ...fields, content: `<p>W</p><img src="/img/upload/v1/${id}.jpg" alt="A">` }]);
    expect([await findAudience(id), await isImageUsed(db, id)]).toEqual([audience, true]);

    await emptyQueue();
    expect([await findAudience(id), await isImageUsed(db, id)]).toEqual([audience, true]);

    await db
      .updateTable('posts')
      .set({ content: `<p>Only the id ${id}</p>` })
      .where('id', '=', post)
      .execute();
    await emptyQueue();
    expect([await findAudience(id), await isImageUsed(db, id)]).toEqual(['staff', false]);
  });
});
