import { readFile } from 'node:fs/promises';
import path from 'node:path';
import subsetFont from 'subset-font';
import { removeSpaceKerning } from './space-kerning.mjs';

const ROOT = path.join(import.meta.dirname, '..');
const TEXT = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 .,';

const read = async (file: string): Promise<Buffer> =>
  subsetFont(await readFile(path.join(ROOT, file)), TEXT, { targetFormat: 'truetype', keepFeatures: ['kern'] });

describe('the kerning of body text', () => {
  it('moves no glyph into the space after a full stop or a comma', async () => {
    const font = await read('shared/src/styles/fonts/onest-latin.woff2');
    expect(removeSpaceKerning(font).equals(font)).toBe(true);
  });

  it('does so in the published font', async () => {
    const font = await read('node_modules/@fontsource-variable/onest/files/onest-latin-wght-normal.woff2');
    expect(removeSpaceKerning(font).equals(font)).toBe(false);
  });
});
