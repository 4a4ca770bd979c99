import sharp from 'sharp';
import { FONT_FOLDER } from '../testing/test-app.ts';
import { renderShareCard } from './render-share-card.ts';
import type { ShareCard } from './share-card.ts';
import { type CardFonts, loadCardFonts } from './share-card-fonts.ts';

let fonts: CardFonts;
beforeAll(async () => {
  fonts = await loadCardFonts(FONT_FOLDER);
});

const card = (changes: Partial<ShareCard>): ShareCard => ({
  kind: 'posts',
  id: 'post',
  title: 'Walk',
  line: 'November 14, 2026',
  notice: '',
  image: null,
  focal: null,
  ...changes,
});

const render = (changes: Partial<ShareCard>, original: Buffer | null = null): Promise<Buffer> => renderShareCard(card(changes), original, fonts);

/** How many pixels of a part of the card are nearly white. */
const countWhite = async (bytes: Buffer, region: { left: number; top: number; width: number; height: number }): Promise<number> => {
  const pixels = await sharp(bytes).extract(region).greyscale().raw().toBuffer();
  return pixels.filter((value) => value > 240).length;
};

describe('renderShareCard', () => {
  it.each([
    ['many words', 'Somebody wrote everything into the title '.repeat(9)],
    ['one word', 'Donaudampfschifffahrtsgesellschaft'.repeat(12)],
    ['many marks', 'Ẹ̀kọ́ ọ̀rọ̀ '.repeat(40)],
  ])('cuts a title of %s that does not fit', async (_, title) => {
    const bytes = await render({ title, notice: 'Postponed' });
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 1200, height: 630 });
    // Neither into the margins nor over the mark.
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

  it('fills the card with a small or narrow image, and needs neither words nor image', async () => {
    const small = await sharp({ create: { width: 40, height: 300, channels: 4, background: '#b3123f80' } })
      .png()
      .toBuffer();
    for (const bytes of [await render({}, small), await render({ title: '', line: '' })])
      expect(await sharp(bytes).metadata()).toMatchObject({ width: 1200, height: 630 });
  });
});
