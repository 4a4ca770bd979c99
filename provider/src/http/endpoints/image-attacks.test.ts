import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { waitUntil } from '@site/shared/testing/wait-until';
import sharp from 'sharp';
import { createImageFile } from '../../testing/images.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

let app: TestApp;
let editor: string;
beforeAll(async () => {
  app = await startTestApp();
  editor = (await app.signInAs('editor')).token;
});
afterAll(() => app.stop());

const upload = async (file: Buffer): Promise<string> => (await app.form('POST', '/api/gallery', { image: file, title: 'T' }, editor)).json().data.url;
const withTransformation = (url: string, transformation: string): string => url.replace('/upload/', `/upload/${transformation}/`);

const createNoise = (width: number, height: number): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#000', noise: { type: 'gaussian', mean: 128, sigma: 60 } } })
    .jpeg({ quality: 90 })
    .toBuffer();

describe('attacks on derived images', () => {
  it('SEC-04 limits the sizes of an image, regardless of how transformations are combined', async () => {
    const url = await upload(await createImageFile());
    const acceptedSizes = new Set<string>();
    for (const crop of ['c_fill', 'c_fit', 'c_limit', 'c_scale'])
      for (const gravity of ['g_auto', 'g_center'])
        for (const width of [250, 256, 333, 600, 768, 828, 1024, 1200, 1440, 1920])
          for (const height of [1, 0.5625, 0.6, 0.75, 1.5]) {
            const name = `${crop},${gravity},w_${width},h_${Math.round(width * height)},q_${width % 3 === 0 ? 30 : 90}`;
            if ((await app.get(withTransformation(url, name))).statusCode === 200) acceptedSizes.add(name);
          }

    expect([...acceptedSizes]).toEqual([]);
    for (const chain of ['w_320/w_640', 'w_500,h_300,c_fill/w_400,h_400,c_fill/w_320', 'r_max', 'h_480', 'w_640,f_png'])
      expect((await app.get(withTransformation(url, chain))).statusCode).toBe(400);
    for (const transformation of ['f_webp,q_auto,w_500,h_300,c_fill', 'f_webp,q_auto,w_400,h_400,c_fill,g_face,r_max', 'w_1080,h_1080,c_fill', 'w_640,c_limit'])
      expect((await app.get(withTransformation(url, transformation))).statusCode).toBe(200);
  });

  it('SEC-04 renders each size once, even if its name is spelled differently', async () => {
    const url = await upload(await createImageFile());
    const before = (await readdir(path.join(app.environment.dataDir, 'derived'), { recursive: true })).length;

    for (const name of ['w_320', 'w_320,c_limit', 'c_fit,w_320', 'w_320,q_80', 'q_auto:best,w_320,g_center']) {
      expect((await app.get(withTransformation(url, `${name},f_webp`))).statusCode).toBe(200);
    }

    // The cached image adds a folder for the image, a folder for its version, and one file.
    expect((await readdir(path.join(app.environment.dataDir, 'derived'), { recursive: true })).length - before).toBe(3);
  });

  it('SEC-19 renders a narrow, tall image without enlarging it first', async () => {
    const url = await upload(await createNoise(2, 1200));
    const startedAt = performance.now();

    expect([200, 400]).toContain((await app.get(withTransformation(url, 'c_fit,w_1080'))).statusCode);
    const limitedResponse = await app.get(withTransformation(url, 'w_1280,c_limit'));
    expect(await sharp(limitedResponse.rawPayload).metadata()).toMatchObject({ width: 2, height: 1200 });
    const filledResponse = await app.get(withTransformation(url, 'w_1600,h_1000,c_fill'));
    expect(await sharp(filledResponse.rawPayload).metadata()).toMatchObject({ width: 1600, height: 1000 });

    expect(performance.now() - startedAt).toBeLessThan(4_000);
  });
});

const VISITOR = { key: undefined, client: { key: '192.0.2.1', userCount: 1 }, isStaff: async () => false, hasCopy: () => false };

describe('aborted requests', () => {
  it('SEC-04 are not rendered', async () => {
    const url = await upload(await createNoise(1300, 900));
    const [, id = ''] = /([0-9a-f]{24})\./.exec(url) ?? [];
    const abortController = new AbortController();
    const requests = [160, 320, 480, 640, 720, 800, 960, 1080, 1280].map((width) => {
      const transformation = { resize: { width, height: undefined, isRound: false }, format: 'webp' as const };
      return app.services.imageServer.serve({ id, version: 1, extension: 'jpg', transformation, accept: '', ...VISITOR, signal: abortController.signal });
    });
    abortController.abort();

    expect(await Promise.all(requests)).toEqual(requests.map(() => null));
    await waitUntil(() => app.services.imageServer.isIdle());
    expect(await readdir(path.join(app.environment.dataDir, 'derived', id, 'v1')).catch(() => [])).toEqual([]);
  });

  it('SEC-04 do not stop a rendering that another visitor is waiting for', async () => {
    const url = await upload(await createNoise(1300, 900));
    const [, id = ''] = /([0-9a-f]{24})\./.exec(url) ?? [];
    const abortController = new AbortController();
    const serve = (signal: AbortSignal) =>
      app.services.imageServer.serve({
        id,
        version: 1,
        extension: 'jpg',
        transformation: { resize: { width: 1280, height: undefined, isRound: false }, format: 'webp' },
        accept: '',
        ...VISITOR,
        signal,
      });
    const abortedRequest = serve(abortController.signal);
    const remainingRequest = serve(new AbortController().signal);
    await waitUntil(() => !app.services.imageServer.isIdle());
    abortController.abort();

    await abortedRequest;
    expect((await remainingRequest)?.contentType).toBe('image/webp');
  });
});

describe('simultaneous uploads', () => {
  it('SEC-09 of one image keep the file of the upload that is stored', async () => {
    for (let round = 0; round < 5; round += 1) {
      const createdImage = (await app.form('POST', '/api/gallery', { image: await createImageFile(), title: 'T' }, editor)).json().data;
      const files = await Promise.all([createImageFile(80, 60), createImageFile(90, 60), createImageFile(100, 60)]);
      const responses = await Promise.all(files.map((image) => app.form('PUT', `/api/gallery/${createdImage._id}`, { image }, editor)));

      expect(responses.filter(({ statusCode }) => statusCode === 200).length).toBeGreaterThanOrEqual(1);
      const { url, width } = (await app.get(`/api/gallery/${createdImage._id}`, editor)).json().data;
      const imageResponse = await app.get(url);
      expect(imageResponse.statusCode).toBe(200);
      expect((await sharp(imageResponse.rawPayload).metadata()).width).toBe(width);
      const [, id = ''] = /([0-9a-f]{24})\./.exec(url) ?? [];
      expect(await readdir(path.join(app.environment.dataDir, 'uploads', id))).toHaveLength(1);
    }
  });
});
