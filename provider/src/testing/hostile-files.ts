import { deflateSync } from 'node:zlib';
import sharp from 'sharp';

export interface TestFile {
  readonly name: string;
  readonly bytes: Buffer;
  readonly filename?: string;
  readonly type?: string;
}

/** Every hostile file contains this marker. No file that the provider serves may contain it. */
export const MARKER = 'hostile-marker-7f3a';
const SCRIPT = `<script>alert("${MARKER}")</script>`;

const crcTable = Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value >>> 0;
});
const crc = (bytes: Buffer): number => ~bytes.reduce((sum, byte) => ((crcTable[(sum ^ byte) & 255] ?? 0) ^ (sum >>> 8)) >>> 0, 0xffffffff) >>> 0;

const chunk = (type: string, data: Buffer, isBroken = false): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const output = Buffer.alloc(body.length + 8);
  output.writeUInt32BE(data.length, 0);
  body.copy(output, 4);
  output.writeUInt32BE(isBroken ? 1 : crc(body), body.length + 4);
  return output;
};
const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Creates a small one-bit PNG of any dimensions. All its pixels are zero, but decoding it takes a lot of memory. */
const createBomb = (width: number, height: number, isBroken = false): Buffer => {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([1, 0, 0, 0, 0], 8);
  const rows = width * height > 300e6 || width === 0 ? Buffer.alloc(64) : Buffer.alloc((Math.ceil(width / 8) + 1) * height);
  return Buffer.concat([PNG_SIGNATURE, chunk('IHDR', header, isBroken), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))]);
};

const createNoise = (seed: number, length: number): Buffer =>
  Buffer.from(Array.from({ length }, (_, index) => (Math.imul(index + seed, 2654435761) >>> 13) & 255));

const createSvgFiles = (): TestFile[] =>
  [
    `<svg xmlns="http://www.w3.org/2000/svg">${SCRIPT}</svg>`,
    `<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" onload="x('${MARKER}')"/>`,
    `\uFEFF<svg xmlns="http://www.w3.org/2000/svg"><foreignObject>${SCRIPT}</foreignObject></svg>`,
    `<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg xmlns="http://www.w3.org/2000/svg"><text>&x;${MARKER}</text></svg>`,
    `<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/><desc>${MARKER}</desc></svg>`,
    `<svg xmlns="http://www.w3.org/2000/svg"><use href="data:image/svg+xml,${MARKER}"/></svg>`,
    `<!-- ${MARKER} --><svg xmlns="http://www.w3.org/2000/svg" width="99999" height="99999"/>`,
    `   \n<svg xmlns="http://www.w3.org/2000/svg"><a href="javascript:${MARKER}">x</a></svg>`,
  ].map((text, index) => ({
    name: `SVG ${index + 1}`,
    bytes: Buffer.from(text),
    filename: index % 2 ? 'image.svg' : 'image.png',
    type: index % 2 ? 'image/svg+xml' : 'image/png',
  }));

const documents = (): TestFile[] =>
  [
    ['HTML', `<!doctype html>${SCRIPT}`],
    ['HTML with a comment first', `<!-- PNG -->${SCRIPT}`],
    ['XHTML', `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml">${SCRIPT}</html>`],
    ['JavaScript', `alert("${MARKER}")`],
    ['GIF that is JavaScript', `GIF89a=1;alert("${MARKER}")`],
    ['PDF', `%PDF-1.4 ${MARKER}`],
    ['ZIP', `PK\x03\x04${MARKER}`],
    ['program', `MZ\x90\x00${MARKER}`],
    ['ELF', `\x7fELF${MARKER}`],
    ['shell script', `#!/bin/sh\necho ${MARKER}`],
    ['PostScript', `%!PS-Adobe ${MARKER}`],
    ['MVG for ImageMagick', `push graphic-context\nimage over 0,0 0,0 'https://x/${MARKER}'`],
    ['TIFF', `II*\x00${MARKER}`],
    ['BMP', `BM${MARKER}`],
    ['PHP', `<?php echo "${MARKER}";`],
    ['JPEG start and then HTML', `\xff\xd8\xff\xe0${SCRIPT}`],
    ['PNG start and then HTML', `\x89PNG\r\n\x1a\n${SCRIPT}`],
    ['WebP start and then HTML', `RIFF\x10\x00\x00\x00WEBP${SCRIPT}`],
    ['AVIF start and then HTML', `\x00\x00\x00\x1cftypavif${SCRIPT}`],
    ['HEIC', `\x00\x00\x00\x1cftypheic${MARKER}`],
  ].map(([name = '', text = '']) => ({ name, bytes: Buffer.from(text, 'latin1'), filename: 'image.png', type: 'image/png' }));

/** Creates more than sixty files that are malicious, truncated or not images. */
export const createHostileFiles = async (): Promise<TestFile[]> => {
  const image = sharp({ create: { width: 90, height: 60, channels: 3, background: '#0b6b4f', noise: { type: 'gaussian', mean: 128, sigma: 30 } } });
  const validFiles: Record<string, Buffer> = {
    jpeg: await image
      .clone()
      .withExif({ IFD0: { Copyright: MARKER, ImageDescription: SCRIPT } })
      .jpeg()
      .toBuffer(),
    png: await image.clone().png().toBuffer(),
    webp: await image.clone().webp().toBuffer(),
    avif: await image.clone().avif({ effort: 0 }).toBuffer(),
  };
  const filesWithExtraBytes = Object.entries(validFiles).flatMap(([kind, bytes]) => [
    { name: `${kind} with HTML behind`, bytes: Buffer.concat([bytes, Buffer.from(SCRIPT)]), filename: 'page.html', type: 'text/html' },
    { name: `${kind} with a ZIP behind`, bytes: Buffer.concat([bytes, Buffer.from(`PK\x03\x04${MARKER}`)]), filename: 'archive.zip' },
    { name: `${kind} behind HTML`, bytes: Buffer.concat([Buffer.from(SCRIPT), bytes]), filename: `image.${kind}` },
  ]);
  const truncatedFiles = Object.entries(validFiles).flatMap(([kind, bytes]) =>
    [0.15, 0.5, 0.8].map((part) => ({ name: `${kind}, ${part * 100}% of it`, bytes: bytes.subarray(0, Math.floor(bytes.length * part)) })),
  );
  const names = [
    '../../../etc/passwd',
    '..\\..\\windows.png',
    'a'.repeat(5000),
    '.htaccess',
    'con.png',
    'x.png\r\nX-Evil: 1',
    '<img src=x>.png',
    'image.svg.html',
  ];
  const png = validFiles.png ?? Buffer.alloc(0);
  const comment = chunk('tEXt', Buffer.from(`Comment\0${SCRIPT}`, 'latin1'));
  return [
    ...createSvgFiles(),
    ...documents(),
    ...filesWithExtraBytes,
    ...truncatedFiles,
    ...names.map((filename) => ({ name: `named ${filename.slice(0, 30)}`, bytes: validFiles.jpeg ?? Buffer.alloc(0), filename })),
    ...[1, 2, 3].map((seed) => ({ name: `noise ${seed}`, bytes: createNoise(seed, 3000) })),
    { name: 'PNG of 256 megapixels', bytes: createBomb(16_000, 16_000) },
    { name: 'PNG that claims 4 gigapixels', bytes: createBomb(65_535, 65_535) },
    { name: 'PNG of no width', bytes: createBomb(0, 10) },
    { name: 'PNG of one pixel', bytes: createBomb(1, 1) },
    { name: 'PNG with a wrong checksum', bytes: createBomb(64, 64, true) },
    { name: 'PNG with a script in its text', bytes: Buffer.concat([png.subarray(0, 33), comment, png.subarray(33)]) },
    { name: 'nothing at all', bytes: Buffer.alloc(0) },
    { name: 'eleven megabytes', bytes: Buffer.concat([png, Buffer.alloc(11 * 1024 * 1024)]) },
  ];
};
