import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { escapeHtml } from '@site/shared/domain/escape-html';
import { LINK_PREVIEW_SIZE } from '@site/shared/domain/image-url';
import sharp, { type OverlayOptions } from 'sharp';
import { findStoredImage } from '../database/image-queries.ts';
import type { Database } from '../database/schema/tables.ts';
import { createId } from '../domain/ids.ts';
import type { ImageStores } from '../storage/image-stores.ts';
import { getStorageKey, type ImageServer, type Requester } from './image-server.ts';
import { type FocalPoint, renderImage } from './render-image.ts';
import { getShareCardVersion, type ShareCard } from './share-card.ts';
import { SHARE_CARD_FONTS } from './share-card-fonts-content.ts';

/** Maximum size that social networks and messengers reliably load over a slow connection. */
const MAX_BYTES = 200_000;
const QUALITIES = [82, 72, 60, 48, 36, 24];

const { width: WIDTH, height: HEIGHT } = LINK_PREVIEW_SIZE;
const MARGIN = 72;
const TEXT_WIDTH = WIDTH - 2 * MARGIN;
/** Font sizes of the title, largest first. A title that is too long even for the smallest size is truncated. */
const TITLE_SIZES = [78, 66, 56];
const MAX_TITLE_HEIGHT = 240;
const LINE_FONT_SIZE = 32;
const LINE_GAP = 28;
const BOTTOM_Y = HEIGHT - 72;

const COLOURS = { ground: '#171240', brand: '#2a2472', sun: '#f6a81c', cloth: '#b3123f', notice: '#b42318', white: '#ffffff' };

interface TextOptions {
  readonly font: CardFont;
  readonly size: number;
  readonly colour: string;
}

interface Block {
  readonly input: Buffer;
  readonly width: number;
  readonly height: number;
}

/** Replaces characters that the card fonts lack, because system fonts would draw them differently on every machine. */
const toDrawable = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/₦/g, 'N')
    .replace(/[‐‑]/g, '-')
    // Yoruba uses up to two marks per letter. Hundreds of marks would be taller than a card.
    .replace(/(\p{M}{2})\p{M}+/gu, '$1')
    .replace(/[\p{Extended_Pictographic}\p{Cc}\p{Cf}]/gu, (sign) => ('©®™'.includes(sign) ? sign : ' '))
    .replace(/\s+/g, ' ')
    .trim();

const renderText = async (text: string, { font, size, colour }: TextOptions): Promise<Block> => {
  const { data, info } = await sharp({
    text: {
      text: `<span foreground="${colour}">${escapeHtml(text)}</span>`,
      font: `${font.family} ${size}`,
      fontfile: font.file,
      width: TEXT_WIDTH,
      // At 72 dpi, one point equals one pixel.
      dpi: 72,
      wrap: 'word-char',
      rgba: true,
    },
  })
    .png({ compressionLevel: 1 })
    .toBuffer({ resolveWithObject: true });
  return { input: data, width: info.width, height: info.height };
};

const fits = ({ width, height }: Block): boolean => width <= TEXT_WIDTH && height <= MAX_TITLE_HEIGHT;

/** Maximum number of characters to render. No longer title fits on a card, and rendering hidden characters would take time. */
const MAX_CHARACTERS = 400;
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

const truncateTitle = async (title: string, options: TextOptions): Promise<Block> => {
  const characters = Array.from(graphemes.segment(title), ({ segment }) => segment);
  const renderTruncated = (length: number): Promise<Block> => renderText(`${characters.slice(0, length).join('').trimEnd()}…`, options);
  let fittingLength = 1;
  let overflowingLength = characters.length;
  while (overflowingLength - fittingLength > 1) {
    const length = Math.floor((fittingLength + overflowingLength) / 2);
    if (fits(await renderTruncated(length))) fittingLength = length;
    else overflowingLength = length;
  }
  return renderTruncated(fittingLength);
};

const renderTitle = async (title: string, font: CardFont): Promise<Block> => {
  const visibleTitle = title.slice(0, MAX_CHARACTERS);
  for (const size of TITLE_SIZES) {
    const block = await renderText(visibleTitle, { font, size, colour: COLOURS.white });
    if (fits(block)) return block;
  }
  return truncateTitle(visibleTitle, { font, size: TITLE_SIZES.at(-1) ?? 0, colour: COLOURS.white });
};

const svg = (content: string): Buffer => Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">${content}</svg>`);

const SUNRISE = svg(
  `<rect width="100%" height="100%" fill="${COLOURS.brand}"/>${[420, 330, 250, 180]
    .map((radius, index) => `<circle cx="900" cy="300" r="${radius}" fill="${COLOURS.sun}" fill-opacity="${[0.1, 0.16, 0.3, 1][index]}"/>`)
    .join('')}`,
);

const LOGO_MARK =
  '<path d="M12 0H32A12 12 0 0 1 44 12V32A12 12 0 0 1 32 44H4A4 4 0 0 1 0 40V12A12 12 0 0 1 12 0Z" fill="#2a2472"/><path d="M10 28a12 12 0 0 1 24 0z" fill="#f6a81c"/><path d="M22 6v6M8.5 11.5l4 4.5M35.5 11.5l-4 4.5" stroke="#f6a81c" stroke-width="3" stroke-linecap="round"/><path d="M0 31l5.5-5 5.5 5 5.5-5 5.5 5 5.5-5 5.5 5 5.5-5 5.5 5v1A12 12 0 0 1 32 44H4a4 4 0 0 1-4-4z" fill="#fff"/><path d="M0 33.5l5.5-5 5.5 5 5.5-5 5.5 5 5.5-5 5.5 5 5.5-5 5.5 5A12 12 0 0 1 32 44H4a4 4 0 0 1-4-4z" fill="#b3123f"/>';
const MARK_SCALE = 2.1;
const TOOTH_WIDTH = 24;
const EDGE = Array.from(
  { length: WIDTH / TOOTH_WIDTH },
  (_, index) => `L${(index + 0.5) * TOOTH_WIDTH} ${HEIGHT - 30}L${(index + 1) * TOOTH_WIDTH} ${HEIGHT - 14}`,
).join('');

const drawShading = (textTop: number): string => {
  const begin = Math.max(0, (textTop - 170) / HEIGHT);
  const fullShadeOffset = Math.min(1, (textTop - 14) / HEIGHT);
  return `<defs><linearGradient id="shade" x2="0" y2="1"><stop offset="${begin}" stop-color="${COLOURS.ground}" stop-opacity="0"/><stop offset="${fullShadeOffset}" stop-color="${COLOURS.ground}" stop-opacity="0.9"/></linearGradient></defs><rect width="100%" height="100%" fill="url(#shade)"/>`;
};

const NOTICE_PADDING = { x: 22, y: 14 };

const drawNoticeBackground = ({ width, height }: Block, top: number): string =>
  `<rect x="${MARGIN}" y="${top}" width="${width + 2 * NOTICE_PADDING.x}" height="${height + 2 * NOTICE_PADDING.y}" rx="12" fill="${COLOURS.notice}"/>`;

const prepareArtwork = async (original: Buffer | null, focalPoint: FocalPoint | null): Promise<Buffer> => {
  if (original === null) return sharp(SUNRISE).png().toBuffer();
  const resize = { width: WIDTH, height: HEIGHT, isRound: false };
  const croppedArtwork = await renderImage(original, { resize, format: 'png' }, 'png', focalPoint);
  // The image may be smaller than a card.
  return sharp(croppedArtwork).flatten({ background: COLOURS.brand }).resize(WIDTH, HEIGHT, { fit: 'cover' }).png({ compressionLevel: 1 }).toBuffer();
};

/** Draws a card that is 1200 × 630 pixels and at most 200 KB in size, with the title and the date over the image. */
export const renderShareCard = async (card: ShareCard, original: Buffer | null, fonts: CardFonts): Promise<Buffer> => {
  const smallText = { font: fonts.text, size: LINE_FONT_SIZE };
  const words = toDrawable(card.title);
  const title = words === '' ? null : await renderTitle(words, fonts.title);
  const line = card.line === '' ? null : await renderText(card.line, { ...smallText, colour: COLOURS.sun });
  const notice = card.notice === '' ? null : await renderText(card.notice, { ...smallText, colour: COLOURS.white });

  const layers: OverlayOptions[] = [];
  let top = BOTTOM_Y;
  for (const block of [line, title]) {
    if (block === null) continue;
    top -= block.height;
    layers.push({ input: block.input, left: MARGIN, top });
    top -= LINE_GAP;
  }
  let drawing = '';
  if (notice !== null) {
    top -= notice.height + 2 * NOTICE_PADDING.y;
    drawing = drawNoticeBackground(notice, top);
    layers.push({ input: notice.input, left: MARGIN + NOTICE_PADDING.x, top: top + NOTICE_PADDING.y });
  }
  const mark = `<g transform="translate(${MARGIN} 48) scale(${MARK_SCALE})">${LOGO_MARK}</g>`;
  const edge = `<path d="M0 ${HEIGHT}V${HEIGHT - 14}${EDGE}V${HEIGHT}Z" fill="${COLOURS.cloth}"/>`;
  const ground = svg(`${drawShading(top)}${mark}${drawing}${edge}`);
  const composedImage = await sharp(await prepareArtwork(original, card.focalPoint))
    .composite([{ input: ground }, ...layers])
    .raw()
    .toBuffer({ resolveWithObject: true });

  const encode = (quality: number): Promise<Buffer> => sharp(composedImage.data, { raw: composedImage.info }).jpeg({ quality, mozjpeg: true }).toBuffer();
  let smallestImage: Buffer | undefined;
  for (const quality of QUALITIES) {
    smallestImage = await encode(quality);
    if (smallestImage.length <= MAX_BYTES) break;
  }
  if (smallestImage === undefined) throw new Error('a share card needs a quality');
  return smallestImage;
};

interface CardFont {
  readonly family: string;
  readonly file: string;
}

export interface CardFonts {
  readonly title: CardFont;
  readonly text: CardFont;
}

/** Name of the heading font, as in its file. In a font list, the comma after it keeps the renderer from reading its last words as a weight. */
const HEADING_FONT = 'Bricolage Grotesque 96pt ExtraBold';
const TEXT_FONT = 'Onest';

/** Writes a font to a file, because the renderer reads fonts from files only. */
const writeFont = async (folder: string, name: string, base64: string): Promise<string> => {
  const bytes = Buffer.from(base64, 'base64');
  const file = path.join(folder, `${name}-${createHash('sha256').update(bytes).digest('hex').slice(0, 12)}.ttf`);
  const storedFont = await readFile(file).catch(() => null);
  if (storedFont?.equals(bytes) !== true) {
    const part = `${file}.${createId()}.part`;
    await mkdir(folder, { recursive: true });
    await writeFile(part, bytes);
    await rename(part, file);
  }
  return file;
};

/** Registers a font file by rendering text with it. The registered files add the letters of Nigerian languages to the other fonts. */
const registerFont = (file: string): Promise<unknown> =>
  sharp({ text: { text: 'a', font: `${TEXT_FONT} 10`, fontfile: file } })
    .raw()
    .toBuffer();

/** Loads the bundled card fonts, which are the same on every machine. On first use, the fonts are written to the given folder. */
export const loadCardFonts = async (folder: string): Promise<CardFonts> => {
  const { bricolage, 'onest-latin': latin, 'onest-latin-ext': latinExt, 'onest-vietnamese': dotted } = SHARE_CARD_FONTS;
  for (const [name, base64] of Object.entries({ 'onest-latin-ext': latinExt, 'onest-vietnamese': dotted }))
    await registerFont(await writeFont(folder, name, base64));
  const text = { family: TEXT_FONT, file: await writeFont(folder, 'onest-latin', latin) };
  await registerFont(text.file);
  return { title: { family: `${HEADING_FONT}, ${TEXT_FONT}`, file: await writeFont(folder, 'bricolage', bricolage) }, text };
};

export const createShareCardServer = (db: Database, imageServer: ImageServer, stores: ImageStores, fontFolder: string) => {
  let fontsPromise: Promise<CardFonts> | undefined;
  const getFonts = (): Promise<CardFonts> => {
    fontsPromise ??= loadCardFonts(fontFolder).catch((reason: unknown) => {
      fontsPromise = undefined;
      throw reason;
    });
    return fontsPromise;
  };

  /** Stores the card with the files of its image, so that they are deleted together. */
  const getKey = (card: ShareCard): string => `${card.image?.id ?? card.id}/share-${card.folder}-${card.id}-${getShareCardVersion(card)}.jpg`;

  const renderAndStore = async (card: ShareCard, key: string): Promise<Buffer> => {
    const original = card.image === null ? null : await stores.originals.get(getStorageKey(card.image));
    const bytes = await renderShareCard(card, original, await getFonts());
    // Treat write errors and deleted images as for other derived images.
    if (card.image === null || original !== null) await stores.derived.put(key, bytes).catch(() => undefined);
    if (card.image !== null && (await findStoredImage(db, card.image.id)) === undefined) await stores.derived.removeAll(card.image.id);
    return bytes;
  };

  return {
    serve: (card: ShareCard, requester: Requester): Promise<Buffer | null> => {
      const key = getKey(card);
      return imageServer.derive(key, requester, () => renderAndStore(card, key));
    },
  };
};
