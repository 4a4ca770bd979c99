import { stat } from 'node:fs/promises';
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
const measure = async (text: string, { family, file } = fonts.title): Promise<number> =>
  (
    await sharp({ text: { text, font: `${family} 100`, fontfile: file, dpi: 72, rgba: true } })
      .png()
      .toBuffer({ resolveWithObject: true })
  ).info.width;

describe('renderShareCard', () => {
  it('writes the fonts of the cards once', async () => {
    const getTimes = () => Promise.all([fonts.title, fonts.text].map(async ({ file }) => (await stat(file)).mtimeMs));
    const written = await getTimes();
    expect(await loadCardFonts(FONT_FOLDER)).toEqual(fonts);
    expect(await getTimes()).toEqual(written);
  });

  it('sets the words in the fonts of the site, with the letters and tone marks of Hausa and Yoruba', async () => {
    // The widths of these fonts; a font of the machine has others.
    expect(await measure('agyf 123')).toBe(382);
    expect(await measure('agyf 123', fonts.text)).toBe(397);
    for (const [letter, plain] of ['ɗd', 'ɓb', 'ƙk', 'ƴy'].map((pair) => Array.from(pair))) {
      const [one, other] = await Promise.all([render({ title: `${letter}` }), render({ title: `${plain}` })]);
      expect(one.equals(other)).toBe(false);
    }
    // Marks are set above and below their letters, and take no width.
    expect(await measure('ẹ̀kọ́')).toBe(await measure('eko'));
  });

  it('draws markup and pictograms as text, or not at all', async () => {
    const [one, other] = await Promise.all([render({ title: 'A <b>walk</b> & talk 🌍' }), render({ title: 'A <b>walk</b> & talk' })]);
    expect(one.equals(other)).toBe(true);
  });

  it('says in words what has become of an event', async () => {
    const [one, other] = await Promise.all([render({ notice: 'Cancelled' }), render({})]);
    expect(one.equals(other)).toBe(false);
  });
});
