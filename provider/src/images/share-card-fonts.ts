import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { createId } from '../domain/ids.ts';
import { SHARE_CARD_FONTS } from './share-card-fonts-content.ts';

/** A font as the renderer names it, and the file of its family. */
export interface CardFont {
  readonly family: string;
  readonly file: string;
}

export interface CardFonts {
  readonly title: CardFont;
  readonly text: CardFont;
}

/** The name that the file of the cut for headings has. The comma keeps its last words from being read as a weight. */
const HEADINGS = 'Bricolage Grotesque 96pt ExtraBold';
const TEXT = 'Onest';

/** The renderer reads fonts from files only. */
const writeFont = async (folder: string, name: string, base64: string): Promise<string> => {
  const bytes = Buffer.from(base64, 'base64');
  const file = path.join(folder, `${name}-${createHash('sha256').update(bytes).digest('hex').slice(0, 12)}.ttf`);
  const stored = await readFile(file).catch(() => null);
  if (stored?.equals(bytes) !== true) {
    const part = `${file}.${createId()}.part`;
    await mkdir(folder, { recursive: true });
    await writeFile(part, bytes);
    await rename(part, file);
  }
  return file;
};

/** A file is known to the renderer once a text has named it: those with the letters of Nigerian languages complete the other fonts. */
const register = (file: string): Promise<unknown> =>
  sharp({ text: { text: 'a', font: `${TEXT} 10`, fontfile: file } })
    .raw()
    .toBuffer();

/** The fonts of the cards, the same on every machine: written into a folder of this provider, on first use. */
export const loadCardFonts = async (folder: string): Promise<CardFonts> => {
  const { bricolage, 'onest-latin': latin, 'onest-latin-ext': latinExt, 'onest-vietnamese': dotted } = SHARE_CARD_FONTS;
  for (const [name, base64] of Object.entries({ 'onest-latin-ext': latinExt, 'onest-vietnamese': dotted }))
    await register(await writeFont(folder, name, base64));
  const text = { family: TEXT, file: await writeFont(folder, 'onest-latin', latin) };
  await register(text.file);
  return { title: { family: `${HEADINGS}, ${TEXT}`, file: await writeFont(folder, 'bricolage', bricolage) }, text };
};
