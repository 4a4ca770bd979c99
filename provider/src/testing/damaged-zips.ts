import { createHash } from 'node:crypto';
import { crc32, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { createFiles } from './archive-content.ts';
import { extraField, numbers, type RawEntry, writeRawZip } from './raw-zip.ts';

/** A name and a function that creates a ZIP with ids derived from this name. */
export type ZipCase = readonly [name: string, make: (name: string, photo: Buffer) => Buffer | Promise<Buffer>];

const MIB = 1024 * 1024;
const POSTS = 'posts/000001.ndjson';
const MANIFEST = 'manifest.json';
const HUGE_SIZE = 0xffffffff;

const toEntries = (files: ReadonlyMap<string, Buffer>): RawEntry[] => [...files].map(([name, bytes]) => ({ name, bytes }));

/** Writes an export with one changed entry. */
const withEntry =
  (file: string, change: (entry: RawEntry) => Partial<RawEntry>): ZipCase[1] =>
  (name, photo) =>
    writeRawZip(toEntries(createFiles(name, photo)).map((entry) => (entry.name === file ? { ...entry, ...change(entry) } : entry)));

const withExtraEntries =
  (...extra: readonly RawEntry[]): ZipCase[1] =>
  (name, photo) =>
    writeRawZip([...toEntries(createFiles(name, photo)), ...extra]);

const withEndRecord =
  (end: Parameters<typeof writeRawZip>[1]): ZipCase[1] =>
  (name, photo) =>
    writeRawZip(toEntries(createFiles(name, photo)), end);

const withBytes =
  (change: (zip: Buffer) => Buffer): ZipCase[1] =>
  (name, photo) =>
    change(writeRawZip(toEntries(createFiles(name, photo))));

const findDirectory = (zip: Buffer): number => zip.indexOf('PK\x01\x02', 0, 'latin1');
const findEnd = (zip: Buffer): number => zip.lastIndexOf('PK\x05\x06', undefined, 'latin1');

const flipBit = (zip: Buffer, at: number, bit = 0): Buffer => {
  zip.writeUInt8(zip.readUInt8(at) ^ (1 << bit), at);
  return zip;
};

const text = (content: string): Buffer => Buffer.from(content);
const extraEntry = (name: string | Buffer, extra: Partial<RawEntry> = {}): RawEntry => ({ name, bytes: text('{}\n'), ...extra });

/** Extra field with a Unicode name, which modern programs use instead of the name in the header. */
const unicodePath = (name: string, path: string, crc = crc32(text(name))): Buffer =>
  extraField(0x7075, Buffer.concat([Buffer.from([1]), numbers([4, crc]), text(path)]));

const createZip64End = (offset: number, bytes: number, change: { readonly entries?: number; readonly at?: number; readonly offset?: number } = {}): Buffer => {
  const entries = change.entries ?? 9;
  const record = numbers([4, 0x06064b50], [8, 44], [4, 0x002d002d], [4, 0], [4, 0], [8, entries], [8, entries], [8, bytes], [8, change.offset ?? offset]);
  return Buffer.concat([record, numbers([4, 0x07064b50], [4, 0], [8, change.at ?? offset + bytes], [4, 1])]);
};

const createManifest = (parts: readonly Buffer[], rows: number): Buffer =>
  text(
    JSON.stringify({
      format: 'site-content',
      version: 3,
      site: '',
      createdAt: '2026-01-01T00:00:00.000Z',
      counts: { post: rows * parts.length },
      parts: { post: parts.map((part) => ({ rows, bytes: part.length, sha256: createHash('sha256').update(part).digest('hex') })) },
    }),
  );

const toPart = (index: number): string => `posts/${String(index + 1).padStart(6, '0')}.ndjson`;

/** Writes parts with posts and a manifest that matches them, whatever they contain. */
const writeParts = (parts: readonly Buffer[], rows = 1): Buffer =>
  writeRawZip([...parts.map((bytes, index) => ({ name: toPart(index), bytes })), { name: MANIFEST, bytes: createManifest(parts, rows) }]);

/** Writes a ZIP of these files as another program would pack them. */
const createForeignZip =
  (...names: readonly (readonly [name: string, content: string])[]): ZipCase[1] =>
  () =>
    writeRawZip(names.map(([name, content], index) => ({ name, bytes: text(content), method: index === 0 ? 0 : 8 })));

const XML = '<?xml version="1.0" encoding="UTF-8"?>';

const truncatedZips: readonly ZipCase[] = [
  ['cut off in the first header', withBytes((zip) => zip.subarray(0, 12))],
  ['cut off in the first file', withBytes((zip) => zip.subarray(0, 60))],
  ['cut off before the directory', withBytes((zip) => zip.subarray(0, findDirectory(zip)))],
  ['cut off in the directory', withBytes((zip) => zip.subarray(0, findDirectory(zip) + 100))],
  ['cut off before the last record', withBytes((zip) => zip.subarray(0, findEnd(zip)))],
  ['without the last byte', withBytes((zip) => zip.subarray(0, -1))],
  ['without the first byte', withBytes((zip) => zip.subarray(1))],
  ['without a kilobyte in the middle', withBytes((zip) => Buffer.concat([zip.subarray(0, 400), zip.subarray(1424)]))],
  ['with a program in front', withBytes((zip) => Buffer.concat([text('MZ'.repeat(300)), zip]))],
  ['with bytes behind the end', withBytes((zip) => Buffer.concat([zip, text('and more')]))],
  ['with 70 kB of zeros behind the end', withBytes((zip) => Buffer.concat([zip, Buffer.alloc(70_000)]))],
  ['twice in one file', withBytes((zip) => Buffer.concat([zip, zip]))],
  ['filled up with zeros from the middle', withBytes((zip) => Buffer.concat([zip.subarray(0, 500), Buffer.alloc(zip.length - 500)]))],
  ['downloaded as text', withBytes((zip) => text(zip.toString('utf8')))],
  ['with line ends of another system', withBytes((zip) => Buffer.from(zip.toString('latin1').replaceAll('\n', '\r\n'), 'latin1'))],
];

const damagedEnds: readonly ZipCase[] = [
  ['with a comment', withEndRecord({ comment: text('Made by hand') })],
  ['with a comment that looks like an end', withEndRecord({ comment: Buffer.concat([numbers([4, 0x06054b50]), Buffer.alloc(18)]) })],
  ['with a comment that is shorter than it should be', withEndRecord({ comment: text('abc'), commentLength: 30 })],
  ['with a comment that is longer than it should be', withEndRecord({ comment: text('abcdef'), commentLength: 2 })],
  ['with too few entries in the last record', withEndRecord({ entries: 3 })],
  ['with too many entries in the last record', withEndRecord({ entries: 30 })],
  ['without entries in the last record', withEndRecord({ entries: 0 })],
  ['whose directory begins behind the file', withEndRecord({ directoryOffset: 50_000_000 })],
  ['whose directory begins in a file', withEndRecord({ directoryOffset: 31 })],
  ['whose directory has another length', withEndRecord({ directoryBytes: 7 })],
  ['in several volumes', withEndRecord({ disk: 2 })],
  ['with the long records of a large ZIP', withEndRecord({ entries: 0xffff, directoryOffset: HUGE_SIZE, directoryBytes: HUGE_SIZE, before: createZip64End })],
  [
    'with a pointer to a long record that is not there',
    withEndRecord({ directoryOffset: HUGE_SIZE, before: (at, bytes) => createZip64End(at, bytes, { at: 3 }) }),
  ],
  ['with a long record behind the file', withEndRecord({ directoryOffset: HUGE_SIZE, before: (at, bytes) => createZip64End(at, bytes, { at: 2 ** 50 }) })],
  [
    'with a long record of a directory behind the file',
    withEndRecord({ directoryOffset: HUGE_SIZE, before: (at, bytes) => createZip64End(at, bytes, { offset: 2 ** 50 }) }),
  ],
  [
    'with a long record of 2^50 entries',
    withEndRecord({ entries: 0xffff, directoryOffset: HUGE_SIZE, before: (at, bytes) => createZip64End(at, bytes, { entries: 2 ** 50 }) }),
  ],
  ['of large size without a long record', withEndRecord({ directoryOffset: HUGE_SIZE })],
];

const damagedHeaders: readonly ZipCase[] = [
  ['with another signature in front of a file', withEntry(POSTS, () => ({ localHeader: { signature: 0x04034b51 } }))],
  ['with another name in front of a file', withEntry(POSTS, () => ({ localHeader: { name: '../../../etc/passwd' } }))],
  ['with a name in front of a file that does not end', withEntry(MANIFEST, () => ({ localHeader: { nameLength: 0xffff } }))],
  ['with another compression in front of a file', withEntry(POSTS, () => ({ localHeader: { method: 0 } }))],
  ['with a password in front of a file only', withEntry(POSTS, () => ({ localHeader: { flags: 0x801 } }))],
  ['with other sizes in front of a file', withEntry(POSTS, () => ({ localHeader: { size: 1, packedSize: 1, crc: 1 } }))],
  ['with sizes behind the file', withEntry(POSTS, () => ({ flags: 0x808, localHeader: { size: 0, packedSize: 0, crc: 0 }, after: Buffer.alloc(16, 7) }))],
  ['with another signature in the directory', withBytes((zip) => flipBit(zip, findDirectory(zip) + 46 + 60, 3))],
  ['with a wrong checksum', withEntry(POSTS, () => ({ crc: 1 }))],
  ['with a wrong checksum of the manifest', withEntry(MANIFEST, () => ({ crc: 1 }))],
  ['with a packed size that is too large', withEntry(POSTS, () => ({ packedSize: 100_000 }))],
  ['with a packed size that is too small', withEntry(POSTS, () => ({ packedSize: 9 }))],
  ['with a size that is one too large', withEntry(POSTS, ({ bytes }) => ({ size: bytes.length + 1 }))],
  ['with a size that is one too small', withEntry(POSTS, ({ bytes }) => ({ size: bytes.length - 1 }))],
  ['with a manifest that is longer than it says', withEntry(MANIFEST, ({ bytes }) => ({ size: bytes.length - 1 }))],
  ['with a size of zero', withEntry(POSTS, () => ({ size: 0 }))],
  ['with a stored file of two sizes', withEntry(POSTS, ({ bytes }) => ({ method: 0, size: bytes.length + 5 }))],
  ['with a file that begins behind the end', withEntry(POSTS, () => ({ offset: 90_000_000 }))],
  ['with a file that begins in the directory', withEntry(POSTS, () => ({ offset: (offsets) => (offsets.at(-1) ?? 0) + 300 }))],
  ['with a file of the second volume', withEntry(POSTS, () => ({ disk: 1 }))],
  ['with two files of the same data', withEntry(POSTS, () => ({ offset: ([first = 0]) => first }))],
  ['with a file that begins within another one', withEntry(POSTS, () => ({ offset: ([first = 0]) => first + 35 }))],
  ['with a large size and no field for it', withEntry(POSTS, () => ({ size: HUGE_SIZE }))],
  ['with a field for large sizes', withEntry(POSTS, ({ bytes }) => ({ size: HUGE_SIZE, extra: extraField(1, numbers([8, bytes.length])) }))],
  ['with a field of 2^52 bytes', withEntry(POSTS, () => ({ size: HUGE_SIZE, extra: extraField(1, numbers([8, 2 ** 52])) }))],
  ['with a field of 2^52 packed bytes', withEntry(POSTS, () => ({ packedSize: HUGE_SIZE, extra: extraField(1, numbers([8, 2 ** 52])) }))],
  ['with a field for large sizes that is cut off', withEntry(POSTS, () => ({ size: HUGE_SIZE, packedSize: HUGE_SIZE, extra: extraField(1, Buffer.alloc(9)) }))],
  ['with a field that is longer than all of them', withEntry(POSTS, () => ({ extra: numbers([2, 0x5455], [2, 500], [4, 0]) }))],
  ['for a reader of the year 2100', withEntry(POSTS, () => ({ versionNeeded: 0xff }))],
  ['with strong encryption', withEntry(POSTS, () => ({ flags: 0x841 }))],
  ['with an encrypted directory', withEntry(POSTS, () => ({ flags: 0x2801 }))],
  ...[1, 6, 9, 14, 93, 99].map((method): ZipCase => [`with compression ${method}`, withEntry(POSTS, () => ({ method, packed: text('packed') }))]),
  ['with packed bytes that are none', withEntry(POSTS, () => ({ packed: Buffer.alloc(200, 0xff) }))],
  ['with packed bytes that end early', withEntry(POSTS, ({ bytes }) => ({ packed: deflateRawSync(bytes).subarray(0, -20) }))],
  ['with bytes behind the packed ones', withEntry(POSTS, ({ bytes }) => ({ packed: Buffer.concat([deflateRawSync(bytes), Buffer.alloc(50, 9)]) }))],
  ['with a wrapped packing', withEntry(POSTS, ({ bytes }) => ({ packed: deflateSync(bytes) }))],
  ['with a gzip file instead', withEntry(POSTS, ({ bytes }) => ({ packed: gzipSync(bytes) }))],
];

const unusualNames: readonly ZipCase[] = [
  ['with the manifest twice', withExtraEntries(extraEntry(MANIFEST))],
  ['with a name that differs by case', withExtraEntries(extraEntry('Posts/000001.ndjson'))],
  ['with a name that a second field leads out', withExtraEntries(extraEntry(POSTS, { extra: unicodePath(POSTS, '../../../etc/passwd') }))],
  [
    'with a name that a second field makes the manifest',
    withExtraEntries(extraEntry('events/000009.ndjson', { extra: unicodePath('events/000009.ndjson', MANIFEST) })),
  ],
  ['with a second name of another file', withExtraEntries(extraEntry('posts/000002.ndjson', { extra: unicodePath('posts/000002.ndjson', '/etc/passwd', 1) }))],
  ['with a path of dots', withExtraEntries(extraEntry('posts/./000001.ndjson'))],
  ['with a path out and in', withExtraEntries(extraEntry('posts/../posts/000001.ndjson'))],
  ['with a path of a network', withExtraEntries(extraEntry('//server/share/a.ndjson'))],
  ['with a path of encoded dots', withExtraEntries(extraEntry('posts/%2e%2e/%2e%2e/a.ndjson'))],
  ['with dots in more bytes than they need', withExtraEntries(extraEntry(Buffer.from('\xc0\xae\xc0\xae/a.ndjson', 'latin1')))],
  ['with NUL in a name', withExtraEntries(extraEntry('posts/000002.ndjson\0.png'))],
  ['with a line break in a name', withExtraEntries(extraEntry('posts/000002.ndjson\n'))],
  ['with a name that runs from right to left', withExtraEntries(extraEntry('media/\u202egpj.exe'))],
  ['with a name of 60 kB', withExtraEntries(extraEntry('x'.repeat(60_000)))],
  ['with a name of nothing', withExtraEntries(extraEntry(''))],
  ['with a name in the letters of DOS', withExtraEntries(extraEntry(Buffer.from([0x80, 0x9b, 0xff]), { flags: 0 }))],
  ['with the name of a device', withExtraEntries(extraEntry('posts/con.json'))],
  ['with a stream behind a name', withExtraEntries(extraEntry('posts/a.json:stream'))],
  ['with a folder that has bytes', withExtraEntries(extraEntry('posts/'))],
  ['with folders', withExtraEntries(...['posts/', 'media/'].map((name) => extraEntry(name, { bytes: Buffer.alloc(0) })))],
  ['with a folder that is a link', withExtraEntries(extraEntry('videos/', { bytes: Buffer.alloc(0), attributes: 0o120777 * 65_536 }))],
  ['with a part that is a link', withEntry(POSTS, () => ({ attributes: 0o120777 * 65_536 }))],
  ['with a part that is a device', withEntry(POSTS, () => ({ attributes: 0o060666 * 65_536 }))],
  ['with a program that runs as root', withExtraEntries(extraEntry('posts/run.sh', { attributes: 0o104755 * 65_536 }))],
  ['with what a Mac adds', withExtraEntries(extraEntry('.DS_Store'))],
  ['with 3,000 files that do not belong there', withExtraEntries(...Array.from({ length: 3_000 }, (_, index) => extraEntry(`posts/x${index}.json`)))],
];

const zipBombs: readonly ZipCase[] = [
  ['that unpacks to five parts of zeros', () => writeParts(Array.from({ length: 5 }, () => Buffer.alloc(17 * MIB)))],
  ['of one part of spaces', () => writeParts([Buffer.alloc(17 * MIB, ' ')])],
  ['of one part of empty lines', () => writeParts([Buffer.alloc(17 * MIB, '\n')])],
  ['of one part of tiny rows', () => writeParts([text('{}\n'.repeat(4 * MIB))], 5_000)],
  ['of one line in 400,000 brackets', () => writeParts([text(`${'['.repeat(400_000)}${']'.repeat(400_000)}\n`)])],
  ['of one line of brackets that never close', () => writeParts([text(`${'{"a":'.repeat(300_000)}\n`)])],
  ['of a manifest of spaces', withEntry(MANIFEST, () => ({ bytes: Buffer.alloc(30 * MIB, ' ') }))],
  ['of a manifest of brackets', withEntry(MANIFEST, () => ({ bytes: text('['.repeat(15_000)) }))],
  [
    'whose 300 files are one',
    () => {
      const kernel = Buffer.alloc(19 * MIB);
      const first = { name: 'media/a0.jpg', bytes: kernel };
      const otherEntries = Array.from({ length: 299 }, (_, index) => ({
        name: `media/a${index + 1}.jpg`,
        bytes: Buffer.alloc(0),
        size: kernel.length,
        offset: 0,
      }));
      return writeRawZip([first, ...otherEntries]);
    },
  ],
  ['with a ZIP as a part', (name, photo) => writeParts([writeRawZip([{ name: MANIFEST, bytes: writeRawZip(toEntries(createFiles(name, photo))) }])])],
  ['with a ZIP as the manifest', withEntry(MANIFEST, ({ bytes }) => ({ bytes: writeRawZip([{ name: MANIFEST, bytes }]) }))],
  ['that says 5 GB for an image', withExtraEntries(extraEntry('media/a.jpg', { size: HUGE_SIZE, extra: extraField(1, numbers([8, 5 * 1024 * MIB])) }))],
];

const filesOfOtherPrograms: readonly ZipCase[] = [
  ['an empty ZIP', () => writeRawZip([])],
  [
    'a docx',
    createForeignZip(['[Content_Types].xml', `${XML}<Types/>`], ['_rels/.rels', `${XML}<Relationships/>`], ['word/document.xml', `${XML}<w:document/>`]),
  ],
  ['a spreadsheet', createForeignZip(['[Content_Types].xml', `${XML}<Types/>`], ['xl/workbook.xml', `${XML}<workbook/>`])],
  ['an OpenDocument text', createForeignZip(['mimetype', 'application/vnd.oasis.opendocument.text'], ['content.xml', XML], ['META-INF/manifest.xml', XML])],
  ['an EPUB', createForeignZip(['mimetype', 'application/epub+zip'], ['META-INF/container.xml', `${XML}<container/>`], ['OEBPS/content.opf', XML])],
  ['an export of WordPress', createForeignZip(['site.WordPress.2026-01-01.xml', `${XML}<rss><channel><wp:wxr_version>1.2</wp:wxr_version></channel></rss>`])],
  ['an export of Ghost', createForeignZip(['data.json', '{"db":[{"meta":{"version":"5.0.0"},"data":{"posts":[]}}]}'])],
  ['a Java archive', createForeignZip(['META-INF/MANIFEST.MF', 'Manifest-Version: 1.0'], ['A.class', '\xca\xfe\xba\xbe'])],
  ['an extension of a browser', createForeignZip([MANIFEST, '{"manifest_version":3,"name":"X","version":"1.0"}'], ['background.js', ''])],
  ['an export in a folder', (name, photo) => writeRawZip(toEntries(createFiles(name, photo)).map((entry) => ({ ...entry, name: `content/${entry.name}` })))],
  ['an export in another ZIP', withBytes((zip) => writeRawZip([{ name: 'content.zip', bytes: zip }]))],
  ['a gzip file', withBytes((zip) => gzipSync(zip))],
  ['a 7z file', () => Buffer.concat([Buffer.from('377abcaf271c0004', 'hex'), Buffer.alloc(300)])],
  ['a RAR file', () => Buffer.concat([Buffer.from('526172211a0701', 'hex'), Buffer.alloc(300)])],
  ['a tar file', () => Buffer.concat([text(MANIFEST.padEnd(257, '\0')), text('ustar\x0000'), Buffer.alloc(1000)])],
  ['a PDF', () => text('%PDF-1.7\n%%EOF')],
  ['a database', () => Buffer.concat([text('SQLite format 3\0'), Buffer.alloc(4080)])],
  ['a page of a proxy', () => text('<!doctype html><title>Sign in</title>'.repeat(20))],
  ['a photo with an export behind', (name, photo) => Buffer.concat([photo, writeRawZip(toEntries(createFiles(name, photo)))])],
  ['one byte', () => text('P')],
  ['a record of the end only', () => numbers([4, 0x06054b50], [8, 0], [8, 0])],
];

export const DAMAGED_ZIPS: readonly ZipCase[] = [...truncatedZips, ...damagedEnds, ...damagedHeaders, ...unusualNames, ...zipBombs, ...filesOfOtherPrograms];

const DAMAGE_COUNT = 50;

/** Exports in which one bit is flipped, and truncated exports. The positions of the damage are spread over the whole file. */
export const CORRUPTED_ZIPS: readonly ZipCase[] = Array.from({ length: DAMAGE_COUNT }, (_, index): ZipCase[] => [
  [`with a wrong bit after ${index} of ${DAMAGE_COUNT} parts`, withBytes((zip) => flipBit(zip, Math.floor((zip.length * index) / DAMAGE_COUNT), index % 8))],
  [`cut off after ${index} of ${DAMAGE_COUNT} parts`, withBytes((zip) => zip.subarray(0, Math.floor((zip.length * index) / DAMAGE_COUNT)))],
]).flat();
