import { errorBodySchema } from '@site/shared/contracts/api-error';
import sharp, { type Sharp } from 'sharp';
import * as v from 'valibot';
import { createHostileFiles, MARKER, type TestFile } from '../testing/hostile-files.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
let editor: string;
beforeAll(async () => {
  app = await startTestApp();
  editor = (await app.signInAs('editor')).token;
});
afterAll(() => app.stop());

const upload = async ({ bytes, filename = 'image.jpg', type = 'image/jpeg' }: Omit<TestFile, 'name'>) => {
  const form = new FormData();
  form.append('title', 'T');
  form.append('image', new Blob([new Uint8Array(bytes)], { type }), filename);
  const encodedForm = new Response(form);
  return app.server.inject({
    method: 'POST',
    url: '/api/gallery',
    payload: Buffer.from(await encodedForm.arrayBuffer()),
    headers: { authorization: `Bearer ${editor}`, 'content-type': encodedForm.headers.get('content-type') ?? '' },
  });
};

describe('hostile files', () => {
  it('API-11 NS-05 are rejected with a clear message, or reduced to pixels', async () => {
    const files = await createHostileFiles();
    expect(files.length).toBeGreaterThanOrEqual(60);
    const outcomes: Record<string, number> = {};

    for (const file of files) {
      const response = await upload(file);
      outcomes[file.name] = response.statusCode;
      if (response.statusCode === 201) {
        const imageResponse = await app.get(response.json().data.url);
        expect(['image/jpeg', 'image/webp']).toContain(imageResponse.headers['content-type']);
        expect(imageResponse.rawPayload.includes(MARKER)).toBe(false);
        expect((await sharp(imageResponse.rawPayload).metadata()).exif).toBeUndefined();
        expect(response.json().data.url).toMatch(/^\/img\/upload\/v1\/[0-9a-f]{24}\.(jpg|webp)$/);
      } else {
        expect({ file: file.name, status: [400, 413, 415, 422].includes(response.statusCode) }).toEqual({ file: file.name, status: true });
        expect(v.parse(errorBodySchema, response.json()).message).not.toBe('');
      }
    }

    expect(outcomes['PNG of 256 megapixels']).toBe(413);
    expect(outcomes['eleven megabytes']).toBe(413);
    expect(outcomes['SVG 1']).toBe(415);
    const tooLargeResponse = await upload(files.find((file) => file.name === 'eleven megabytes') ?? { bytes: Buffer.alloc(0) });
    expect(tooLargeResponse.json().errors).toEqual({ image: 'The photo is too large: 10 MB at most.' });
    expect(outcomes['jpeg, 50% of it']).toBe(422);
    expect(outcomes['jpeg with HTML behind']).toBe(201);
  });
});

/** Creates an image whose left half is red and whose right half is blue, so that rotation is visible. */
const createTwoHalves = (width = 60, height = 40): Sharp =>
  sharp({ create: { width, height, channels: 3, background: '#ff0000' } }).composite([
    { input: { create: { width: width / 2, height, channels: 3, background: '#0000ff' } }, left: width / 2, top: 0 },
  ]);

const rasterise = async (image: Sharp): Promise<Sharp> => sharp(await image.png().toBuffer());

/** For each orientation: the expected size of the result, and a point that must be red. */
const ORIENTATIONS: ReadonlyArray<readonly [orientation: number, width: number, height: number, redX: number, redY: number]> = [
  [1, 60, 40, 5, 20],
  [2, 60, 40, 55, 20],
  [3, 60, 40, 55, 20],
  [4, 60, 40, 5, 20],
  [5, 40, 60, 20, 5],
  [6, 40, 60, 20, 5],
  [7, 40, 60, 20, 55],
  [8, 40, 60, 20, 55],
];

const accept = async (bytes: Buffer, filename?: string) => {
  const response = await upload({ bytes, ...(filename === undefined ? {} : { filename }) });
  if (response.statusCode !== 201) throw new Error(response.body);
  const imageResponse = await app.get(response.json().data.url);
  return { image: response.json().data, ...(await sharp(imageResponse.rawPayload).ensureAlpha().raw().toBuffer({ resolveWithObject: true })) };
};
const pixel = (data: Buffer, width: number, x: number, y: number): number[] => [...data.subarray((y * width + x) * 4, (y * width + x) * 4 + 4)];

describe('valid files', () => {
  it.each(ORIENTATIONS)('a photo with EXIF orientation %i is stored upright, without EXIF data', async (orientation, width, height, redX, redY) => {
    const { data, info } = await accept(await (await rasterise(createTwoHalves())).withMetadata({ orientation }).jpeg({ quality: 95 }).toBuffer());

    expect(info).toMatchObject({ width, height });
    const [red = 0, , blue = 0] = pixel(data, info.width, redX, redY);
    expect(red).toBeGreaterThan(200);
    expect(blue).toBeLessThan(60);
  });

  const KINDS: ReadonlyArray<readonly [name: string, make: (image: Sharp) => Promise<Buffer>]> = [
    ['JPEG', (image) => image.jpeg({ quality: 95 }).toBuffer()],
    ['progressive JPEG', (image) => image.jpeg({ progressive: true, quality: 95 }).toBuffer()],
    ['CMYK JPEG', (image) => image.toColourspace('cmyk').jpeg({ quality: 95 }).toBuffer()],
    ['JPEG with a wide colour profile', (image) => image.withIccProfile('p3').jpeg({ quality: 95 }).toBuffer()],
    ['PNG', (image) => image.png().toBuffer()],
    ['interlaced PNG', (image) => image.png({ progressive: true }).toBuffer()],
    ['PNG with a palette', (image) => image.png({ palette: true, colours: 4 }).toBuffer()],
    ['PNG of 16 bits', (image) => image.toColourspace('rgb16').png().toBuffer()],
    ['WebP', (image) => image.webp({ quality: 95 }).toBuffer()],
    ['lossless WebP', (image) => image.webp({ lossless: true }).toBuffer()],
    ['AVIF', (image) => image.avif({ effort: 0, quality: 80 }).toBuffer()],
  ];
  it.each(KINDS)('%s is converted correctly', async (_name, make) => {
    const { data, info } = await accept(await make(await rasterise(createTwoHalves())), 'Ọjọ́ ìbí.jpg');

    expect(info).toMatchObject({ width: 60, height: 40 });
    const [red = 0, green = 0, blue = 0, alpha] = pixel(data, 60, 5, 20);
    expect({ isRed: red > 190 && green < 90 && blue < 90, alpha }).toEqual({ isRed: true, alpha: 255 });
  });

  it.each([
    [1, 9, 422],
    [9, 1, 422],
    [2, 2, 201],
  ])('an image of %i by %i pixels gets the response %i', async (width, height, status) => {
    const response = await upload({
      bytes: await sharp({ create: { width, height, channels: 3, background: '#0b6e7a' } })
        .png()
        .toBuffer(),
    });

    expect(response.statusCode).toBe(status);
    if (status === 422) expect(response.json().errors).toEqual({ image: 'The photo is too small.' });
  });

  it('preserves transparent pixels', async () => {
    const clear = { create: { width: 60, height: 40, channels: 4 as const, background: { r: 0, g: 0, b: 0, alpha: 0 } } };
    for (const bytes of [await sharp(clear).png().toBuffer(), await sharp(clear).webp().toBuffer()]) {
      const { data, image } = await accept(bytes);
      expect(image.url).toMatch(/\.webp$/);
      expect(pixel(data, 60, 10, 10)[3]).toBe(0);
    }
  });

  it('stores the first frame of an animated image', async () => {
    const animatedImage = await sharp(
      [
        await createTwoHalves().png().toBuffer(),
        await sharp({ create: { width: 60, height: 40, channels: 3, background: '#00ff00' } })
          .png()
          .toBuffer(),
      ],
      { join: { animated: true } },
    )
      .webp({ delay: [100, 100], lossless: true })
      .toBuffer();
    const { data, info } = await accept(animatedImage);

    expect(info).toMatchObject({ width: 60, height: 40 });
    expect(pixel(data, 60, 5, 20)[0]).toBeGreaterThan(200);
  });

  it('preserves the aspect ratio of grey and large images, and limits their size', async () => {
    const greyImage = await accept(await (await rasterise(createTwoHalves())).greyscale().png().toBuffer());
    const largeImage = await accept(
      await sharp({ create: { width: 4000, height: 3000, channels: 3, background: '#0b6e7a' } })
        .jpeg()
        .toBuffer(),
    );

    expect(greyImage.info).toMatchObject({ width: 60, height: 40 });
    expect(largeImage.image).toMatchObject({ width: 2560, height: 1920 });
  });
});
