import { createImageFile } from '../../testing/images.ts';
import { insertGalleryImages } from '../../testing/insert-rows.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { countOutcomes, exportFrom, importArchive } from '../../testing/transfers.ts';
import { readZip } from '../../testing/zip.ts';

const IMAGE_COUNT = 12_000;

let app: TestApp;
let token: string;
beforeAll(async () => {
  app = await startTestApp();
  token = (await app.signInAs('admin')).token;
}, 60_000);
afterAll(() => app.stop());

describe('a site with many images', () => {
  it('STAFF-22 imports its own export, whose rows are in parts', async () => {
    const file = await createImageFile(2, 2, 'jpeg');
    app.services.stores.originals.get = async () => file;
    const ids = await insertGalleryImages(
      app.services.db,
      Array.from({ length: IMAGE_COUNT }, (_, index) => ({ title: `Photo ${index}` })),
    );
    const zip = await exportFrom(app, token);
    const files = await readZip(zip);

    const parts = ['media', 'images'].flatMap((folder) => [1, 2, 3].map((number) => `${folder}/00000${number}.ndjson`));
    expect([...files.keys()].filter((name) => !name.endsWith('.jpg')).sort()).toEqual([...parts, 'manifest.json'].sort());
    expect([...files.keys()].filter((name) => name.endsWith('.jpg')).sort()).toEqual(ids.map((id) => `media/${id}.jpg`).sort());
    const { counts, parts: listedParts } = JSON.parse(String(files.get('manifest.json')));
    expect([counts.media, counts.image]).toEqual([IMAGE_COUNT, IMAGE_COUNT]);
    for (const kind of ['media', 'image']) expect(listedParts[kind].map(({ rows }: { rows: number }) => rows)).toEqual([5000, 5000, 2000]);
    expect(countOutcomes(await importArchive(app, token, zip))).toEqual({ same: 2 * IMAGE_COUNT });
  }, 300_000);
});
