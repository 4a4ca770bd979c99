import { stat } from 'node:fs/promises';
import sharp from 'sharp';
import { FONT_FOLDER } from '../testing/test-app.ts';
import { type CardFonts, loadCardFonts, renderShareCard } from './render-share-card.ts';
import type { ShareCard } from './share-card.ts';

let fonts: CardFonts;
beforeAll(async () => {
  fonts = await loadCardFonts(FONT_FOLDER);
});

const card = (changes: Partial<ShareCard>): ShareCard => ({
  folder: 'posts',
  id: 'post',
  title: 'Walk',
  line: 'November 14, 2026',
  notice: '',
  image: null,
  focalPoint: null,
  ...changes,
});

const render = (changes: Partial<ShareCard>, original: Buffer | null = null): Promise<Buffer> => renderShareCard(card(changes), original, fonts);
const measure = async (text: string, { family, file } = fonts.title): Promise<number> =>
  (
    await sharp({ text: { text, font: `${family} 100`, fontfile: file, dpi: 72, rgba: true } })
      .png()
      .toBuffer({ resolveWithObject: true })
  ).info.width;

const countWhite = async (bytes: Buffer, region: { left: number; top: number; width: number; height: number }): Promise<number> => {
  const pixels = await sharp(bytes).extract(region).greyscale().raw().toBuffer();
  return pixels.filter((value) => value > 240).length;
};

describe('renderShareCard', () => {
  it('writes the fonts of the cards once', async () => {
    const getTimes = () => Promise.all([fonts.title, fonts.text].map(async ({ file }) => (await stat(file)).mtimeMs));
    const writeTimes = await getTimes();
    expect(await loadCardFonts(FONT_FOLDER)).toEqual(fonts);
    expect(await getTimes()).toEqual(writeTimes);
  });

  it('renders text in the fonts of the site, with the letters and tone marks of Hausa and Yoruba', async () => {
    // These are the widths with the bundled fonts. System fonts would give other widths.
    expect(await measure('agyf 123')).toBe(382);
    expect(await measure('agyf 123', fonts.text)).toBe(397);
    for (const [letter, plain] of ['ɗd', 'ɓb', 'ƙk', 'ƴy'].map((pair) => Array.from(pair))) {
      const [one, other] = await Promise.all([render({ title: `${letter}` }), render({ title: `${plain}` })]);
      expect(one.equals(other)).toBe(false);
    }
    // Marks are drawn above and below their letters, so they take up no width.
    expect(await measure('ẹ̀kọ́')).toBe(await measure('eko'));
  });

  it.each([
    ['many words', 'Somebody wrote everything into the title '.repeat(9)],
    ['one word', 'Donaudampfschifffahrtsgesellschaft'.repeat(12)],
    ['many marks', 'Ẹ̀kọ́ ọ̀rọ̀ '.repeat(40)],
  ])('cuts a title of %s that does not fit', async (_, title) => {
    const bytes = await render({ title, notice: 'Postponed' });
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 1200, height: 630 });
    // The title overlaps neither the margins nor the site's mark.
    expect(await countWhite(bytes, { left: 0, top: 0, width: 60, height: 610 })).toBe(0);
    expect(await countWhite(bytes, { left: 1145, top: 0, width: 55, height: 610 })).toBe(0);
    expect(await countWhite(bytes, { left: 180, top: 0, width: 900, height: 130 })).toBe(0);
  });

  it('stays below 200 KB over an image that does not compress', async () => {
    const noise = await sharp({ create: { width: 2560, height: 1600, channels: 3, background: '#000', noise: { type: 'gaussian', mean: 128, sigma: 90 } } })
      .jpeg({ quality: 90 })
      .toBuffer();
    expect((await render({}, noise)).length).toBeLessThanOrEqual(200_000);
  });

  it('fills the card with a small or narrow image, and needs neither text nor image', async () => {
    const smallImage = await sharp({ create: { width: 40, height: 300, channels: 4, background: '#b3123f80' } })
      .png()
      .toBuffer();
    for (const bytes of [await render({}, smallImage), await render({ title: '', line: '' })])
      expect(await sharp(bytes).metadata()).toMatchObject({ width: 1200, height: 630 });
  });

  it('draws markup and pictograms as text, or not at all', async () => {
    const [one, other] = await Promise.all([render({ title: 'A <b>walk</b> & talk 🌍' }), render({ title: 'A <b>walk</b> & talk' })]);
    expect(one.equals(other)).toBe(true);
  });

  it('draws at most two marks on each letter', async () => {
    const [one, other] = await Promise.all([render({ title: `X${'\u0301'.repeat(138)}` }), render({ title: 'X\u0301\u0301' })]);
    expect(one.equals(other)).toBe(true);
  });

  it('states whether an event is cancelled or postponed', async () => {
    const [one, other] = await Promise.all([render({ notice: 'Cancelled' }), render({})]);
    expect(one.equals(other)).toBe(false);
  });
});
