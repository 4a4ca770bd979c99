import { createImageFile } from '../testing/images.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { backfillImageColors } from './backfills.ts';

let app: TestApp;
let editor: string;
beforeAll(async () => {
  app = await startTestApp();
  editor = (await app.signInAs('editor')).token;
});
afterAll(() => app.stop());

const upload = async () =>
  (await app.form('POST', '/api/gallery', { image: await createImageFile(), title: 'Yard', alt: 'A school yard' }, editor)).json().data;
const readColor = async (id: string): Promise<string | undefined> => (await app.get(`/api/gallery/${id}`, editor)).json().data.color;

describe('dominant colours of images', () => {
  it('are computed when an image is uploaded', async () => {
    const [red, green, blue] = ((await readColor((await upload())._id)) ?? '').match(/[0-9a-f]{2}/g)?.map((part) => Number.parseInt(part, 16)) ?? [];

    // The image's colour is #b3123f; colours are stored in steps of 16.
    expect(Math.abs((red ?? 0) - 0xb3)).toBeLessThanOrEqual(16);
    expect(Math.abs((green ?? 255) - 0x12)).toBeLessThanOrEqual(16);
    expect(Math.abs((blue ?? 0) - 0x3f)).toBeLessThanOrEqual(16);
  });

  it('are computed later, once, for images that a release without colours has stored', async () => {
    const image = await upload();
    const color = await readColor(image._id);
    await app.services.db.updateTable('pictures').set({ color: null }).execute();
    expect(await readColor(image._id)).toBeUndefined();

    await backfillImageColors(app.services);

    expect(await readColor(image._id)).toBe(color);
    expect(await backfillImageColors(app.services)).toBe(0);
  });

  it('stay unknown for an image whose file is lost, and the file is not read again', async () => {
    const image = await upload();
    const { picture_id: id } = await app.services.db.selectFrom('gallery_images').select('picture_id').where('id', '=', image._id).executeTakeFirstOrThrow();
    await app.services.db.updateTable('pictures').set({ color: null }).where('id', '=', id).execute();
    await app.services.stores.originals.removeAll(id);

    expect(await backfillImageColors(app.services)).toBe(1);

    expect(await readColor(image._id)).toBeUndefined();
    expect(await backfillImageColors(app.services)).toBe(0);
  });
});
