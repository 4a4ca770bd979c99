/**
 * `node scripts/fonts.mjs`: generates the site's font files in shared/src/styles/fonts, and the provider's fonts for share cards, from the installed fontsource
 * packages. The results are committed. Run it again when a font or its character set changes, and update the ranges in shared/src/styles/fonts.css.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import subsetFont from 'subset-font';
import { removeSpaceKerning } from './space-kerning.mjs';

const require = createRequire(import.meta.url);
const target = join(import.meta.dirname, '../shared/src/styles/fonts');

const range = (first, last) => Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index)).join('');

/** Characters on most pages: English, lower-case letters with the tone marks of Nigerian languages, and punctuation. */
const COMMON = `${range(0x20, 0x23)}${range(0x25, 0x29)}${range(0x2b, 0x3b)}${range(0x3f, 0x5a)}${range(0x61, 0x7a)}\u00a0©·àáèéìíñòóùú‐‑–—‘’“”•…`;
/** The remaining Latin characters: symbols, and letters with other accents. */
const RARE = '$*<=>[\\]^_`{|}~£«®°»½ÀÁÂÃÄÇÈÉÊËÌÍÎÏÑÒÓÔÕÖ×ÙÚÛÜâãäçêëîïôõö÷ûü€™−';
/** Tone marks and the dot below, which text shaping joins to a letter. */
const MARKS = '\u0300\u0301\u0304\u0323';
/** Hausa, Igbo and Yoruba letters from the extended Latin file, and m and n with tone marks. */
const NIGERIAN_LETTERS = 'ƁɓƊɗƘƙƳƴṄṅṢṣĀāĒēĪīŌōŪūŃńǸǹḾḿŊŋ';
const DOTTED_VOWELS = 'ẸẹỊịỌọỤụẼẽ';

/** OpenType features to keep: kerning, mark positioning, ligatures and tabular figures. */
const FEATURES = ['kern', 'mark', 'mkmk', 'ccmp', 'locl', 'liga', 'tnum'];

const FONTS = [
  {
    name: 'onest-latin',
    source: '@fontsource-variable/onest/files/onest-latin-wght-normal.woff2',
    text: COMMON,
    variationAxes: { wght: { min: 400, max: 800 } },
  },
  {
    name: 'onest-latin-rare',
    source: '@fontsource-variable/onest/files/onest-latin-wght-normal.woff2',
    text: RARE,
    variationAxes: { wght: { min: 400, max: 800 } },
  },
  {
    name: 'onest-latin-ext',
    source: '@fontsource-variable/onest/files/onest-latin-ext-wght-normal.woff2',
    text: NIGERIAN_LETTERS,
    variationAxes: { wght: { min: 400, max: 800 } },
  },
  {
    name: 'onest-vietnamese',
    source: '@fontsource-variable/onest/files/onest-vietnamese-wght-normal.woff2',
    text: DOTTED_VOWELS + MARKS,
    variationAxes: { wght: { min: 400, max: 800 } },
  },
  {
    // Pinned to the only style that headings use. The file has no dotted vowels, so text shaping builds each from a letter and a mark with matching anchors.
    name: 'bricolage',
    source: '@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-opsz-normal.woff2',
    text: COMMON + MARKS,
    variationAxes: { wght: 800, opsz: 48 },
  },
  {
    name: 'bricolage-rare',
    source: '@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-opsz-normal.woff2',
    text: RARE,
    variationAxes: { wght: 800, opsz: 48 },
  },
];

const OPTIONS = { keepFeatures: FEATURES, noHinting: true };

const readSubset = async ({ source, text, variationAxes }, targetFormat) => {
  const font = await readFile(require.resolve(source));
  const options = { ...OPTIONS, targetFormat, variationAxes };
  if (!source.includes('/onest/') || !text.includes(' ')) return subsetFont(font, text, options);
  // Two steps, because kerning can be removed only from a TrueType file.
  const letters = await subsetFont(font, text, { ...OPTIONS, targetFormat: 'truetype' });
  return subsetFont(removeSpaceKerning(letters), text, options);
};

await mkdir(target, { recursive: true });
for (const { name, ...font } of FONTS) {
  const bytes = await readSubset(font, 'woff2');
  await writeFile(join(target, `${name}.woff2`), bytes);
  console.log(`${name}.woff2  ${(bytes.length / 1000).toFixed(1)} KB`);
}

/**
 * Share cards need one weight of each font, in files that the provider's renderer can read. They are part of the provider's program. Common and rare letters
 * are in one file.
 */
const cards = {};
for (const { name, text, ...font } of FONTS.filter(({ text }) => text !== RARE)) {
  const isHeadings = name === 'bricolage';
  const card = { ...font, text: text.includes(COMMON) ? text + RARE : text, variationAxes: isHeadings ? font.variationAxes : { wght: 700 } };
  cards[name] = (await readSubset(card, 'truetype')).toString('base64');
}
const entries = Object.entries(cards).map(([name, bytes]) => `  ${name.includes('-') ? `'${name}'` : name}:\n    '${bytes}',\n`);
await writeFile(
  join(import.meta.dirname, '../provider/src/images/share-card-fonts-content.ts'),
  `/** Fonts of the share cards by name, in base64: written by \`node scripts/fonts.mjs\`. */\nexport const SHARE_CARD_FONTS = {\n${entries.join('')}} as const;\n`,
);
