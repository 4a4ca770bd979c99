/** Removes kerning around the space, which makes spaces in small text too narrow: Onest moves the W of ". W" to the left by a third of a space. */

const PAIR_LOOKUP = 2;
const EXTENSION_LOOKUP = 9;

const findTable = (font, tag) => {
  for (let index = 0; index < font.readUInt16BE(4); index += 1) {
    const entry = 12 + index * 16;
    if (font.toString('latin1', entry, entry + 4) === tag) return font.subarray(font.readUInt32BE(entry + 8));
  }
  throw new Error(`The font has no ${tag} table.`);
};

/** Finds the glyph of a character in a format 4 cmap, which every web font has. */
const findGlyph = (font, character) => {
  const cmap = findTable(font, 'cmap');
  for (let index = 0; index < cmap.readUInt16BE(2); index += 1) {
    const table = cmap.subarray(cmap.readUInt32BE(8 + index * 8));
    if (table.readUInt16BE(0) !== 4) continue;
    const size = table.readUInt16BE(6);
    for (let segment = 0; segment < size; segment += 2) {
      const start = table.readUInt16BE(16 + size + segment);
      if (table.readUInt16BE(14 + segment) < character || start > character) continue;
      const offset = table.readUInt16BE(16 + 3 * size + segment);
      const delta = table.readUInt16BE(16 + 2 * size + segment);
      const glyph = offset === 0 ? character : table.readUInt16BE(16 + 3 * size + segment + offset + 2 * (character - start));
      return (glyph + delta) & 0xffff;
    }
  }
  throw new Error(`No glyph for U+${character.toString(16)}.`);
};

/** Returns the index of a glyph in a coverage table; -1 if the table does not contain it. */
const findCoverage = (table, glyph) => {
  const isList = table.readUInt16BE(0) === 1;
  for (let index = 0; index < table.readUInt16BE(2); index += 1) {
    const entry = 4 + index * (isList ? 2 : 6);
    const first = table.readUInt16BE(entry);
    if (isList ? first === glyph : first <= glyph && table.readUInt16BE(entry + 2) >= glyph)
      return isList ? index : table.readUInt16BE(entry + 4) + glyph - first;
  }
  return -1;
};

const findClass = (table, glyph) => {
  if (table.readUInt16BE(0) === 1) {
    const index = glyph - table.readUInt16BE(2);
    return index < 0 || index >= table.readUInt16BE(4) ? 0 : table.readUInt16BE(6 + index * 2);
  }
  for (let index = 0; index < table.readUInt16BE(2); index += 1) {
    const entry = 4 + index * 6;
    if (table.readUInt16BE(entry) <= glyph && table.readUInt16BE(entry + 2) >= glyph) return table.readUInt16BE(entry + 4);
  }
  return 0;
};

/** Each value takes two bytes, and the format has one bit for each value in the record. */
const getSize = (format) => 2 * format.toString(2).replaceAll('0', '').length;

const clearGlyphPairs = (table, space, size) => {
  const coverage = findCoverage(table.subarray(table.readUInt16BE(2)), space);
  for (let index = 0; index < table.readUInt16BE(8); index += 1) {
    const pairs = table.subarray(table.readUInt16BE(10 + index * 2));
    for (let pair = 0; pair < pairs.readUInt16BE(0); pair += 1) {
      const entry = 2 + pair * (2 + size);
      if (index === coverage || pairs.readUInt16BE(entry) === space) pairs.fill(0, entry + 2, entry + 2 + size);
    }
  }
};

const clearClassPairs = (table, space, size) => {
  const isFirst = findCoverage(table.subarray(table.readUInt16BE(2)), space) !== -1;
  const firstClass = findClass(table.subarray(table.readUInt16BE(8)), space);
  const secondClass = findClass(table.subarray(table.readUInt16BE(10)), space);
  const columns = table.readUInt16BE(14);
  for (let row = 0; row < table.readUInt16BE(12); row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const entry = 16 + (row * columns + column) * size;
      if ((isFirst && row === firstClass) || (column === secondClass && secondClass !== 0)) table.fill(0, entry, entry + size);
    }
  }
};

const clearPairs = (table, space) => {
  const size = getSize(table.readUInt16BE(4)) + getSize(table.readUInt16BE(6));
  if (table.readUInt16BE(0) === 1) clearGlyphPairs(table, space, size);
  else clearClassPairs(table, space, size);
};

/** Copies a TrueType font without kerning for pairs that contain a space. */
export const removeSpaceKerning = (source) => {
  const font = Buffer.from(source);
  const space = findGlyph(font, 0x20);
  const positions = findTable(font, 'GPOS');
  const lookups = positions.subarray(positions.readUInt16BE(8));
  for (let index = 0; index < lookups.readUInt16BE(0); index += 1) {
    const lookup = lookups.subarray(lookups.readUInt16BE(2 + index * 2));
    for (let part = 0; part < lookup.readUInt16BE(4); part += 1) {
      const table = lookup.subarray(lookup.readUInt16BE(6 + part * 2));
      const type = lookup.readUInt16BE(0);
      if (type === PAIR_LOOKUP) clearPairs(table, space);
      else if (type === EXTENSION_LOOKUP && table.readUInt16BE(2) === PAIR_LOOKUP) clearPairs(table.subarray(table.readUInt32BE(4)), space);
    }
  }
  return font;
};
